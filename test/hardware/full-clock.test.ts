// A device whose clock rises in steps and stays low for longer than a process measures, as an H200's did on 29 November
// 2026: two processes, at 0.56 and at about 0.4 of its clock, took the one for the other's full clock.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fullClocks } from '../../src/hardware/full-clocks.ts';
import type { DeviceInfo } from '../../src/hardware/job.ts';
import { type ClockMemory, type FullClock, Stopwatch } from '../../src/hardware/stopwatch.ts';

/** Of an invocation's rounds, at full clock: 4096 of them take 0.215 ms. */
const ROUND_NS = 52.5;
const KERNEL_NS = 500_000;

let nowMs = 0;

/**
 * A device on which everything takes its time divided by `clock`, a share of the full one, of the time of day; its
 * timestamps are multiples of `stepNs`.
 */
function fakeDevice(clock: (ms: number) => number, stepNs = 1): GPUDevice {
  const stamps = new BigUint64Array(4);
  let rounds = 0;
  const stamp = () => BigInt(Math.floor((nowMs * 1e6) / stepNs) * stepNs);
  const buffer = (size: number) => ({
    size,
    mapAsync: async () => {},
    getMappedRange: () => stamps.slice().buffer,
    unmap: () => {},
  });
  const encoder = () => ({
    beginComputePass: ({ timestampWrites }: GPUComputePassDescriptor = {}) => {
      let workNs = 0;
      return {
        setPipeline: () => {},
        setBindGroup: () => {},
        dispatchWorkgroups: (count: number) => (workNs += count === 1 ? KERNEL_NS : rounds * ROUND_NS),
        end: () => {
          const at = timestampWrites!.beginningOfPassWriteIndex!;
          stamps[at] = stamp();
          nowMs += workNs / 1e6 / clock(nowMs);
          stamps[at + 1] = stamp();
        },
      };
    },
    copyBufferToBuffer: () => {},
    resolveQuerySet: () => {},
    finish: () => {},
  });
  const device = {
    createBuffer: ({ size }: GPUBufferDescriptor) => buffer(size),
    createShaderModule: () => ({}),
    createComputePipelineAsync: async () => ({ getBindGroupLayout: () => ({}) }),
    createBindGroup: () => ({}),
    createQuerySet: ({ count }: GPUQuerySetDescriptor) => ({ count }),
    createCommandEncoder: encoder,
    pushErrorScope: () => {},
    popErrorScope: async () => null,
    queue: {
      writeBuffer: (_buffer: GPUBuffer, _at: number, words: Uint32Array) => (rounds = words[0]),
      submit: () => {},
    },
  };
  return device as unknown as GPUDevice;
}

function memory(first?: FullClock) {
  let kept = first;
  const all: ClockMemory = { known: () => kept, note: (clock) => (kept = clock) };
  return { all, kept: () => kept };
}

const kernelNs = async (watch: Stopwatch): Promise<number> => {
  const { timeNs } = await watch.take(
    () => {},
    undefined,
    (pass) => pass.dispatchWorkgroups(1),
  );
  return timeNs;
};

beforeAll(() => {
  vi.stubGlobal('GPUBufferUsage', {});
  vi.stubGlobal('GPUMapMode', {});
  vi.stubGlobal('GPUTexture', class {});
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
beforeEach(() => {
  nowMs = 0;
});

const FULL = { iterations: 4096, spinNs: 5 * 4096 * ROUND_NS };

describe('the full clock', () => {
  it('is found behind an idle one, and the spin pass is made for it', async () => {
    const { all, kept } = memory();
    const watch = new Stopwatch(
      fakeDevice((ms) => (ms < 200 ? 0.17 : 1)),
      false,
      all,
    );
    await watch.holdClock();
    expect(kept()).toEqual({ iterations: 4096, spinNs: expect.closeTo(FULL.spinNs, -1) });
    expect(watch.fullSpinNs).toBe(watch.fastestSpinNs);
    expect(await kernelNs(watch)).toBeCloseTo(KERNEL_NS, -1);
  });

  it('is waited for once it is known from another process', async () => {
    const watch = new Stopwatch(
      fakeDevice((ms) => (ms < 1300 ? 0.56 : 1)),
      false,
      memory(FULL).all,
    );
    await watch.holdClock();
    expect(await kernelNs(watch)).toBeCloseTo(KERNEL_NS, -1);
    expect(nowMs).toBeLessThan(1310);
  });

  it('takes one spin pass to hold where the device has it', async () => {
    const watch = new Stopwatch(
      fakeDevice(() => 1),
      false,
      memory(FULL).all,
    );
    await watch.holdClock();
    expect(nowMs).toBeLessThan(2);
  });

  it('that is never reached is known all the same, and is waited for once', async () => {
    const { all, kept } = memory(FULL);
    const watch = new Stopwatch(
      fakeDevice(() => 0.56),
      false,
      all,
    );
    await watch.holdClock();
    expect(watch.fullSpinNs).toBe(FULL.spinNs);
    expect(watch.fastestSpinNs).toBeCloseTo(FULL.spinNs / 0.56, -1);
    expect(kept()).toEqual(FULL);
    const before = nowMs;
    await watch.holdClock();
    expect(nowMs - before).toBeLessThan(3);
  });

  it('is the same for a second process where timestamps are rounded', async () => {
    const { all, kept } = memory();
    const device = fakeDevice(() => 1, 65_536);
    await new Stopwatch(device, false, all).holdClock();
    const first = kept();
    const watch = new Stopwatch(device, false, all);
    const before = nowMs;
    await watch.holdClock();
    expect(kept()).toEqual(first);
    expect(nowMs - before).toBeLessThan(2.1e-6 * first!.spinNs);
  });

  it('is learnt anew where the device is quicker than it was', async () => {
    const slow = { iterations: 2048, spinNs: (5 * 2048 * ROUND_NS) / 0.4 };
    const { all, kept } = memory(slow);
    await new Stopwatch(
      fakeDevice(() => 1),
      false,
      all,
    ).holdClock();
    expect(kept()).toEqual({ iterations: 4096, spinNs: expect.closeTo(FULL.spinNs, -1) });
  });
});

describe('what is kept of full clocks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-clocks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const info = (device: string) => ({ device, driver: '1.2', backend: 'vulkan' }) as DeviceInfo;

  it('is by device and driver, in a folder that need not be there', () => {
    const file = path.join(folder, 'new', 'clocks.json');
    fullClocks(info('A'), file).note(FULL);
    fullClocks(info('B'), file).note({ ...FULL, spinNs: 7 });
    expect(fullClocks(info('A'), file).known()).toEqual(FULL);
    expect(fullClocks(info('C'), file).known()).toBeUndefined();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      'A, 1.2, vulkan': FULL,
      'B, 1.2, vulkan': { ...FULL, spinNs: 7 },
    });
  });

  it.each(['', '[]', 'null', '{"A, 1.2, vulkan": {"iterations": 0, "spinNs": 5}}', '{"A, 1.2, vulkan": 3}'])(
    'is nothing where the file holds %j',
    (text) => {
      const file = path.join(folder, 'odd.json');
      writeFileSync(file, text);
      expect(fullClocks(info('A'), file).known()).toBeUndefined();
    },
  );

  it('is lost in silence where nothing can be written', () => {
    const file = path.join(folder, 'odd.json', 'below.json');
    fullClocks(info('A'), file).note(FULL);
    expect(fullClocks(info('A'), file).known()).toBeUndefined();
  });
});
