// Which few configurations a library ships: those that together lose least over all inputs, where each input runs the
// one that suits it best. All sets are tried where there are few enough; else the best is added one at a time (which
// comes within 1 - 1/e of the most that can be gained: Nemhauser, Wolsey and Fisher, 1978), then single ones are
// exchanged as long as that helps (Teitz and Bart, 1968).

/** Sets that are tried one after the other. */
const MOST_SETS = 200_000;

/**
 * What a configuration costs where it cannot be run, as the logarithm of the ratio of times: worse than anything, but a
 * number, as sums need one.
 */
export const REFUSED = 20;

/** By situation (an input on a device), then by candidate: the logarithm of its time over the best of all. */
export type Losses = readonly (readonly number[])[];

/** @param times by situation and candidate, in any unit; undefined where it cannot be run there */
export function lossesOf(times: readonly (readonly (number | undefined)[])[]): number[][] {
  return times.map((ofSituation) => {
    const best = Math.min(...ofSituation.map((time) => time ?? Number.POSITIVE_INFINITY));
    return ofSituation.map((time) =>
      time === undefined ? REFUSED : Math.min(REFUSED, Math.log(time / best)),
    );
  });
}

/** What is lost when every situation runs the best of a set, on average over the situations. */
export function lossOfSet(losses: Losses, set: readonly number[]): number {
  const sum = losses.reduce((total, ofOne) => total + Math.min(...set.map((each) => ofOne[each])), 0);
  return sum / losses.length;
}

/**
 * The `size` candidates that together lose least, fewer where there are no more; ascending.
 * @param losses of at least one situation
 */
export function bestSet(losses: Losses, size: number): number[] {
  const count = losses[0].length;
  const wanted = Math.min(size, count);
  return setsOf(count, wanted) <= MOST_SETS ? exact(losses, count, wanted) : exchanged(losses, count, wanted);
}

/**
 * The smallest set that loses at most `tolerance` more than the best one of `most` candidates: a further variant has to
 * earn its place.
 */
export function fewestSet(losses: Losses, most: number, tolerance: number): number[] {
  const sets = Array.from({ length: Math.max(1, most) }, (_, i) => bestSet(losses, i + 1));
  const least = Math.min(...sets.map((set) => lossOfSet(losses, set)));
  return sets.find((set) => lossOfSet(losses, set) <= least + tolerance)!;
}

function setsOf(count: number, size: number): number {
  let sets = 1;
  for (let i = 1; i <= size; i++) sets = (sets * (count - size + i)) / i;
  return sets;
}

function exact(losses: Losses, count: number, size: number): number[] {
  let [best, bestSum] = [[] as number[], Number.POSITIVE_INFINITY];
  extend(
    [],
    losses.map(() => Number.POSITIVE_INFINITY),
  );
  return best;

  /** `floor`: what each situation loses with what is chosen so far. */
  function extend(chosen: readonly number[], floor: readonly number[]): void {
    if (chosen.length === size) {
      const sum = floor.reduce((total, loss) => total + loss, 0);
      if (sum < bestSum) [best, bestSum] = [[...chosen], sum];
      return;
    }
    for (let next = (chosen.at(-1) ?? -1) + 1; next <= count - (size - chosen.length); next++)
      extend(
        [...chosen, next],
        floor.map((loss, at) => Math.min(loss, losses[at][next])),
      );
  }
}

function exchanged(losses: Losses, count: number, size: number): number[] {
  const all = [...Array(count).keys()];
  const set: number[] = [];
  while (set.length < size) {
    const open = all.filter((each) => !set.includes(each));
    const lossWith = new Map(open.map((each) => [each, lossOfSet(losses, [...set, each])]));
    set.push(open.reduce((a, b) => (lossWith.get(b)! < lossWith.get(a)! ? b : a)));
  }
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let place = 0; place < size; place++) {
      for (const each of all) {
        if (set.includes(each)) continue;
        const other = set.with(place, each);
        if (lossOfSet(losses, other) >= lossOfSet(losses, set) - 1e-12) continue;
        set[place] = each;
        isBetter = true;
      }
    }
  }
  return set.sort((a, b) => a - b);
}
