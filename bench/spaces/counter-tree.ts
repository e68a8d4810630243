// Which emulated counters measured speed-ups come with, over the kernels of coarsening-ladders.json, as figure 5.7 of
// Magni's thesis has it for its devices (docs/learned-coarsening.md):
//   node build.mjs bench/spaces/counter-tree.ts && node dist/bench/spaces/counter-tree.js [--plot FILE.svg]

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explainSpace, type SampledSpace } from '../../src/analyze/explain-space.ts';
import { styleFor } from '../../src/report/layout.ts';
import { spaceExplanationSvg } from '../../src/report/space-explanation-svg.ts';
import { spaceExplanationText } from '../../src/report/space-explanation-text.ts';
import type { Ladder } from './coarsening-ladders.ts';
import { kernelsOf } from './coarsening-learners.ts';

const { values: flags } = parseArgs({ options: { plot: { type: 'string' } } });

const ladders: Ladder[] = JSON.parse(readFileSync('bench/spaces/coarsening-ladders.json', 'utf8')).ladders;
const spaces = [...kernelsOf(ladders)].map(([kernel, own]): SampledSpace => {
  const samples = own.flatMap(({ rungs }) =>
    rungs.map(({ measuredNs, counters }) => ({ kernel, timeNs: measuredNs, counters })),
  );
  // All directions of a kernel begin with the same configuration.
  return { kernel, base: samples[0], samples, configurations: samples.length, refused: 0 };
});
const explanation = explainSpace('nvidia-h200, measured', spaces);
process.stdout.write(spaceExplanationText([explanation], styleFor(false)));
if (flags.plot) writeFileSync(flags.plot, spaceExplanationSvg([explanation]));
