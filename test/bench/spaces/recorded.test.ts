// The recorded spaces belong to the kernels as they are: measured again when a kernel, its sizes or its space
// change.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import plan from '../../../bench/spaces/saturation.json' with { type: 'json' };
import { curveOf, type SweepRecord, type SweptKernel } from '../../../bench/spaces/saturation-record.ts';
import { studyOf } from '../../../bench/spaces/saturation-study.ts';
import { limitsOf } from '../../../src/configure/needs.ts';
import { openTunable } from '../../../src/configure/open.ts';
import { loadProfile } from '../../../src/profile/load.ts';
import { keyOf } from '../../../src/space/space.ts';
import { findSaturation } from '../../../src/tune/saturation.ts';
import { readSpaceRecord, type SpaceRecord } from '../../../src/tune/trials/space-record.ts';

const root = path.join(import.meta.dirname, '../../..');
const recorded = path.join(root, 'bench/spaces/recorded');

const profile = loadProfile('nvidia-h200').value!;

/** All but the sweep, which is no space. */
function recordsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.json') && !file.startsWith('sweep-'));
  return files.map((file) => path.relative(root, path.join(folder, file))).sort();
}

const files = [...recordsIn(recorded), ...recordsIn(path.join(recorded, 'saturation'))];

function open(record: SpaceRecord) {
  const file = path.join(root, 'bench/spaces/kernels', `${record.kernel}.json`);
  const { value, diagnostics } = openTunable(
    file,
    record.params ?? {},
    undefined,
    limitsOf('adapter', profile),
  );
  expect(diagnostics.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  return value!;
}

describe.each(files)('%s', (file) => {
  const record = readSpaceRecord(path.join(root, file))!;
  const tunable = open(record);
  const { space, points, base } = tunable;

  it('is of the kernel as it is', () => {
    const parameters = space.parameters.map(({ name, values, isOrdered }) => ({ name, values, isOrdered }));
    // Behind those of the launch, a record has the limits of its device, in the words of their time.
    const declared = (tunable.launch.constraints ?? []).map(({ text }) => text);
    const { constraints } = record;
    expect(constraints.slice(0, declared.length)).toEqual(declared);
    expect(record).toMatchObject({ parameters, base, valid: points.count });
    const { launch, source } = tunable.instantiate(base).value!;
    const identity = JSON.stringify([source, launch.params, parameters, constraints]);
    expect(record.source).toBe(createHash('sha256').update(identity).digest('hex'));
  });

  it('has every configuration once, with a time', () => {
    const keys = record.configurations.map(({ at }) => keyOf(at));
    expect(keys.sort()).toEqual([...points].map(keyOf).sort());
    for (const { status, timeNs } of record.configurations) {
      expect(status).toBe('correct');
      expect(timeNs).toBeGreaterThan(0);
    }
  });
});

describe('the recorded spaces', () => {
  it('are those of all kernels', () => {
    const kernels = readdirSync(path.join(root, 'bench/spaces/kernels')).filter((each) =>
      each.endsWith('.json'),
    );
    const known = files
      .filter((file) => !file.includes('saturation'))
      .map((file) => `${path.basename(file).replace(/-nvidia-h200\.json$/, '')}.json`);
    expect(known.sort()).toEqual(kernels.sort());
  });
});

describe('the study of saturation points', () => {
  const sweep: SweepRecord = JSON.parse(
    readFileSync(path.join(recorded, 'saturation/sweep-nvidia-h200.json'), 'utf8'),
  );
  const studies = (plan.kernels as readonly SweptKernel[]).map((swept) => {
    const { curve } = sweep.kernels.find(({ kernel }) => kernel === swept.kernel)!;
    const saturation = findSaturation(curveOf(curve, swept));
    const [point, target] = [saturation.curve[saturation.chosen], saturation.curve.at(-1)!];
    const spaceAt = (size: number) =>
      readSpaceRecord(path.join(recorded, `saturation/${swept.kernel}-${size}-nvidia-h200.json`));
    expect(curve.map(({ size }) => size)).toEqual(swept.sizes);
    return studyOf(swept, saturation, spaceAt(point.size), spaceAt(target.size));
  });

  it('has the spaces of every kernel that saturates, over at least six doublings', () => {
    for (const { saturation, tuned } of studies) {
      expect(tuned !== undefined).toBe(saturation.verdict === 'saturates');
    }
    const others = studies.filter(({ saturation }) => saturation.verdict !== 'saturates');
    expect(others.map(({ kernel }) => kernel)).toEqual(['nbody']);
    for (const { sizes } of plan.kernels) expect(sizes.at(-1)! / sizes[0]).toBeGreaterThanOrEqual(2 ** 6);
  });

  it('finds at least 90 % of the best speed on at least six kernels, and saves time on all', () => {
    const tuned = studies.flatMap((each) => each.tuned ?? []);
    expect(tuned.filter(({ shareOfBest }) => shareOfBest >= 0.9).length).toBeGreaterThanOrEqual(6);
    for (const { confirmedSearchSpeedup } of tuned) expect(confirmedSearchSpeedup).toBeGreaterThan(1);
  });
});
