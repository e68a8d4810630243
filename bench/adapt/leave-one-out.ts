// How good variants by input are at inputs that they were not made for (docs/adapting.md):
//   node build.mjs bench/adapt/leave-one-out.ts && node dist/bench/adapt/leave-one-out.js [--svg docs/adapting.svg]
// Every input of a kernel is left out in turn. What is learnt from the others (bench/adapt/recorded, measured) chooses a
// configuration for it; the table has the share of the best speed measured there that it has, as geometric means. The
// column "by model" is learnt from predictions of all inputs (bench/adapt/predicted), of which nothing was measured, and
// scored by the measurements. The second table is learnt from predictions and scored by them. Kernels that plan.json
// knows to be wrong at their inputs are in neither.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { leaveOneOutReport } from './leave-one-out-report.ts';

const { values: flags } = parseArgs({ options: { svg: { type: 'string' } } });

const { text, svg } = await leaveOneOutReport();
process.stdout.write(text);
if (flags.svg !== undefined) writeFileSync(flags.svg, svg);
