// Whole launches on the toy device: 4 SMs at 1 GHz, 16 warps and 8 workgroups each, DRAM 64 GB/s and L2
// 128 GB/s (64 and 128 bytes a cycle), 32 bytes a cycle into each SM, L2 1 MiB, launch overhead 5000 ns,
// workgroups started one per cycle and issuing 100 cycles later.
import { describe, expect, it } from 'vitest';
import { runOnDevice, type TimingInput } from '../../src/emulate/device.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { sensitivity, suspects } from '../../src/emulate/sensitivity.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { toy } from './toy.ts';
import { buildTrace, lineSectors, type TraceSpec, times } from './trace-builder.ts';

function predict(spec: TraceSpec, options: Partial<TimingInput> = {}) {
  return predictTime({
    trace: buildTrace(spec),
    profile: toy,
    workgroupSize: spec.workgroups[0].length * 32,
    cache: 'warm',
    ...options,
  });
}

function withMemory(changes: Partial<Record<keyof Profile['memory'], number>>): Profile {
  const changed = Object.entries(changes).map(([name, value]) => [name, { value, source: 'derived:test' }]);
  return { ...toy, memory: { ...toy.memory, ...Object.fromEntries(changed) } };
}

/** Every warp loads `loads` lines of its own, or stores them. */
function stream(kind: 'load' | 'store', sampled: number, totalWorkgroups: number, loads = 8): TraceSpec {
  const register = (index: number) =>
    kind === 'load' ? `load_global ${index} @${index}` : `store_global <- 0 @${index}`;
  const warps = 4;
  return {
    segments: [
      [
        ...Array.from({ length: loads }, (_, index) => register(index)),
        ...(kind === 'load' ? ['fma 20 <- 7'] : []),
      ],
    ],
    workgroups: Array.from({ length: sampled }, (_, workgroup) =>
      Array.from({ length: warps }, (_, warp) => [
        {
          segment: 0,
          accesses: Array.from({ length: loads }, (_, index) => ({
            sectors: lineSectors((workgroup * warps + warp) * loads + index),
          })),
        },
      ]),
    ),
    totalWorkgroups,
    bufferBytes: [totalWorkgroups * warps * loads * 128],
  };
}

describe('bandwidth', () => {
  // 4096 workgroups · 4 warps · 8 lines · 128 B = 16 MiB, sixteen times L2.
  const bytes = 4096 * 4 * 8 * 128;

  it('of DRAM bounds a stream of loads', () => {
    const { cycles, memory, resources } = predict(stream('load', 16, 4096));
    expect(memory.dramBytes).toBeCloseTo(bytes, -2);
    expect(memory.l2HitRate).toBe(0);
    expect(cycles / (bytes / 64)).toBeGreaterThan(0.999);
    expect(cycles / (bytes / 64)).toBeLessThan(1.02);
    expect(resources.find(({ name }) => name === 'dram')!.utilization).toBeGreaterThan(0.97);
  });

  it('of DRAM bounds a stream of stores', () => {
    const { cycles, memory } = predict(stream('store', 16, 4096));
    expect(memory.dramBytes).toBeCloseTo(bytes, -2);
    expect(Math.abs(cycles / (bytes / 64) - 1)).toBeLessThan(0.02);
  });

  it('of L2 bounds what stays in L2', () => {
    // 128 workgroups touch 512 KiB: warm, no DRAM; 128 bytes a cycle from L2, 32 into each of 4 SMs.
    const small = stream('load', 32, 128);
    const warm = predict(small);
    expect(warm.memory.dramBytes).toBe(0);
    expect(warm.cycles).toBeGreaterThan((128 * 4 * 8 * 128) / 128);
    expect(warm.cycles).toBeLessThan((128 * 4 * 8 * 128) / 128 + 1000);
    const cold = predict(small, { cache: 'cold' });
    expect(cold.memory.dramBytes).toBe(128 * 4 * 8 * 128);
    expect(cold.cycles).toBeGreaterThan((128 * 4 * 8 * 128) / 64);
  });

  it('counts whole DRAM bursts for single sectors', () => {
    const whole = stream('load', 16, 4096, 1);
    const scattered: TraceSpec = {
      ...whole,
      segments: [['load_global 7 @0', 'fma 20 <- 7']],
      workgroups: Array.from({ length: 16 }, (_, workgroup) =>
        Array.from({ length: 4 }, (_, warp) => [
          { segment: 0, accesses: [{ sectors: [(workgroup * 4 + warp) * 4] }] },
        ]),
      ),
    };
    const single = predict(scattered, { profile: withMemory({ l2Bytes: 4096 }) });
    const burst = predict(scattered, { profile: withMemory({ l2Bytes: 4096, dramBurstBytes: 64 }) });
    expect(burst.memory.dramBytes / single.memory.dramBytes).toBeCloseTo(2, 6);
  });
});

describe('waves', () => {
  // One warp that takes 100 + 200·4 cycles; 8 workgroups fit on an SM.
  const chain = (total: number, sampled: number): TraceSpec => ({
    segments: [times(200, 'fma 1 <- 1')],
    workgroups: times(sampled, [[0]]),
    totalWorkgroups: total,
  });

  it('take the time of one when the launch is small', () => {
    const one = predict(chain(1, 1));
    expect(one.cycles).toBeGreaterThanOrEqual(100 + 199 * 4);
    expect(one.cycles).toBeLessThan(100 + 200 * 4 + 10);
    expect(one.occupancy).toMatchObject({ workgroupsPerSm: 1, limit: 'grid' });
    // 8 a scheduler's share is 4 chains, which fit into the latency of one.
    const full = predict(chain(32, 8));
    expect(full.cycles / one.cycles).toBeLessThan(1.05);
    expect(full.waves).toBe(1);
  });

  it('add up when the launch is larger', () => {
    const one = predict(chain(32, 8)).cycles;
    for (const waves of [2, 3, 10, 100]) {
      expect(Math.abs(predict(chain(32 * waves, 8)).cycles / (one * waves) - 1)).toBeLessThan(0.05);
    }
  });

  it('give the same when extrapolated as when emulated in full', () => {
    for (const total of [32 * 12, 32 * 12 + 8, 32 * 30 + 17]) {
      const spec = chain(total, 16);
      const full = predict(spec, { instructionBudget: 1e7 });
      const extrapolated = predict(spec, { instructionBudget: 6000 });
      expect(extrapolated.warpInstructions).toBeLessThan(full.warpInstructions / 2);
      expect(Math.abs(extrapolated.cycles / full.cycles - 1)).toBeLessThan(0.02);
    }
  });

  it('pay for a partial last wave', () => {
    const whole = predict(chain(64, 8)).cycles;
    const more = predict(chain(68, 8)).cycles;
    expect(more / whole).toBeGreaterThan(1.4);
  });

  it('cannot start faster than workgroups are launched', () => {
    const spec: TraceSpec = { segments: [['fma 1']], workgroups: times(8, [[0]]), totalWorkgroups: 100_000 };
    const profile = {
      ...toy,
      launch: { ...toy.launch, workgroupGapCycles: { value: 20, source: 'derived:test' } },
    };
    expect(Math.abs(predict(spec, { profile }).cycles / (100_000 * 20) - 1)).toBeLessThan(0.02);
  });

  it('add the launch overhead and turn cycles into time', () => {
    const { timeNs, cycles, launchNs } = predict(chain(1, 1));
    expect(launchNs).toBe(5000);
    expect(timeNs).toBeCloseTo(5000 + cycles, 6);
  });
});

describe('occupancy', () => {
  it('hides memory latency', () => {
    // Dependent loads from L2: time per workgroup falls with the number that are resident.
    const spec: TraceSpec = {
      segments: [['load_global 1 <- 1 @0', 'load_global 1 <- 1 @1']],
      workgroups: Array.from({ length: 8 }, (_, workgroup) => [
        times(20, {
          segment: 0,
          accesses: [{ sectors: [workgroup * 8] }, { sectors: [workgroup * 8 + 4] }],
        }),
      ]),
      totalWorkgroups: 320,
      bufferBytes: [1 << 19],
    };
    const profile = {
      ...toy,
      memory: { ...toy.memory, cachesGlobalLoadsInL1: { value: false, source: 'derived:test' } },
    };
    const many = predict(spec, { profile });
    // 4 KiB of 255-register warps: 8160 → 8192 a warp; 32768/8192 = 4.
    const few = predict({ ...spec, registersPerThread: 255 }, { profile });
    expect([many.occupancy.workgroupsPerSm, few.occupancy.workgroupsPerSm]).toEqual([8, 4]);
    expect(few.cycles / many.cycles).toBeGreaterThan(1.9);
    expect(few.cycles / many.cycles).toBeLessThan(2.1);
  });
});

describe('atomics', () => {
  const counter = (sectorOf: (warp: number) => number): TraceSpec => ({
    segments: [['reduce_global <- 1 @0']],
    workgroups: Array.from({ length: 8 }, (_, workgroup) => [
      times(32, { segment: 0, accesses: [{ sectors: [sectorOf(workgroup)], passes: 32 }] }),
    ]),
    totalWorkgroups: 1024,
  });

  it('on one address run at its rate however many SMs there are', () => {
    // 1024 workgroups · 32 · 32 lanes at 1 G/s.
    expect(Math.abs(predict(counter(() => 0)).cycles / (1024 * 32 * 32) - 1)).toBeLessThan(0.02);
  });

  it('on addresses of each workgroup spread over the 8 slices, though not evenly', () => {
    const even = (1024 * 32 * 32) / 8;
    const { cycles } = predict(counter((workgroup) => workgroup * 4));
    expect(cycles).toBeGreaterThan(even);
    expect(cycles).toBeLessThan(2 * even);
  });

  it('on few addresses by turns keep as many slices busy, whatever the others of the launch use', () => {
    const one = predict(counter(() => 0)).cycles;
    const together = (places: number) => buildTrace(counter((workgroup) => (workgroup % places) * 4 * 64));
    const run = (places: number) => {
      const trace = { ...buildTrace(counter((workgroup) => workgroup * 4)), together: together(places) };
      return runOnDevice({ trace, profile: toy, workgroupSize: 32, cache: 'warm' }).cycles;
    };
    expect(run(1) / one).toBeCloseTo(1, 1);
    expect(run(2) / one).toBeGreaterThan(0.4);
    expect(run(2) / one).toBeLessThan(0.6);
  });
});

describe('long workgroups', () => {
  // Loops whose warps run far more instructions than the budget allows.
  const spec: TraceSpec = {
    segments: [['special_register 0'], ['fma 1 <- 1', 'alu 2 <- 1', 'sfu 3 <- 2', 'branch'], ['fma 4 <- 3']],
    workgroups: times(4, times(4, [0, ...times(800, 1), 2])),
    totalWorkgroups: 64,
  };

  it('are emulated in part and continued at the same rate', () => {
    const full = predict(spec, { instructionBudget: 1e7 });
    const part = predict(spec, { instructionBudget: 4000 });
    expect(part.warpInstructions).toBeLessThanOrEqual(4000);
    expect(Math.abs(part.cycles / full.cycles - 1)).toBeLessThan(0.05);
    expect(part.instructions.perWarp).toBeCloseTo(full.instructions.perWarp, 6);
  });
});

describe('workgroups that differ', () => {
  it('are represented by their mean when only some are emulated', () => {
    const lengths = [...times(8, 1), ...times(8, 19)];
    const spec: TraceSpec = {
      segments: [times(20, 'sfu 1')],
      workgroups: lengths.map((length) => times(2, times(length, 0))),
      totalWorkgroups: 4000,
    };
    const { instructions, cycles } = predict(spec, { instructionBudget: 10_000 });
    expect(instructions.perWarp).toBeCloseTo(20 * 10, 3);
    // 1000 workgroups an SM, a warp each on two schedulers, 200 operations at 8 cycles.
    expect(cycles / (1000 * 200 * 8)).toBeGreaterThan(0.97);
    expect(cycles / (1000 * 200 * 8)).toBeLessThan(1.05);
  });
});

describe('imbalance', () => {
  const loops = (lengths: readonly number[], total: number): TraceSpec => ({
    segments: [times(20, 'fma 1 <- 1')],
    workgroups: lengths.map((length) => [times(length, 0)]),
    totalWorkgroups: total,
  });

  it('is nothing when workgroups are alike', () => {
    expect(predict(loops(times(8, 10), 256)).imbalanceFraction).toBe(0);
  });

  it('delays the end when they differ, less in long launches', () => {
    const lengths = [2, 18, 6, 14, 10, 10, 4, 16];
    const short = predict(loops(lengths, 64)).imbalanceFraction;
    const long = predict(loops(lengths, 6400)).imbalanceFraction;
    expect(short).toBeGreaterThan(0.02);
    expect(long).toBeLessThan(short / 10);
  });
});

describe('estimates', () => {
  const spec = stream('load', 16, 4096);
  const estimate = predict(spec);

  it('divide warp time among reasons', () => {
    const sum = Object.values(estimate.stalls).reduce((all, share) => all + share, 0);
    expect(sum).toBeCloseTo(1, 9);
    const shares = estimate.instructionShares
      .flatMap((each) => [...each])
      .reduce((all, share) => all + share, 0);
    expect(shares).toBeCloseTo(1, 9);
  });

  it('count instructions per warp', () => {
    expect(estimate.instructions).toEqual({ perWarp: 9, byClass: { load_global: 8, fma: 1 } });
  });

  it('name the guesses they lean on', () => {
    expect(estimate.guesses).toEqual(['launch.workgroupGapCycles']);
    const special = predict({ segments: [['special_register 1']], workgroups: [[[0]]] });
    expect(special.guesses).toEqual(['classes.special_register', 'launch.workgroupGapCycles']);
  });

  it('come out the same again', () => {
    expect(predict(spec)).toEqual(estimate);
  });

  it('can share the preparation', () => {
    const trace = buildTrace(spec);
    expect(predict(spec, { trace, preparation: prepare(trace, toy) })).toEqual(estimate);
  });
});

describe('sensitivity', () => {
  const input = (spec: TraceSpec) => ({
    trace: buildTrace(spec),
    profile: toy,
    workgroupSize: spec.workgroups[0].length * 32,
    cache: 'warm' as const,
  });
  const first = (spec: TraceSpec) => {
    const timing = input(spec);
    return suspects(predictTime(timing), 4)
      .map((suspect) => sensitivity(timing, suspect, 0.1))
      .sort((a, b) => b.elasticity - a.elasticity)[0];
  };

  it('finds DRAM bandwidth behind a stream', () => {
    const found = first(stream('load', 16, 4096));
    expect(found).toMatchObject({ resource: 'dram', parameter: 'gap' });
    expect(found.elasticity).toBeGreaterThan(0.95);
  });

  it('finds the latency behind a chain', () => {
    const found = first({ segments: [times(10_000, 'sfu 1 <- 1')], workgroups: [[[0]]] });
    expect(found).toMatchObject({ resource: 'sfu', parameter: 'latency' });
    expect(found.elasticity).toBeGreaterThan(0.95);
  });

  it('finds the pipe behind independent work', () => {
    const found = first({
      segments: [times(500, 'sfu 1')].map((lines) => lines.map((_, index) => `sfu ${index % 50}`)),
      workgroups: [times(8, [0])],
    });
    expect(found).toMatchObject({ resource: 'sfu', parameter: 'gap' });
  });
});
