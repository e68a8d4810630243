// `node build.mjs bench/coarsening/run.ts && node dist/bench/coarsening/run.js`: every kernel of kernels.json
// coarsened in every direction with every factor and stride of the thesis, each proven equal to the original by
// execution, or refused with a reason. Options: `--only NAME`, `--format json`. Exit code 1 when any differs.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { type Axis, type Transformation, transformKernel } from '../../src/transform/index.ts';
import { type Contents, contentsAfter, firstDifference } from './equality.ts';

const FACTORS = [2, 4, 8, 16, 32];
const STRIDES = [1, 2, 4, 8, 16, 32];
const AXES = ['x', 'y', 'z'] as const;

interface Entry {
  /** The name in table 5.4 of the thesis, for its kernels. */
  readonly thesis?: string;
  readonly launch: string;
  readonly params: Readonly<Record<string, number>>;
}

interface Tried {
  readonly factor: number;
  /** `blocks` for block coarsening. */
  readonly stride: number | 'blocks';
  /** `equal`, why it was refused, or what differs. */
  readonly outcome: string;
  readonly kind: 'equal' | 'refused' | 'different';
}

interface Row {
  readonly kernel: string;
  readonly thesis: string;
  readonly direction: string;
  readonly tried: readonly Tried[];
}

const folder = path.join(process.cwd(), 'bench/coarsening');
const argument = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

function rowsOf(entry: Entry): Row[] {
  const loaded = loadLaunch(path.join(folder, entry.launch), { params: entry.params });
  const launch = loaded.value;
  if (!launch) throw new Error(loaded.diagnostics.map((each) => each.message).join('\n'));
  const source = readFileSync(launch.shaderPath, 'utf8');
  const expected = contentsAfter(source, launch);
  const axes = ([0, 1, 2] as const).filter((axis) => axis === 0 || hasExtent(source, launch, axis));
  return axes.map((axis) => ({
    kernel: path.basename(entry.launch, '.json'),
    thesis: entry.thesis ?? '',
    direction: AXES[axis],
    tried: FACTORS.flatMap((factor) => [
      ...STRIDES.map((stride) =>
        attempt(source, launch, expected, { coarsen: [{ direction: axis, factor, stride }] }, factor, stride),
      ),
      attempt(source, launch, expected, { blockCoarsen: [{ direction: axis, factor }] }, factor, 'blocks'),
    ]),
  }));
}

/** Whether there is more than one invocation along the axis. */
function hasExtent(source: string, launch: Launch, axis: Axis): boolean {
  const size = transformKernel(source, launch, {}).value?.workgroupSize[axis] ?? 1;
  return size * launch.dispatch[axis] > 1;
}

function attempt(
  source: string,
  launch: Launch,
  expected: Contents,
  transformation: Transformation,
  factor: number,
  stride: number | 'blocks',
): Tried {
  const { value, diagnostics } = transformKernel(source, launch, transformation);
  if (!value) return { factor, stride, kind: 'refused', outcome: diagnostics[0].message };
  const { dispatch, constants } = value;
  const actual = contentsAfter(value.source, { ...launch, dispatch, constants });
  const difference = firstDifference(expected, actual);
  return { factor, stride, kind: difference ? 'different' : 'equal', outcome: difference ?? 'equal' };
}

function print(rows: readonly Row[]): void {
  for (const { kernel, thesis, direction, tried } of rows) {
    const count = (kind: Tried['kind']) => tried.filter((each) => each.kind === kind).length;
    const name = thesis === '' ? kernel : `${thesis} (${kernel})`;
    const sums = `${count('equal')} equal, ${count('refused')} refused, ${count('different')} different`;
    console.log(`${name.padEnd(44)} ${direction}  ${sums}`);
    const reasons = new Map<string, string[]>();
    for (const { kind, outcome, factor, stride } of tried) {
      if (kind === 'equal') continue;
      const reason =
        kind === 'refused' ? outcome.replace(/; that is too few for .*/, '; that is too few') : outcome;
      reasons.set(reason, [...(reasons.get(reason) ?? []), `${factor}:${stride}`]);
    }
    for (const [reason, all] of reasons) console.log(`    ${all.join(' ')}\n      ${reason}`);
  }
}

const { kernels } = JSON.parse(readFileSync(path.join(folder, 'kernels.json'), 'utf8')) as {
  kernels: Entry[];
};
const only = argument('--only');
const chosen = kernels.filter(
  (each) => only === undefined || each.launch.includes(only) || each.thesis === only,
);
const rows: Row[] = [];
for (const entry of chosen) {
  const own = rowsOf(entry);
  rows.push(...own);
  if (argument('--format') !== 'json') print(own);
}
const all = rows.flatMap((row) => row.tried);
const sum = (kind: Tried['kind']) => all.filter((each) => each.kind === kind).length;
if (argument('--format') === 'json') console.log(JSON.stringify(rows, null, 2));
else
  console.log(
    `\n${rows.length} rows: ${sum('equal')} equal, ${sum('refused')} refused, ${sum('different')} different`,
  );
if (sum('different') > 0) process.exitCode = 1;
