// What a measurement is made of, with a GPU that returns what the test says: no device is needed.

import { describe, expect, it } from 'vitest';
import type { Gpu, JobResult } from '../../src/hardware/gpu.ts';
import { GpuError } from '../../src/hardware/gpu-error.ts';
import type { DeviceInfo, FailureReason, Job } from '../../src/hardware/job.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { type MeasureOptions, measureLaunch } from '../../src/measure/measure.ts';

const DEVICE: DeviceInfo = {
  device: 'a device',
  driver: '1.0',
  backend: 'vulkan',
  isSoftware: false,
  subgroupSizes: [32, 32],
  features: [],
  limits: {},
};
const SAMPLES = [12_000, 10_000, 11_000].map((timeNs) => ({ timeNs, spinNs: 1000 }));

/** Bindings of the job to what it leaves in the pages that are asked for, or the failure. */
type Answer = (job: Omit<Job, 'id'>) => Partial<JobResult> | FailureReason;

function fakeGpu(answer: Answer, device = DEVICE) {
  const jobs: Omit<Job, 'id'>[] = [];
  const gpu = {
    device: async () => device,
    async run(job: Omit<Job, 'id'>): Promise<JobResult> {
      jobs.push(job);
      const result = answer(job);
      if (typeof result === 'string') throw new GpuError(result, `it was ${result}\nand more`);
      return { pages: [], samples: SAMPLES, wanted: 3, fullSpinNs: 1000, repeats: 1, ...result };
    },
  };
  return { gpu: gpu as unknown as Gpu, jobs };
}

/** The first pages of each buffer that is read back. */
const leaving =
  (...words: (ArrayBufferView | undefined)[]): Answer =>
  ({ bindings }) => ({
    pages: bindings.map(({ readPages }, i) => {
      if (!readPages) return undefined;
      const pages = new Uint32Array(readPages.length * 1024);
      const given = words[i];
      if (given) pages.set(new Uint32Array(given.buffer, given.byteOffset, given.byteLength / 4));
      return pages;
    }),
  });

const COUNT = 256;
const head = (...types: string[]) =>
  types
    .map((type, i) => `@group(0) @binding(${i}) var<storage, read_write> ${'xyz'[i]}: array<${type}>;\n`)
    .join('');
const main = (body: string) =>
  `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { let i = id.x; ${body} }`;
const SQUARES = head('u32', 'u32') + main('y[i] = x[i] * x[i];');
const squares = () => Uint32Array.from({ length: COUNT }, (_, i) => i * i);

function launchOf(changes: object = {}, buffers: readonly object[] = [{ data: { kind: 'iota-u32' } }, {}]) {
  const text = JSON.stringify({
    shader: 'k.wgsl',
    dispatch: [COUNT / 64],
    bindings: buffers.map((each, binding) => ({ group: 0, binding, size: 4 * COUNT, ...each })),
    ...changes,
  });
  const { value, diagnostics } = parseLaunch(text, 'k.json', { params: {} });
  expect(diagnostics).toEqual([]);
  return value!;
}

const OPTIONS: MeasureOptions = {
  samples: 3,
  verifies: true,
  params: {},
  files: () => new Uint8Array(),
  now: () => 0,
  date: '2026-11-21T10:00:00Z',
  webgpuVersion: '0.3.0',
};

async function measure(
  answer: Answer,
  {
    source = SQUARES,
    launch = launchOf(),
    device = DEVICE,
    ...options
  }: Partial<MeasureOptions> & {
    source?: Parameters<typeof measureLaunch>[2];
    launch?: ReturnType<typeof launchOf>;
    device?: DeviceInfo;
  } = {},
) {
  const { gpu, jobs } = fakeGpu(answer, device);
  return { ...(await measureLaunch(gpu, launch, source, { ...OPTIONS, ...options })), jobs };
}

describe('a measurement', () => {
  it('is the median of the samples and what is known of them', async () => {
    const { value, diagnostics, jobs } = await measure(leaving(undefined, squares()), { params: { N: '4' } });
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({
      schema: 'kernelcast/measurement@1',
      name: 'k',
      launch: 'k.json',
      device: 'a device',
      timeNs: 11_000,
      minNs: 10_000,
      maxNs: 12_000,
      params: { N: '4' },
      restored: [],
      samples: SAMPLES,
      date: OPTIONS.date,
      // 500 of 11,000 ns on either side of the middle.
      quality: ['noisy'],
    });
    expect(value!.spread).toBeCloseTo(1000 / 11_000, 12);
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({ entryPoint: 'main', dispatch: [4, 1, 1], samples: 3, code: SQUARES });
  });

  it('reads back only what is compared, and has restored what steers', async () => {
    const [job] = (await measure(leaving(undefined, squares()))).jobs;
    expect(job.bindings.map(({ readPages }) => readPages && [...readPages])).toEqual([undefined, [0]]);
    expect(job.bindings.map((each) => each.isRestored)).toEqual([false, false]);
    const source = head('u32') + main('if (x[i] < 100) { x[i] = 200; }');
    const { value, jobs } = await measure(() => ({}), {
      source,
      launch: launchOf({}, [{}]),
      verifies: false,
    });
    expect(jobs[0].bindings).toMatchObject([{ isRestored: true }]);
    expect(jobs[0].bindings[0]).not.toHaveProperty('readPages');
    expect(value!.restored).toEqual(['x']);
    expect(value!.verification).toMatchObject({ method: 'none', words: 0, unverified: ['not asked for'] });
  });

  it('has no params of its own where none were changed', async () => {
    expect((await measure(leaving(undefined, squares()))).value).not.toHaveProperty('params');
  });
});

describe('the output', () => {
  it('is right when every word is', async () => {
    const { value } = await measure(leaving(undefined, squares()));
    // The whole page counts: what lies behind the buffer is zero on both sides.
    expect(value!.verification).toEqual({
      method: 'full',
      workgroups: 4,
      words: 1024,
      mismatches: 0,
      unverified: [],
    });
  });

  it('is wrong by the words that differ, and where the first of them is', async () => {
    const wrong = squares();
    wrong[77] += 1;
    wrong[200] = 0;
    const { value, diagnostics } = await measure(leaving(undefined, wrong));
    expect(diagnostics).toEqual([]);
    expect(value!.verification).toMatchObject({
      mismatches: 2,
      firstMismatch: 'y[word 77] is 0x172a, expected 0x1729',
    });
  });

  it('is wrong when the GPU left nothing', async () => {
    const { value } = await measure(leaving());
    // All but the first square.
    expect(value!.verification).toMatchObject({ mismatches: COUNT - 1 });
  });

  it('shows floats as such, and forgives other roundings', async () => {
    const source = head('f32', 'f32') + main('y[i] = x[i] + f32(i) * 0.5;');
    const launch = launchOf({}, [{}, {}]);
    const half = Float32Array.from({ length: COUNT }, (_, i) => 0.5 * i * (1 + 1e-6));
    const right = await measure(leaving(undefined, half), { source, launch });
    expect(right.value!.verification.mismatches).toBe(0);
    half[8] = 40;
    const wrong = await measure(leaving(undefined, half), { source, launch });
    expect(wrong.value!.verification).toMatchObject({
      mismatches: 1,
      firstMismatch: 'y[word 8] is 40, expected 4',
    });
  });

  it('leaves words out on which fused and unfused multiply-add disagree, and only those', async () => {
    const source =
      head('f32', 'u32') + main('let a = 1 + x[i]; y[i] = select(0u, 1u, a * a - 2 * x[i] > 1);');
    const numbers = Float32Array.from({ length: COUNT }, (_, i) => i * i * 3e-9);
    const values = Array.from(numbers, (number) => ({ f32: number }));
    const launch = launchOf({}, [{ data: { kind: 'words', values } }, {}]);
    // As a GPU finds it that rounds the product by itself, which is as legal as not to.
    const unfused = Uint32Array.from(numbers, (x) => {
      const a = Math.fround(1 + x);
      return Math.fround(Math.fround(a * a) - 2 * x) > 1 ? 1 : 0;
    });
    const other = await measure(leaving(undefined, unfused), { source, launch });
    expect(other.jobs).toHaveLength(1);
    const { sensitive = 0, ...verification } = other.value!.verification;
    expect(sensitive).toBeGreaterThan(0);
    expect(sensitive).toBeLessThan(COUNT / 8);
    expect(verification).toMatchObject({ mismatches: 0, words: 1024 - sensitive });
    // Where all differ that rounding has no say in, the output is wrong.
    const wrong = await measure(
      leaving(
        undefined,
        unfused.map((word) => 1 - word),
      ),
      { source, launch },
    );
    expect(wrong.value!.verification.mismatches).toBe(COUNT - sensitive);
  });

  it('is compared with the file that the launch names', async () => {
    const launch = launchOf({ check: { group: 0, binding: 1, reference: 'right.bin' } });
    const files = () => new Uint8Array(squares().buffer);
    const right = await measure(leaving(undefined, squares()), { launch, files });
    expect(right.value!.verification).toMatchObject({ method: 'file', words: COUNT, mismatches: 0 });
    const wrong = squares();
    wrong[3] = 10;
    const { value } = await measure(leaving(undefined, wrong), { launch, files });
    expect(value!.verification).toMatchObject({
      method: 'file',
      mismatches: 1,
      firstMismatch: 'y[word 3] is 0xa, expected 0x9',
    });
  });

  it.each([
    [{ group: 0, binding: 1, reference: 'long.bin' }, new Uint8Array(8 * COUNT), /2048 bytes, and y 1024/],
    [{ group: 0, binding: 1, reference: 'odd.bin' }, new Uint8Array(7), /7 bytes/],
    [{ group: 0, binding: 1, reference: 'empty.bin' }, new Uint8Array(), /0 bytes/],
  ])('is not compared with a file that does not fit: %j', async (check, bytes, message) => {
    const launch = launchOf({ check });
    await expect(measure(leaving(), { launch, files: () => bytes })).rejects.toThrow(message);
  });
});

describe('what cannot be measured', () => {
  it('is SPIR-V', async () => {
    const source = { file: 'k.spvasm', text: '' };
    const { value, diagnostics, jobs } = await measure(() => ({}), { source });
    expect([value, jobs]).toEqual([undefined, []]);
    expect(diagnostics).toMatchObject([{ severity: 'unsupported', code: 'measure/spirv' }]);
    expect(diagnostics[0].message).toMatch(/WGSL only/);
  });

  it('is a kernel that does not decode, or whose buffers are missing', async () => {
    const missing = await measure(() => ({}), { launch: launchOf({}, [{}]) });
    expect([missing.value, missing.jobs]).toEqual([undefined, []]);
    expect(missing.diagnostics[0]).toMatchObject({ severity: 'invalid' });
  });

  it.each([
    ['no-adapter', 'no-gpu'],
    ['no-timestamps', 'no-gpu'],
    ['validation', 'invalid'],
    ['out-of-memory', 'no-gpu'],
    ['lost', 'no-gpu'],
    ['hang', 'no-gpu'],
    ['crash', 'no-gpu'],
    ['internal', 'no-gpu'],
  ] as const)('says so of %s, with what to do where something can be done', async (reason, severity) => {
    const { value, diagnostics } = await measure(() => reason);
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { severity, code: `measure/${reason}`, message: `k: it was ${reason}` },
    ]);
    const hasAdvice = ['no-adapter', 'no-timestamps', 'hang', 'out-of-memory'].includes(reason);
    expect(diagnostics[0].notes !== undefined).toBe(hasAdvice);
  });

  it('is a launch of which all samples are zero', async () => {
    const { value, diagnostics } = await measure((job) => ({
      ...(leaving(undefined, squares())(job) as Partial<JobResult>),
      samples: [{ timeNs: 0, spinNs: 1000 }],
    }));
    expect(value).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'measure/internal' }]);
  });
});

describe('the worth of the samples', () => {
  const timed = async (samples: JobResult['samples'], device = DEVICE) => {
    const { value } = await measure(() => ({ samples, wanted: 3 }), { verifies: false, device });
    return value!;
  };

  it('counts only those at full clock', async () => {
    const value = await timed([
      { timeNs: 10_000, spinNs: 1000 },
      { timeNs: 20_000, spinNs: 2000 },
      { timeNs: 10_100, spinNs: 1001 },
    ]);
    expect(value).toMatchObject({ timeNs: 10_050, quality: ['clock-unstable'] });
    expect(value.samples).toHaveLength(3);
  });

  it('says so where none is at the full clock that other processes have seen', async () => {
    const { value } = await measure(() => ({ fullSpinNs: 560 }), { verifies: false });
    expect(value).toMatchObject({ timeNs: 11_000, quality: ['clock-unstable', 'noisy'] });
  });

  it('is none of a GPU where the adapter runs on the processor', async () => {
    const value = await timed(SAMPLES, { ...DEVICE, isSoftware: true, subgroupSizes: [4, 4] });
    expect(value.quality).toContain('software');
  });
});
