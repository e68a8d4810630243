// Does tuning at the minimum saturation point find what tuning at the target size finds? Replayed from what was
// recorded at both sizes, nothing is run:
//   node build.mjs bench/spaces/saturation.ts && node dist/bench/spaces/saturation.js [--format json]
//     [--sweep FILE] [--spaces DIR] [--threshold 0.1]

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findSaturation, THRESHOLD } from '../../src/tune/saturation.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';
import plan from './saturation.json' with { type: 'json' };
import { curveOf, type SweepRecord, type SweptKernel } from './saturation-record.ts';
import { type Study, studyOf, studyText } from './saturation-study.ts';

const DEVICE = 'nvidia-h200';

const { values: flags } = parseArgs({
  options: {
    sweep: { type: 'string', default: `bench/spaces/recorded/saturation/sweep-${DEVICE}.json` },
    spaces: { type: 'string', default: 'bench/spaces/recorded/saturation' },
    threshold: { type: 'string', default: String(THRESHOLD) },
    format: { type: 'string', default: 'text' },
  },
});

const sweep = JSON.parse(readFileSync(flags.sweep, 'utf8')) as SweepRecord;

function spaceAt(kernel: string, size: number): SpaceRecord | undefined {
  return readSpaceRecord(path.join(flags.spaces, `${kernel}-${size}-${DEVICE}.json`));
}

const studies = (plan.kernels as readonly SweptKernel[]).flatMap((swept): Study[] => {
  const times = sweep.kernels.find(({ kernel }) => kernel === swept.kernel)?.curve;
  if (times === undefined) return [];
  const saturation = findSaturation(curveOf(times, swept), Number(flags.threshold));
  const [point, target] = [saturation.curve[saturation.chosen], saturation.curve.at(-1)!];
  return [studyOf(swept, saturation, spaceAt(swept.kernel, point.size), spaceAt(swept.kernel, target.size))];
});
process.stdout.write(flags.format === 'json' ? `${JSON.stringify(studies)}\n` : studyText(studies));
