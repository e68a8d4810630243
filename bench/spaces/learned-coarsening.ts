// How good the learned coarsening factor is beside the model's, each kernel decided by what was learned from all others
// (docs/learned-coarsening.md):
//   node build.mjs bench/spaces/learned-coarsening.ts
//   node dist/bench/spaces/learned-coarsening.js [--ladders FILE] [--strangers FILE] [--list] [--plot FILE.svg]
// The ladders come from coarsening-ladders.ts. With --strangers, those are decided instead, by what was learned from the
// first, and only summed up.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CascadeOptions, stopOf, trainCascade } from '../../src/learn/cascade.ts';
import { costTree } from '../../src/learn/decision-tree.ts';
import { leafOf } from '../../src/learn/tree.ts';
import { isWorthwhile } from '../../src/search/doubt.ts';
import { Random } from '../../src/space/random.ts';
import type { Ladder } from './coarsening-ladders.ts';
import { shareBars } from './learned-coarsening-plot.ts';

const { values: flags } = parseArgs({
  options: {
    ladders: { type: 'string', default: 'bench/spaces/coarsening-ladders.json' },
    strangers: { type: 'string' },
    list: { type: 'boolean', default: false },
    plot: { type: 'string' },
  },
});

/** Says at which rung to stop. */
type Decider = (ladder: Ladder) => number;
/** What a decider learns from. */
type Learner = (from: readonly Ladder[]) => Decider;

const featuresOf = ({ rungs }: Ladder) => rungs.map(({ features }) => Object.values(features));
const timesOf = ({ rungs }: Ladder) => rungs.map(({ measuredNs }) => measuredNs);
const speedUp = (ladder: Ladder, rung: number) =>
  ladder.rungs[0].measuredNs / ladder.rungs[Math.min(rung, ladder.rungs.length - 1)].measuredNs;

const network =
  (options: Omit<CascadeOptions, 'random'>): Learner =>
  (from) => {
    const random = new Random(0);
    const examples = from.map((ladder) => ({ features: featuresOf(ladder), costs: timesOf(ladder) }));
    const cascade = trainCascade(examples, { ...options, random: () => random.next() });
    return (ladder) => stopOf(cascade, featuresOf(ladder));
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
    const predicted = rungs.map(({ predictedNs }) => ({ timeNs: predictedNs }));
    const best = bestOf([...rungs.keys()], (rung) => -predicted[rung].timeNs);
    return isCautious && !isWorthwhile(predicted[0], predicted[best]) ? 0 : best;
  };

const PRINTED = { hiddenUnits: 7, rounds: 300, decay: 1e-4, share: 0.95, isLogarithmic: false, networks: 1 };

const LEARNERS: Readonly<Record<string, Learner>> = {
  'not coarsened': () => () => 0,
  'one factor for all': uniqueFactor,
  'network as printed': network(PRINTED),
  'network, five of them, logarithms': network({
    ...PRINTED,
    decay: 1e-2,
    isLogarithmic: true,
    networks: 5,
  }),
  'a tree by costs': costTreeOf(8),
  'the model': ofModel(false),
  'the model, where it is sure': ofModel(true),
  'best measured': () => (ladder) => bestOf([...ladder.rungs.keys()], (rung) => speedUp(ladder, rung)),
};

function bestOf(choices: readonly number[], worth: (choice: number) => number): number {
  return choices.reduce((best, each) => (worth(each) > worth(best) ? each : best));
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function kernelsOf(ladders: readonly Ladder[]): Map<string, Ladder[]> {
  const groups = new Map<string, Ladder[]>();
  for (const each of ladders) groups.set(each.kernel, [...(groups.get(each.kernel) ?? []), each]);
  return groups;
}

/** One value per kernel: the geometric mean over its directions. */
function byKernel(ladders: readonly Ladder[], of: (ladder: Ladder) => number): number[] {
  return [...kernelsOf(ladders).values()].map((group) => geometricMean(group.map(of)));
}

/** Of each ladder the rung where a learner stops that has not seen its kernel. */
function decide(
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

function main(): void {
  const read = (file: string): Ladder[] => JSON.parse(readFileSync(file, 'utf8')).ladders;
  const known = read(flags.ladders);
  const strangers = flags.strangers === undefined ? undefined : read(flags.strangers);
  const judged = strangers ?? known;
  const best = (ladder: Ladder) => Math.max(...ladder.rungs.map((_, rung) => speedUp(ladder, rung)));
  const all = Object.entries(LEARNERS).map(([name, learner]) => ({
    name,
    rungs: decide(learner, known, strangers),
  }));
  console.log(`${byKernel(judged, () => 1).length} kernels, ${judged.length} ladders`);
  console.log('decided by | speed-up | of the best | worst | slower by 3 % | as the best, or within 3 %');
  for (const { name, rungs } of all) {
    const speed = (ladder: Ladder) => speedUp(ladder, rungs.get(ladder)!);
    const share = byKernel(judged, (ladder) => speed(ladder) / best(ladder));
    const slower = judged.filter((ladder) => speed(ladder) < 0.97).length;
    const right = judged.filter((ladder) => speed(ladder) > 0.97 * best(ladder)).length;
    console.log(
      [
        name,
        geometricMean(byKernel(judged, speed)).toFixed(3),
        geometricMean(share).toFixed(3),
        Math.min(...judged.map(speed)).toFixed(2),
        slower,
        `${right} of ${judged.length}`,
      ].join(' | '),
    );
  }
  if (flags.list && !strangers)
    for (const ladder of judged)
      console.log(
        [
          ladder.kernel,
          ladder.axis,
          ...all.map(
            ({ rungs }) => ladder.rungs[Math.min(rungs.get(ladder)!, ladder.rungs.length - 1)].factor,
          ),
          best(ladder).toFixed(2),
        ].join(' '),
      );
  if (flags.plot && !strangers) {
    const kernels = [...kernelsOf(judged)].map(([kernel, ladders]) => ({
      kernel,
      speedUps: all.map(({ rungs }) => geometricMean(ladders.map((each) => speedUp(each, rungs.get(each)!)))),
    }));
    writeFileSync(
      flags.plot,
      shareBars(
        all.map(({ name }) => name),
        kernels,
      ),
    );
  }
}

main();
