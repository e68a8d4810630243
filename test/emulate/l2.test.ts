// The L2 model: how much memory a launch touches, judged from a sample, and what of it comes from DRAM.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distinctInARow,
  distinctSectors,
  fitPool,
  footprint,
  type Pool,
  withNearby,
} from '../../src/emulate/footprint.ts';
import { keptOfSweep } from '../../src/emulate/kept-of-sweep.ts';
import { copiesOf, deviceMemory, dramTraffic } from '../../src/emulate/l2.ts';
import { prepareTrace } from '../../src/emulate/prepared-trace.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { toy } from './toy.ts';
import { buildTrace, lineSectors, type TraceSpec } from './trace-builder.ts';

function poolsOf(spec: TraceSpec) {
  const prepared = prepareTrace(buildTrace(spec), toy.memory);
  return { prepared, pools: footprint(prepared, toy.memory) };
}

/** Workgroups of one warp that load and store the given lines. */
function touching(lines: readonly (readonly number[])[], extra: Partial<TraceSpec> = {}): TraceSpec {
  return {
    segments: [['load_global 1 @0', 'store_global <- 1 @1']],
    workgroups: lines.map((each) => [
      each.map((line) => ({
        segment: 0,
        accesses: [{ sectors: lineSectors(line) }, { sectors: [line * 4] }],
      })),
    ]),
    ...extra,
  };
}

describe('footprints', () => {
  it('grow with every workgroup when they share nothing, up to the buffer', () => {
    const { pools } = poolsOf(
      touching(
        [
          [0, 1],
          [2, 3],
          [4, 5],
        ],
        { bufferBytes: [128 * 100] },
      ),
    );
    expect(pools.read[0]).toEqual({ perWorkgroup: 8, common: 0, size: Infinity, capSectors: 400 });
    expect(distinctSectors(pools.read[0], 10)).toBe(80);
    expect(distinctSectors(pools.read[0], 1000)).toBe(400);
    expect(distinctSectors(pools.written[0], 10)).toBe(20);
  });

  it('stay the same when all read the same', () => {
    const { pools } = poolsOf(
      touching([
        [7, 9],
        [7, 9],
        [7, 9],
      ]),
    );
    expect(distinctSectors(pools.read[0], 1)).toBeCloseTo(8, 6);
    expect(distinctSectors(pools.read[0], 1e6)).toBeCloseTo(8, 3);
  });

  it('find the pool that workgroups draw from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 2, max: 500 }),
        fc.integer({ min: 2, max: 64 }),
        (perWorkgroup, ratio, sampled) => {
          const size = perWorkgroup * ratio;
          const pool: Pool = { perWorkgroup, common: 0, size, capSectors: Infinity };
          const fitted = fitPool(perWorkgroup, distinctSectors(pool, sampled), sampled, Infinity);
          expect(fitted.size / size).toBeCloseTo(1, 3);
        },
      ),
    );
  });

  it('tell what all read from what each reads for itself', () => {
    // Line 0 is everyone's; two more belong to each. As draws from one pool these would be a pool of some 60 lines.
    const own = Array.from({ length: 10 }, (_, index) => [0, 1 + 2 * index, 2 + 2 * index]);
    const pool = poolsOf(touching(own)).pools.read[0];
    expect(pool).toMatchObject({ perWorkgroup: 12, common: 4, size: Infinity });
    expect(distinctSectors(pool, 1000)).toBe(4 + 1000 * 8);
  });

  it('come from those workgroups alone that stand for the launch', () => {
    // The first four lie on one SM and share line 9; the others share nothing.
    const lines = [[9], [9], [9], [9], [1], [2], [3], [4], [5]];
    const trace = { ...buildTrace(touching(lines)), coResidents: 4 };
    const { read, storedSectors, sampled } = footprint(prepareTrace(trace, toy.memory), toy.memory);
    expect(read[0]).toMatchObject({ perWorkgroup: 4, common: 0, size: Infinity });
    expect([storedSectors[0], sampled]).toEqual([5, 5]);
  });

  it('tell from pairs what each of many in a row adds to those before it', () => {
    // Windows of 12 lines that move on by one, wherever one looks.
    const window = (at: number) => Array.from({ length: 12 }, (_, line) => at + line);
    const places = [500, 501, 100, 101, 900, 901];
    const trace = {
      ...buildTrace(touching(places.map(window), { bufferBytes: [128 * 10000] })),
      workgroupIndex: Int32Array.from(places),
    };
    const prepared = prepareTrace(trace, toy.memory);
    const near = footprint(prepared, toy.memory, true);
    expect(near.read[0]).toMatchObject({ perWorkgroup: 48, perNext: 4, size: Infinity });
    const far = poolsOf(touching([500, 100, 900].map(window), { bufferBytes: [128 * 10000] })).pools;
    const [pool] = withNearby(far, near).read;
    expect(distinctInARow(pool, 1)).toBeCloseTo(48, 4);
    expect(distinctInARow(pool, 200)).toBe((12 + 199) * 4);
  });

  it('count whole bursts of what is read', () => {
    const memory = { ...toy.memory, dramBurstBytes: { value: 64, source: 'test' } };
    const entry = { segment: 0, accesses: [{ sectors: [0, 6] }, { sectors: [8] }] };
    const spec = { segments: [['load_global 1 @0', 'store_global <- 1 @1']], workgroups: [[[entry]]] };
    const { read, written } = footprint(prepareTrace(buildTrace(spec), memory), memory);
    expect([read[0].perWorkgroup, written[0].perWorkgroup]).toEqual([4, 1]);
  });

  it('never shrink with more workgroups and never exceed the buffer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
        fc.nat(2000),
        fc.nat(2000),
        (lines, some, more) => {
          const pool = poolsOf(touching(lines, { bufferBytes: [61 * 128] })).pools.touched[0];
          expect(distinctSectors(pool, some + more)).toBeGreaterThanOrEqual(distinctSectors(pool, some));
          expect(distinctSectors(pool, some)).toBeLessThanOrEqual(61 * 4);
        },
      ),
    );
  });

  it('count the iterations that a shortened loop stands for', () => {
    const entries = [0, 1, 2, 3].map((line) => ({
      segment: 0,
      weight: line < 2 ? 1 : 50,
      accesses: [{ sectors: lineSectors(line) }],
    }));
    const { pools } = poolsOf({ segments: [['load_global 1 @0']], workgroups: [[entries]] });
    expect(pools.read[0].perWorkgroup).toBe(2 * 4 + 2 * 50 * 4);
  });
});

describe('what a sweep leaves in L2', () => {
  it('is all of less than four fifths of the capacity, half at it, nothing at six fifths', () => {
    expect([0, 0.5, 0.8, 1, 1.2, 9].map(keptOfSweep)).toEqual([1, 1, 1, 0.5, 0, 0]);
  });

  it('falls steadily in between', () => {
    for (let ratio = 0.81; ratio < 1.18; ratio += 0.01) {
      expect(keptOfSweep(ratio + 0.01)).toBeLessThan(keptOfSweep(ratio));
    }
  });

  it('is what an H200 keeps of lines that one, two and six SMs walk', () => {
    const { memory } = loadProfile('nvidia-h200').value!;
    const mebibytes = memory.l2Bytes.value / 2 ** 20;
    const errors = sweptShares().map(({ users, sweptMiB, missing }) => {
      const kept = keptOfSweep((sweptMiB * copiesOf(users, 2)) / mebibytes);
      return Math.abs(1 - kept - missing);
    });
    expect(errors.length).toBeGreaterThan(30);
    expect(errors.reduce((sum, each) => sum + each, 0) / errors.length).toBeLessThan(0.06);
    expect(Math.max(...errors)).toBeLessThan(0.2);
  });
});

/** What microbench/sweeps.cu found gone, as the share of the way from the latency of L2 to that of DRAM. */
function sweptShares() {
  const file = 'microbench/results/nvidia-h200-2026-11-29-sweeps.json';
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: SweptRow[] };
  return rows
    .filter(({ walk }) => walk === 'each again')
    .flatMap(({ users, cycles }) => {
      const near = Math.min(...cycles.map(([, each]) => each));
      const far = Math.max(...cycles.map(([, each]) => each));
      return cycles.map(([sweptMiB, each]) => ({ users, sweptMiB, missing: (each - near) / (far - near) }));
    });
}

interface SweptRow {
  readonly walk: string;
  /** SMs that walk each line. */
  readonly users: number;
  /** MiB, and cycles from one line to the next when all were walked before. */
  readonly cycles: readonly (readonly [number, number])[];
}

describe('DRAM traffic', () => {
  const shape = {
    totalWorkgroups: 1000,
    concurrent: 100,
    deviceShare: 4,
    emulated: 20,
    cache: 'warm' as const,
  };
  const streams = Array.from({ length: 20 }, (_, index) => [2 * index, 2 * index + 1]);
  const big = touching(streams, { bufferBytes: [2000 * 128] });

  it('is nothing when caches are warm and the launch fits', () => {
    const { pools } = poolsOf(big);
    const traffic = dramTraffic(pools, shape, 10_000);
    expect([traffic.readSectors, traffic.writtenSectors]).toEqual([0, 0]);
    expect(traffic.missOnFirstFetch[0]).toBe(0);
  });

  it('is the footprint when caches are cold, and written lines stay in L2', () => {
    const { pools } = poolsOf(big);
    const traffic = dramTraffic(pools, { ...shape, cache: 'cold' }, 10_000);
    expect([traffic.readSectors, traffic.writtenSectors]).toEqual([8000, 0]);
    expect(traffic.missOnFirstFetch[0]).toBe(1);
  });

  it('is everything when the launch is far larger than L2', () => {
    const { pools } = poolsOf(big);
    const traffic = dramTraffic(pools, shape, 1000);
    expect(traffic.readSectors).toBeCloseTo(8000, 6);
    expect(traffic.writtenSectors).toBeCloseTo(2000, 6);
    expect(traffic.writeBackPerStore[0]).toBeCloseTo(1, 9);
  });

  it('keeps a small table in L2 that is read more often than all else', () => {
    // Each workgroup streams ten lines of its own and looks up four of a table of 80, out of step with the others.
    const lines = Array.from({ length: 20 }, (_, each) => {
      const stream = Array.from({ length: 10 }, (_, index) => 1000 + 10 * each + index);
      const table = Array.from({ length: 4 }, (_, index) => (each * 29 + index * 37) % 80);
      return each % 2 === 0 ? [...table, ...stream] : [...stream, ...table];
    });
    const entries = (each: readonly number[]) =>
      each.map((line) => ({ segment: 0, accesses: [{ sectors: lineSectors(line) }] }));
    const spec: TraceSpec = {
      segments: [['load_global 1 @0']],
      workgroups: lines.map((each) => [entries(each)]),
      bufferBytes: [1000 * 128, 1e9],
    };
    const { pools } = poolsOf(spec);
    expect(pools.alignment[0]).toBe(0);
    // L2 holds the table and 900 lines of the stream: far more than the 200 that pass between two looks at a line.
    const { readSectors } = dramTraffic(pools, { ...shape, cache: 'cold' }, 4 * 980);
    expect(readSectors / (4 * 10_000)).toBeGreaterThan(1);
    expect(readSectors / (4 * 10_000)).toBeLessThan(1.02);
  });

  it('counts what each wave fetches again', () => {
    // All workgroups read the same 40 lines; L2 holds 10 of them.
    const all = Array.from({ length: 40 }, (_, line) => line);
    const { pools } = poolsOf(touching([all, all]));
    const traffic = dramTraffic(pools, shape, 40);
    expect(traffic.readSectors).toBeCloseTo(10 * 160, 1);
  });
});

describe('shared data', () => {
  const shape = {
    totalWorkgroups: 1000,
    concurrent: 100,
    deviceShare: 4,
    emulated: 20,
    cache: 'warm' as const,
  };
  const reading = (orders: readonly (readonly number[])[]): TraceSpec => ({
    segments: [['load_global 1 @0']],
    workgroups: orders.map((lines) => [
      lines.map((line) => ({ segment: 0, accesses: [{ sectors: lineSectors(line) }] })),
    ]),
    bufferBytes: [64 * 128],
  });
  const upward = Array.from({ length: 64 }, (_, line) => line);
  const scattered = upward.map((line) => (line * 37 + 11) % 64);

  it('is in step when workgroups want it in the same order', () => {
    expect(poolsOf(reading([upward, upward, upward])).pools.alignment[0]).toBe(1);
    expect(poolsOf(reading([upward, scattered])).pools.alignment[0]).toBeLessThan(0.3);
  });

  it('comes from L2 once a wave in step, and misses at random out of step', () => {
    // 256 sectors, L2 holds 208 of them; every workgroup reads all.
    const inStep = dramTraffic(poolsOf(reading([upward, upward])).pools, shape, 208).readSectors;
    const outOfStep = dramTraffic(poolsOf(reading([upward, scattered])).pools, shape, 208).readSectors;
    expect(inStep).toBe(10 * 256);
    expect(outOfStep).toBeGreaterThan(0.7 * (48 / 256) * 1000 * 256);
  });

  it('is found less where workgroups come apart, but not in the first wave', () => {
    const { pools } = poolsOf(reading([upward, upward]));
    const sectorsAt = (apart: number, totalWorkgroups = shape.totalWorkgroups) =>
      dramTraffic({ ...pools, apart }, { ...shape, totalWorkgroups }, 224).readSectors;
    expect(sectorsAt(0.5)).toBeGreaterThan(2 * sectorsAt(0));
    expect(sectorsAt(1)).toBeGreaterThan(1.5 * sectorsAt(0.5));
    expect(sectorsAt(1, shape.concurrent)).toBe(sectorsAt(0, shape.concurrent));
  });

  it('is held on both sides of a divided L2', () => {
    const { pools } = poolsOf(reading([upward, upward]));
    expect(dramTraffic(pools, shape, 400, 1).readSectors).toBe(0);
    expect(dramTraffic(pools, shape, 400, 2).readSectors).toBeGreaterThan(0);
  });

  it('is all on the side of a lone workgroup, else where it belongs and with all who read it', () => {
    const sideSectors = (orders: readonly (readonly number[])[]) =>
      dramTraffic(poolsOf(reading(orders)).pools, { ...shape, totalWorkgroups: orders.length }, 400, 2)
        .sideSectors;
    expect(sideSectors([upward])).toBe(256);
    expect(sideSectors([upward, upward])).toBeCloseTo((256 * 1.75) / 2, 9);
    expect(sideSectors([upward.slice(0, 32), upward.slice(32)])).toBeCloseTo((256 * 1.5) / 2, 9);
  });
});

describe('memory as an SM sees it', () => {
  const shape = {
    totalWorkgroups: 1000,
    concurrent: 100,
    deviceShare: 4,
    emulated: 20,
    cache: 'warm' as const,
  };
  const { prepared, pools } = poolsOf(touching([[0], [1]], { bufferBytes: [128_000] }));
  const withMemory = (changes: Record<string, number>): Profile => ({
    ...toy,
    memory: {
      ...toy.memory,
      ...Object.fromEntries(
        Object.entries(changes).map(([key, value]) => [key, { value, source: 'derived:test' }]),
      ),
    },
  });

  it('shares bandwidth among active SMs but not beyond what reaches one', () => {
    // 128 B a cycle for 4 SMs: 32 B each, a sector a cycle; alone it gets its own 32 B a cycle.
    expect(deviceMemory({ prepared, footprint: pools }, toy, shape).l2ReadSectorCycles).toBe(1);
    expect(
      deviceMemory({ prepared, footprint: pools }, toy, { ...shape, deviceShare: 1 }).l2ReadSectorCycles,
    ).toBe(1);
    expect(deviceMemory({ prepared, footprint: pools }, toy, shape).dramSectorCycles).toBeCloseTo(2, 9);
    expect(
      deviceMemory({ prepared, footprint: pools }, toy, { ...shape, deviceShare: 1 }).dramSectorCycles,
    ).toBeCloseTo(0.5, 9);
  });

  it('takes longer to reach the far part of L2', () => {
    const latency = (near: number) =>
      deviceMemory(
        { prepared, footprint: pools },
        withMemory({ l2Bytes: 2 * near, l2NearBytes: near, l2FarLatencyCycles: 400 }),
        shape,
      ).l2LatencyCycles;
    // The launch touches 128000 bytes, each side three quarters of them: its own, and half of the other's.
    expect(latency(120_000)).toBeCloseTo(200, 9);
    expect(latency(80_000)).toBeCloseTo(400, 9);
    expect(latency(96_000)).toBeCloseTo(300, 9);
  });

  it('mixes reads and writes through the measured points', () => {
    const bandwidths = {
      l2Bytes: 1024,
      dramReadBytesPerSecond: 64e9,
      dramWriteBytesPerSecond: 32e9,
      dramCopyBytesPerSecond: 32e9,
    };
    const cycles = (spec: TraceSpec) => {
      const each = poolsOf({ ...spec, bufferBytes: [128_000], totalWorkgroups: 1000 });
      return (
        deviceMemory({ prepared: each.prepared, footprint: each.pools }, withMemory(bandwidths), shape)
          .dramSectorCycles / 4
      );
    };
    const lines = Array.from({ length: 20 }, (_, index) => [index]);
    const only = (text: string): TraceSpec => ({
      segments: [[text]],
      workgroups: lines.map(([line]) => [[{ segment: 0, accesses: [{ sectors: lineSectors(line) }] }]]),
    });
    expect(cycles(only('load_global 1 @0'))).toBeCloseTo(0.5, 6);
    expect(cycles(only('store_global <- 1 @0'))).toBeCloseTo(1, 6);
    // Half and half.
    const copy: TraceSpec = {
      segments: [['load_global 1 @0', 'store_global <- 1 @1']],
      workgroups: lines.map(([line]) => [
        [{ segment: 0, accesses: [{ sectors: lineSectors(line) }, { sectors: lineSectors(line + 500) }] }],
      ]),
    };
    expect(cycles(copy)).toBeCloseTo(1, 6);
  });
});
