// Predictions beside what hardware counters say of the same kernels' twins in CUDA: where the two part, and how far.
//   node build.mjs bench/studies/twin-counters.ts && node dist/bench/studies/twin-counters.js [--each] [--set DIR] [FILE]
// FILE is a `kernelcast/twin-counters@1` record, which twins.py makes of what twins.ts writes.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { loadLaunch } from '../../src/launch/load.ts';
import { predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { keyOf } from '../../src/space/space.ts';
import { recordsOf } from '../spaces/recorded-points.ts';

interface Row {
  readonly kernel: string;
  readonly timeNs: number;
  readonly localBytes: number;
  readonly loadSectors: number;
  readonly loadHits: number;
  readonly storeSectors: number;
  readonly l2AtomicSectors: number;
  readonly sectorsFromL2: number;
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
}

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'bench/spaces/studied' },
    each: { type: 'boolean', default: false },
  },
});
const file = positionals[0] ?? path.join(flags.set, 'counters-nvidia-h200.json');
const profile = loadProfile('nvidia-h200').value!;
const options = {
  profile,
  cache: 'warm',
  without: [],
  seed: 0,
  now: () => performance.now(),
  files: (named: string) => new Uint8Array(readFileSync(named)),
} as const;
const SECTOR_BYTES = 32;
/** What ratios are told of: less is noise, and what the profiler itself puts back. */
const ENOUGH_BYTES = 40e6;

const records = new Map(recordsOf(flags.set).map((record) => [record.kernel, record]));
const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: readonly Row[] };
const compared = rows.map(compare).filter((each) => each !== undefined);
if (flags.each)
  for (const { kernel, ...numbers } of compared)
    process.stdout.write(
      `${kernel.padEnd(28)} ${Object.entries(numbers)
        .map(([name, value]) => `${name} ${value?.toFixed(2) ?? '-'}`)
        .join('  ')}\n`,
    );
summarize('prediction over measured time', 'predicted');
summarize('twin over measured time', 'twin');
summarize('hits in L1, predicted less counted', 'hits');
summarize('bytes from L2, predicted over counted', 'fromL2');
summarize('bytes of DRAM, predicted over counted', 'dram');

/** None where the space is not recorded or the kernel not predicted. */
function compare(row: Row) {
  const { kernel } = row;
  const record = records.get(kernel);
  const launch = loadLaunch(path.join(flags.set, 'kernels', `${kernel}.json`)).value;
  if (record === undefined || launch === undefined) return undefined;
  const { configurations, base } = record;
  const asItIs = configurations.find(({ at }) => keyOf(at) === keyOf(base))?.timeNs;
  const prediction = predictLaunch(launch, readFileSync(launch.shaderPath, 'utf8'), options).value;
  if (asItIs === undefined || prediction === undefined) return undefined;
  const { memory, timeNs } = prediction;
  const isPlain = row.localBytes === 0 && row.l2AtomicSectors < 1e5;
  const counted = row.sectorsFromL2 * SECTOR_BYTES;
  const fromL2 = memory.l2Bytes - row.storeSectors * SECTOR_BYTES;
  const dramBytes = row.dramReadBytes + row.dramWriteBytes;
  return {
    kernel,
    predicted: timeNs / asItIs,
    twin: row.timeNs / asItIs,
    hits:
      row.loadSectors * SECTOR_BYTES < ENOUGH_BYTES
        ? undefined
        : (memory.l1HitRate ?? 0) - row.loadHits / row.loadSectors,
    fromL2: isPlain && counted >= ENOUGH_BYTES ? fromL2 / counted : undefined,
    dram: isPlain && dramBytes >= ENOUGH_BYTES ? memory.dramBytes / dramBytes : undefined,
  };
}

function summarize(what: string, key: keyof Omit<NonNullable<ReturnType<typeof compare>>, 'kernel'>): void {
  const values = compared
    .map((each) => each[key])
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b);
  const at = (share: number) => values[Math.floor(share * (values.length - 1))].toFixed(2);
  process.stdout.write(
    `${what.padEnd(40)} ${values.length} kernels: tenth ${at(0.1)}, quarter ${at(0.25)}, middle ${at(0.5)}, three quarters ${at(0.75)}, nine tenths ${at(0.9)}\n`,
  );
}
