// What adapting a kernel comes to: which variants, the rule that picks one, and what that loses at each input that was
// looked at and at inputs that were not.

import type { Configuration } from '../space/space.ts';
import { type Choice, chosen, learnChoice } from './choice.ts';
import { bestSet, fewestSet, lossesOf } from './choose-variants.ts';
import { type DeviceFacts, type Feature, featuresOf } from './features.ts';
import { distance, type Input, type InputSpace } from './input-space.ts';
import type { Survey } from './survey.ts';

/** Where the kernel is to run. */
export interface Target {
  readonly name: string;
  /** Absent where nothing is known of it, as of the device at hand. */
  readonly facts?: DeviceFacts | undefined;
}

/** What becomes of one input on one device. */
export interface Outcome {
  readonly input: Input;
  readonly target: string;
  /** Which variant the choice picks, from 0. */
  readonly variant: number;
  /** Of that variant; undefined where it cannot be run there. */
  readonly timeNs: number | undefined;
  /** Of the kernel as it is. */
  readonly asItIsNs: number | undefined;
  /** Of the best candidate. */
  readonly bestNs: number;
}

export interface Adaptation {
  readonly space: InputSpace;
  readonly targets: readonly Target[];
  readonly features: readonly Feature[];
  readonly variants: readonly Configuration[];
  readonly choice: Choice;
  readonly outcomes: readonly Outcome[];
  /** Shares of the best speed, geometric means over all inputs and devices. */
  readonly shares: Shares;
  readonly refused: Survey['refused'];
  readonly late: number;
}

export interface Shares {
  readonly chosen: number;
  /** If the variants were always picked rightly. */
  readonly variants: number;
  /** The one configuration that loses least for all. */
  readonly single: number;
  readonly asItIs: number;
  /** Each input left out of what is learnt from in turn; undefined for fewer than three inputs. */
  readonly leftOut?: { readonly chosen: number; readonly single: number; readonly nearest: number };
}

/** What a further variant has to save on average, as the logarithm of the ratio of times. */
const VARIANT_TOLERANCE = 0.005;
const LEAST_TO_LEAVE_OUT = 3;

/**
 * Chooses among what a survey has found.
 * @param most variants at most
 */
export function adaptTo(
  space: InputSpace,
  targets: readonly Target[],
  found: Pick<Survey, 'inputs' | 'candidates' | 'timesNs' | 'refused' | 'late'>,
  most: number,
): Adaptation {
  const { inputs, candidates, timesNs, refused, late } = found;
  const facts = targets.flatMap((target) => target.facts ?? []);
  const features = featuresOf(space, facts);
  const situations = inputs.flatMap((input) =>
    targets.map((target) => ({ input, target: target.name, device: target.facts })),
  );
  const times = timesNs.flat();
  const losses = lossesOf(times);
  const rows = [...situations.keys()];
  const learnt = learn(rows);
  const outcomes = situations.map((situation, row): Outcome => {
    const variant = chosen(learnt.choice, space, situation);
    const { input, target } = situation;
    const [timeNs, asItIsNs] = [times[row][learnt.set[variant]], times[row][0]];
    const bestNs = Math.min(...times[row].map((time) => time ?? Number.POSITIVE_INFINITY));
    return { input, target, variant, timeNs, asItIsNs, bestNs };
  });
  const lossAt = (row: number, candidate: number) => losses[row][candidate];
  const [single] = bestSet(losses, 1);
  const mean = (lossOf: (row: number) => number, of: readonly number[] = rows) =>
    Math.exp(-of.reduce((sum, row) => sum + lossOf(row), 0) / of.length);
  const leftOut = inputs.length < LEAST_TO_LEAVE_OUT ? undefined : leaveOut();
  return {
    space,
    targets,
    features,
    variants: learnt.set.map((candidate) => candidates[candidate]),
    choice: learnt.choice,
    outcomes,
    shares: {
      chosen: mean((row) => lossAt(row, learnt.set[outcomes[row].variant])),
      variants: mean((row) => Math.min(...learnt.set.map((each) => lossAt(row, each)))),
      single: mean((row) => lossAt(row, single)),
      asItIs: mean((row) => lossAt(row, 0)),
      ...(leftOut ? { leftOut } : {}),
    },
    refused,
    late,
  };

  /** Variants and their choice from some of the situations. */
  function learn(known: readonly number[]): { readonly set: readonly number[]; readonly choice: Choice } {
    const of = known.map((row) => losses[row]);
    const best = fewestSet(of, most, VARIANT_TOLERANCE);
    const choice = learnChoice(
      space,
      features,
      known.map((row) => situations[row]),
      of.map((ofRow) => best.map((each) => ofRow[each])),
    );
    return used(best, choice);
  }

  function leaveOut(): NonNullable<Shares['leftOut']> {
    const byInput = inputs.map((_, at) => targets.map((__, target) => at * targets.length + target));
    const result = { chosen: new Map<number, number>(), single: new Map(), nearest: new Map() };
    for (const [at, left] of byInput.entries()) {
      const known = rows.filter((row) => !left.includes(row));
      const { set, choice } = learn(known);
      const [one] = bestSet(
        known.map((row) => losses[row]),
        1,
      );
      const nearest = [...inputs.keys()]
        .filter((other) => other !== at)
        .reduce((a, b) => (away(b, at) < away(a, at) ? b : a));
      for (const [target, row] of left.entries()) {
        const neighbour = losses[byInput[nearest][target]];
        result.chosen.set(row, lossAt(row, set[chosen(choice, space, situations[row])]));
        result.single.set(row, lossAt(row, one));
        result.nearest.set(row, lossAt(row, neighbour.indexOf(Math.min(...neighbour))));
      }
    }
    return {
      chosen: mean((row) => result.chosen.get(row)!),
      single: mean((row) => result.single.get(row)),
      nearest: mean((row) => result.nearest.get(row)),
    };
  }

  function away(a: number, b: number): number {
    return distance(space, inputs[a], inputs[b]);
  }
}

/** Without variants that the choice never picks. */
function used(
  set: readonly number[],
  choice: Choice,
): { readonly set: readonly number[]; readonly choice: Choice } {
  const picked = new Set<number>();
  collect(choice);
  const kept = [...picked].sort((a, b) => a - b);
  return { set: kept.map((variant) => set[variant]), choice: renumbered(choice) };

  function collect(node: Choice): void {
    if ('variant' in node) picked.add(node.variant);
    else for (const side of [node.low, node.high]) collect(side);
  }

  function renumbered(node: Choice): Choice {
    if ('variant' in node) return { variant: kept.indexOf(node.variant) };
    return { ...node, low: renumbered(node.low), high: renumbered(node.high) };
  }
}
