// How good the learned coarsening factor is beside the model's, each kernel decided by what was learned from all others
// (docs/learned-coarsening.md):
//   node build.mjs bench/spaces/learned-coarsening.ts
//   node dist/bench/spaces/learned-coarsening.js [--ladders FILE] [--strangers FILE] [--list] [--plot FILE.svg]
// The ladders come from coarsening-ladders.ts. With --strangers, those are decided instead, by what was learned from the
// first, and only summed up.

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Ladder } from './coarsening-ladders.ts';
import { byKernel, decide, geometricMean, kernelsOf, LEARNERS, speedUp } from './coarsening-learners.ts';
import { stripPlot } from './learned-coarsening-plot.ts';

const { values: flags } = parseArgs({
  options: {
    ladders: { type: 'string', default: 'bench/spaces/coarsening-ladders.json' },
    strangers: { type: 'string' },
    list: { type: 'boolean', default: false },
    plot: { type: 'string' },
  },
});

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
      stripPlot(
        all.map(({ name }) => name),
        kernels,
      ),
    );
  }
}

main();
