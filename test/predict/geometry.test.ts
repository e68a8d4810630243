// Whole predictions on devices with warps, sectors, lines and banks of other sizes than NVIDIA's.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { type Forecast, forecastLaunch } from '../../src/predict/predict.ts';
import { profileProblems } from '../../src/profile/check.ts';
import type { Profile, Quantity } from '../../src/profile/profile.ts';
import { toy } from '../emulate/toy.ts';

interface Sizes {
  readonly lanes?: number;
  readonly sectorBytes?: number;
  readonly lineBytes?: number;
  readonly banks?: number;
  readonly bankBytes?: number;
}

const quantity = (value: number): Quantity => ({ value, source: 'derived:for this test' });

/** The toy device with other sizes; it holds as many invocations as before. */
function toyOf({ lanes = 32, sectorBytes = 32, lineBytes = 128, banks = 32, bankBytes = 4 }: Sizes): Profile {
  const threads = toy.limits.warpsPerSm.value * toy.limits.subgroupSize.value;
  const profile: Profile = {
    ...toy,
    limits: { ...toy.limits, subgroupSize: quantity(lanes), warpsPerSm: quantity(threads / lanes) },
    memory: {
      ...toy.memory,
      sectorBytes: quantity(sectorBytes),
      lineBytes: quantity(lineBytes),
      sharedBanks: quantity(banks),
      sharedBankBytes: quantity(bankBytes),
    },
  };
  expect(profileProblems(profile)).toEqual([]);
  return profile;
}

const KINDS: readonly Sizes[] = [
  { lanes: 8, sectorBytes: 64, lineBytes: 64, banks: 16 },
  { lanes: 16, sectorBytes: 64, lineBytes: 128, banks: 16 },
  { lanes: 64, sectorBytes: 64, lineBytes: 64 },
  { lanes: 64, sectorBytes: 32, lineBytes: 64, bankBytes: 8 },
  { lanes: 128, sectorBytes: 64, lineBytes: 128, banks: 64 },
];

const files = (): Uint8Array => new Uint8Array();
const options = { cache: 'cold', without: [], seed: 0, now: () => 0, files } as const;

function forecast(name: string, params: Record<string, number>, sizes: Sizes): Forecast {
  const launch = loadLaunch(path.join('examples', `${name}.json`), { params }).value!;
  const source = readFileSync(launch.shaderPath, 'utf8');
  const { value, diagnostics } = forecastLaunch(launch, source, { ...options, profile: toyOf(sizes) });
  expect(diagnostics.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  return value!;
}

const COPY = `
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) { output[id.x] = input[id.x]; }`;
const COPY_BYTES = 4 * 2 ** 20;

function forecastOfCopy(sizes: Sizes): Forecast {
  const launch = {
    shader: 'copy.wgsl',
    dispatch: [COPY_BYTES / 4 / 256],
    bindings: [0, 1].map((binding) => ({ group: 0, binding, size: COPY_BYTES })),
  };
  const parsed = parseLaunch(JSON.stringify(launch), 'copy.json').value!;
  return forecastLaunch(parsed, COPY, { ...options, profile: toyOf(sizes) }).value!;
}

const SMALL: readonly [string, Record<string, number>][] = [
  ['matmul-tiled', { N: 128 }],
  ['reduction', { N: 65536, GROUPS: 32 }],
  ['subgroup-sum', { N: 65536 }],
  ['histogram', { N: 65536, GROUPS: 16 }],
  ['transpose-naive', { N: 256 }],
];

describe.each(KINDS)('a device with %o', (sizes) => {
  it.each(SMALL)('runs %s', (name, params) => {
    const { prediction } = forecast(name, params, sizes);
    expect(prediction.timeNs).toBeGreaterThan(toy.launch.overheadNs.value);
    expect(prediction.timeNs).toBeLessThan(1e9);
    expect(prediction.warnings.filter((each) => each.includes('out-of-bounds'))).toEqual([]);
  });

  it('moves the bytes of a copy, each once', () => {
    const { memory } = forecastOfCopy(sizes).prediction;
    const sectors = (4 * sizes.lanes!) / sizes.sectorBytes!;
    expect(memory.sectorsPerRequest).toBeCloseTo(Math.max(1, sectors), 5);
    expect(memory.dramBytes / (2 * COPY_BYTES)).toBeCloseTo(1, 1);
    // L1 keeps the rest of a sector that is read, but a store of part of one goes to L2 alone.
    expect(memory.l2Bytes / COPY_BYTES).toBeCloseTo(1 + Math.max(1, 1 / sectors), 3);
  });
});

describe('sectors', () => {
  it('of any size leave a coalesced copy what it is', () => {
    const times = [16, 32, 64, 128].map((sectorBytes) => forecastOfCopy({ sectorBytes }).prediction.timeNs);
    for (const time of times) expect(time / times[1]).toBeCloseTo(1, 1);
  });

  it('make a transpose the dearer, the larger they are', () => {
    const of = (sectorBytes: number) => forecast('transpose-naive', { N: 512 }, { sectorBytes }).prediction;
    const [small, middle, large] = [of(32), of(64), of(128)];
    expect(middle.timeNs).toBeGreaterThan(1.1 * small.timeNs);
    expect(large.timeNs).toBeGreaterThan(1.3 * middle.timeNs);
    expect(large.memory.l2Bytes).toBeGreaterThan(middle.memory.l2Bytes);
  });
});

describe('banks', () => {
  it('make lanes meet more often, the fewer there are', () => {
    const passesOf = (banks: number) => {
      const { accessPasses } = forecast('transpose-tiled', { N: 256 }, { banks }).timing.trace;
      return accessPasses.reduce((sum, passes) => sum + passes, 0);
    };
    expect(passesOf(16)).toBeGreaterThan(passesOf(32));
    expect(passesOf(32)).toBeGreaterThan(passesOf(64));
  });
});

describe('the size of a subgroup', () => {
  it.each([8, 16, 32, 64, 128])('is what the shader and the driver are told: %i', (lanes) => {
    const { program, timing } = forecast('subgroup-sum', { N: 65536 }, { lanes });
    expect(timing.trace.geometry.subgroupSize).toBe(lanes);
    expect(Math.max(...timing.trace.entryLanes)).toBe(lanes);
    // A sum for each subgroup of 256 invocations is stored, then read again one by one.
    const { accessLanes, warpFirstEntry, workgroupFirstWarp } = timing.trace;
    expect(workgroupFirstWarp[1]).toBe(256 / lanes);
    expect(warpFirstEntry.length - 1).toBe((256 / lanes) * timing.trace.workgroupIndex.length);
    expect(accessLanes.includes(lanes)).toBe(true);
    expect(JSON.stringify(program.module.body)).not.toContain('subgroup_size');
  });
});
