// How good variants by input are at inputs that they were not made for (docs/adapting.md):
//   node build.mjs bench/adapt/leave-one-out.ts && node dist/bench/adapt/leave-one-out.js [--svg docs/adapting.svg]
// Every input of a kernel is left out in turn. What is learnt from the others (bench/adapt/recorded, measured) chooses a
// configuration for it; the table has the share of the best speed measured there that it has, as geometric means. By
// the model (bench/adapt/predicted), the same is learnt from predictions, of which nothing was measured, and scored by
// the measurements where there are any, else by predictions.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { leaveOneOutReport } from './leave-one-out-report.ts';

const { values: flags } = parseArgs({ options: { svg: { type: 'string' } } });

const { text, svg } = await leaveOneOutReport();
process.stdout.write(text);
if (flags.svg !== undefined) writeFileSync(flags.svg, svg);
