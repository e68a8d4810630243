// The loops of a listing: branches back to an earlier place, each with the instructions that are its own.

export interface ListedLoop {
  /** 1 for a loop in no other. */
  readonly depth: number;
  readonly mnemonics: readonly string[];
}

/** @param ends by the place of a loop's head, that of the last branch back to it */
export function listedLoops(
  mnemonics: readonly string[],
  ends: ReadonlyMap<number, number>,
): readonly ListedLoop[] {
  const loops = [...ends].map(([from, to]) => ({ from, to })).sort((a, b) => a.from - b.from);
  return loops.map((loop) => {
    const inside = loops.filter((each) => each !== loop && each.from >= loop.from && each.to <= loop.to);
    const around = loops.filter((each) => each !== loop && each.from <= loop.from && each.to >= loop.to);
    const own = mnemonics.filter(
      (_, at) => at >= loop.from && at <= loop.to && !inside.some((each) => at >= each.from && at <= each.to),
    );
    return { depth: 1 + around.length, mnemonics: own };
  });
}

/** How often each stands there, in alphabetical order. */
export function countsOf(mnemonics: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const each of mnemonics) counts[each] = (counts[each] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
