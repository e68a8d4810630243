// Who decides on coarsening factors, and what each learns from ladders of others (docs/learned-coarsening.md).

import { type CascadeOptions, stopOf, trainCascade } from '../../src/learn/cascade.ts';
import { costTree } from '../../src/learn/decision-tree.ts';
import { leafOf } from '../../src/learn/tree.ts';
import { isWorthwhile } from '../../src/search/doubt.ts';
import { Random } from '../../src/space/random.ts';
import type { Ladder } from './coarsening-ladders.ts';

/** Says at which rung to stop. */
export type Decider = (ladder: Ladder) => number;
/** What a decider learns from. */
export type Learner = (from: readonly Ladder[]) => Decider;

/** What is known of each rung: of its code, or of its execution by the model. */
const featuresOf = ({ rungs }: Ladder, of: 'features' | 'counters' = 'features') =>
  rungs.map((rung) => Object.values(rung[of]));
const timesOf = ({ rungs }: Ladder) => rungs.map(({ measuredNs }) => measuredNs);
/** Of a rung over the first, by measurement; the last rung where there are fewer. */
export const speedUp = (ladder: Ladder, rung: number) =>
  ladder.rungs[0].measuredNs / ladder.rungs[Math.min(rung, ladder.rungs.length - 1)].measuredNs;

const network =
  (options: Omit<CascadeOptions, 'random'>, of?: 'features' | 'counters'): Learner =>
  (from) => {
    const random = new Random(0);
    const examples = from.map((ladder) => ({ features: featuresOf(ladder, of), costs: timesOf(ladder) }));
    const cascade = trainCascade(examples, { ...options, random: () => random.next() });
    return (ladder) => stopOf(cascade, featuresOf(ladder, of));
  };

/** Thesis, section 7.7.1: the factor that is best on average. */
const uniqueFactor: Learner = (from) => {
  const rungs = [...Array(Math.max(...from.map((each) => each.rungs.length))).keys()];
  const best = bestOf(rungs, (rung) => geometricMean(byKernel(from, (each) => speedUp(each, rung))));
  return () => best;
};

/** A tree on the kernel as it is and its first step: the factor that costs least, all decided at once. */
const costTreeOf =
  (leastRows: number): Learner =>
  (from) => {
    const most = Math.max(...from.map(({ rungs }) => rungs.length));
    const row = (ladder: Ladder) => {
      const [now, next] = featuresOf(ladder);
      return [...now, ...now.map((before, i) => (next[i] - before) / (before === 0 ? 1 : before))];
    };
    const costs = from.map((ladder) =>
      Array.from({ length: most }, (_, rung) => -Math.log(speedUp(ladder, rung))),
    );
    const tree = costTree(from.map(row), costs, { leastRows });
    return (ladder) => leafOf(tree, row(ladder)).value;
  };

const ofModel =
  (isCautious: boolean): Learner =>
  () =>
  ({ rungs }) => {
    const predicted = rungs.map(({ predictedNs, factor }) => ({ timeNs: predictedNs, invocations: 1 / factor }));
    const best = bestOf([...rungs.keys()], (rung) => -predicted[rung].timeNs);
    return isCautious && !isWorthwhile(predicted[0], predicted[best]) ? 0 : best;
  };

/** One network, numbers as they are. The thesis does not say how many units, nor how it was trained. */
const PRINTED = { hiddenUnits: 7, rounds: 300, decay: 1e-4, share: 0.95, isLogarithmic: false, networks: 1 };
/** Five smaller ones together, whose weights are held small, and logarithms. */
const HELD = { hiddenUnits: 3, rounds: 120, decay: 0.02, share: 0.95, isLogarithmic: true, networks: 5 };

export const LEARNERS: Readonly<Record<string, Learner>> = {
  'not coarsened': () => () => 0,
  'one factor for all': uniqueFactor,
  'network as printed': network(PRINTED),
  'five networks, held small': network(HELD),
  'the same on emulated counters': network(HELD, 'counters'),
  'a tree by costs': costTreeOf(25),
  'the model': ofModel(false),
  'the model, where it is sure': ofModel(true),
  'best measured': () => (ladder) => bestOf([...ladder.rungs.keys()], (rung) => speedUp(ladder, rung)),
};

/** Of each ladder the rung where a learner stops that has not seen its kernel. */
export function decide(
  learner: Learner,
  known: readonly Ladder[],
  strangers: readonly Ladder[] | undefined,
): Map<Ladder, number> {
  if (strangers) {
    const decider = learner(known);
    return new Map(strangers.map((ladder) => [ladder, decider(ladder)]));
  }
  const kernels = [...new Set(known.map(({ kernel }) => kernel))];
  return new Map(
    kernels.flatMap((held) => {
      const decider = learner(known.filter(({ kernel }) => kernel !== held));
      return known
        .filter(({ kernel }) => kernel === held)
        .map((ladder) => [ladder, decider(ladder)] as const);
    }),
  );
}

function bestOf(choices: readonly number[], worth: (choice: number) => number): number {
  return choices.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function kernelsOf(ladders: readonly Ladder[]): Map<string, Ladder[]> {
  const groups = new Map<string, Ladder[]>();
  for (const each of ladders) groups.set(each.kernel, [...(groups.get(each.kernel) ?? []), each]);
  return groups;
}

/** One value per kernel: the geometric mean over its directions. */
export function byKernel(ladders: readonly Ladder[], of: (ladder: Ladder) => number): number[] {
  return [...kernelsOf(ladders).values()].map((group) => geometricMean(group.map(of)));
}
