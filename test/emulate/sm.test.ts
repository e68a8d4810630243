// One SM on the toy profile: 2 schedulers, fma latency 4 gap 1, alu 4/2, sfu 20/8, fp64 40/16 once per SM,
// workgroup memory 20 cycles and 1 per pass, L1 30, L2 200, DRAM 500; a workgroup starts at cycle 0 and issues
// first at 100; a taken branch costs 10; a barrier 10 + 2 per warp. Expected cycles are computed by hand.
import { describe, expect, it } from 'vitest';
import { roundRobin } from '../../bench/studies/round-robin.ts';
import { costTable, Resource } from '../../src/emulate/costs.ts';
import type { DeviceMemory } from '../../src/emulate/device-memory.ts';
import { DRAM_QUANTILES } from '../../src/emulate/dram-quantiles.ts';
import { prepareTrace } from '../../src/emulate/prepared-trace.ts';
import { greedyThenOldest } from '../../src/emulate/schedulers/greedy-then-oldest.ts';
import { oldestFirst } from '../../src/emulate/schedulers/oldest-first.ts';
import type { SchedulerPolicy } from '../../src/emulate/schedulers/policy.ts';
import { emulate } from '../../src/emulate/sm.ts';
import type { Sweep } from '../../src/emulate/sweep.ts';
import { addressPages, pagesBehind } from '../../src/emulate/translation.ts';
import type { Trace } from '../../src/execute/trace.ts';
import type { Aggregation } from '../../src/machine/program.ts';
import type { Memory, Profile } from '../../src/profile/profile.ts';
import { toy } from './toy.ts';
import { buildTrace, lineSectors, type TraceSpec, times } from './trace-builder.ts';

interface Options {
  readonly residents?: number;
  /** Workgroups under way where each warp gives its place back when it ends. */
  readonly begun?: number;
  readonly workgroups?: number;
  readonly policy?: SchedulerPolicy;
  readonly memory?: Partial<DeviceMemory>;
  readonly l1Lines?: number;
  readonly profileMemory?: Memory;
  readonly profile?: Profile;
  readonly isBeginning?: boolean;
}

/** Issue cycles (from the first possible issue) by slot, and the emulation. */
function run(spec: TraceSpec, options: Options = {}) {
  const trace = buildTrace(spec);
  const memory = options.profileMemory ?? toy.memory;
  const base = prepareTrace(trace, memory);
  const prepared = { ...base, addressPages: addressPages(base, memory, [], 1) };
  const issues: number[][] = [];
  const emulation = emulate(
    {
      prepared,
      costs: costTable(options.profile ?? toy, prepared.program),
      memory: {
        l2LatencyCycles: 200,
        dramLatencyCycles: 500,
        dramSpreadCycles: 0,
        storeLatencyCycles: 0,
        l2ReadSectorCycles: 1,
        l2RequestCycles: 0,
        l2WriteSectorCycles: 1,
        l2PortSectorCycles: 0,
        l2PortLineCycles: 0,
        l2FillSectorCycles: 0,
        l2MaskCycles: 0,
        lookUpCycles: 0,
        storeWindowCycles: -1,
        storeCrowdCycles: 0,
        dramSectorCycles: 2,
        dramLeastSectors: 0,
        atomicLatencyCycles: 300,
        atomicFarCycles: 0,
        atomicLoadShare: 0,
        atomicSectorCycles: 1,
        atomicSameAddressCycles: 1,
        missOnFirstFetch: new Float64Array(prepared.bufferCount),
        keptSectors: Infinity,
        writeBackPerStore: new Float64Array(prepared.bufferCount),
        burstMasks: Uint8Array.from({ length: 16 }, (_, mask) => mask),
        burstSectors: Uint8Array.from(
          { length: 16 },
          (_, mask) => mask.toString(2).replaceAll('0', '').length,
        ),
        cluster: undefined,
        side: undefined,
        ...options.memory,
      },
      residents: options.residents ?? 1,
      begun: options.begun ?? options.residents ?? 1,
      warpsFreedTogether: options.begun === undefined ? 0 : 1,
      schedulerShift: 0,
      warpsPerWorkgroup: spec.workgroups[0].length,
      sources: Int32Array.from(
        { length: options.workgroups ?? spec.workgroups.length },
        (_, index) => index % spec.workgroups.length,
      ),
      mostIssues: Infinity,
      enoughWork: Infinity,
      work: new Float64Array(trace.workgroupIndex.length),
      l1Lines: options.l1Lines ?? 64,
      l1Sets: 0,
      isBeginning: options.isBeginning,
      dispatchGapCycles: 0,
      dispatchLatencyCycles: 100,
      dramQuantiles: DRAM_QUANTILES,
    },
    options.policy,
    (time, slot) => {
      issues[slot] = [...(issues[slot] ?? []), time - 100];
    },
  );
  return { issues, emulation, statistics: emulation.statistics };
}

/** One workgroup of `warps` warps that all run segment 0 once. */
function warpsOf(warps: number, lines: readonly string[]): TraceSpec {
  return { segments: [lines], workgroups: [times(warps, [0])] };
}

describe('places of warps', () => {
  it('go to the next workgroup once there are enough of them, where warps give theirs back alone', () => {
    // One warp ends at once, the other takes 400 cycles; two such workgroups fit whole.
    const spec: TraceSpec = {
      segments: [['fma 1'], Array.from({ length: 20 }, (_, at) => `sfu ${at + 2} <- ${at + 1}`)],
      workgroups: [[[0], [0, 1]]],
    };
    const cycles = (options: Options) =>
      run(spec, { residents: 2, workgroups: 3, ...options }).emulation.cycles;
    const whole = cycles({});
    expect(cycles({ begun: 2 })).toBeCloseTo(whole, 6);
    expect(cycles({ begun: 3 })).toBeLessThan(0.75 * whole);
  });
});

describe('stores to the same sectors', () => {
  const memory = { ...toy.memory, storeWindowCycles: { value: 30, source: 'derived:as on an H200' } };
  const sectors = Array.from({ length: 32 }, (_, index) => index);
  const access = { sectors };
  const sent = (warps: number) => {
    const workgroups = [times(warps, [{ segment: 0, accesses: [access, access] }])];
    const segments = [['store_global <- 1 @0', 'store_global <- 1 @1']];
    const options = { profileMemory: memory, memory: { storeWindowCycles: 30, storeCrowdCycles: 600 } };
    return run({ segments, workgroups }, options).statistics.l2WriteSectors;
  };

  it('go along with the one in front while no other warp stores', () => {
    expect(sent(1)).toBe(32);
    expect(sent(2)).toBe(2 * 2 * 32);
  });
});

describe('banks of registers', () => {
  const profile: Profile = {
    ...toy,
    resources: {
      ...toy.resources,
      operands: { latencyCycles: 3, gapCycles: 1, scope: 'scheduler', source: 'derived:round number' },
    },
  };
  const issues = (lines: readonly string[], warps = 1) => run(warpsOf(warps, lines), { profile }).issues;

  it('hold what follows by what an instruction reads too much from one, as measured (MICRO25, register file)', () => {
    // Behind an instruction with three registers of the first bank, one with one, two and three of them.
    const behind = (reads: string) => issues([`fma 1 =30,30`, `fma 2 =${reads},${reads}`, 'fma 3'])[0];
    expect(behind('12')).toEqual([0, 1, 2]);
    expect(behind('21')).toEqual([0, 1, 3]);
    expect(behind('30')).toEqual([0, 1, 4]);
  });

  it('give one register a cycle each: three, by turns, take a cycle and a half', () => {
    const lines = times(40, '').map((_, at) => `fma ${at} =${at % 2 === 0 ? '21,21' : '12,12'}`);
    expect(issues(lines)[0].at(-1)).toBeCloseTo(1.5 * 39, -1);
  });

  it('are spared what the instruction in front has read, unless another warp comes between', () => {
    const lines = times(40, '').map((_, at) => `fma ${at} =21,10`);
    expect(issues(lines)[0].at(-1)).toBe(39);
    // A chain waits for its result, and the other warp of its scheduler goes meanwhile.
    const chain = times(40, '').map((_, at) => `fma ${at + 1} <- ${at} =21,10`);
    expect(issues(chain, 6)[0].at(-1)).toBeCloseTo(6 * 39, -1);
  });

  it('cost nothing where a profile has none', () => {
    expect(run(warpsOf(1, ['fma 1 =30,30', 'fma 2 =30,30', 'fma 3'])).issues[0]).toEqual([0, 1, 2]);
  });
});

describe('issue', () => {
  it('waits for operands', () => {
    const { issues } = run(warpsOf(1, ['fma 1', 'fma 2 <- 1', 'sfu 3 <- 2', 'fma 4 <- 3']));
    expect(issues).toEqual([[0, 4, 8, 28]]);
  });

  it('goes on every cycle when nothing is waited for', () => {
    expect(run(warpsOf(1, ['fma 1', 'fma 2', 'fma 3', 'fma 4'])).issues).toEqual([[0, 1, 2, 3]]);
  });

  it('waits for a busy pipe but lets other pipes take work', () => {
    expect(run(warpsOf(1, ['alu 1', 'alu 2', 'fma 3', 'sfu 4', 'sfu 5'])).issues).toEqual([[0, 2, 3, 4, 12]]);
  });

  it('waits for a destination that is still being written', () => {
    expect(run(warpsOf(1, ['sfu 1', 'fma 1'])).issues).toEqual([[0, 20]]);
  });

  it('takes class costs over resource costs', () => {
    expect(run(warpsOf(1, ['imad_hi 1', 'imad 2', 'fma 3 <- 1'])).issues).toEqual([[0, 4, 8]]);
  });

  it('spreads warps over schedulers, each with its own pipes', () => {
    // Slots 0 and 2 share scheduler 0, slot 1 has scheduler 1.
    expect(run(warpsOf(3, ['sfu 1', 'sfu 2'])).issues).toEqual([
      [0, 8],
      [0, 8],
      [16, 24],
    ]);
  });

  it('shares pipes of SM scope between schedulers', () => {
    const { issues } = run(warpsOf(2, ['fp64 1']));
    expect(issues).toEqual([[0], [16]]);
  });

  it('hides latency with warps', () => {
    // A chain of 10 dependent operations in each of 8 warps, 4 a scheduler: 4 cycles per step, fully used.
    const chain = times(10, 'fma 1 <- 1');
    const { statistics } = run(warpsOf(8, chain));
    const last = Math.max(...run(warpsOf(8, chain)).issues.flat());
    expect(last).toBe(39);
    expect(statistics.byClass[0]).toBe(80);
  });
});

describe('scheduling policies', () => {
  // Three warps on one scheduler (slots 0, 2, 4): two independent operations, then one that needs the first.
  const spec = warpsOf(5, ['fma 1', 'fma 2', 'fma 3 <- 1']);
  const order = (policy: SchedulerPolicy) => {
    const { issues } = run(spec, { policy });
    return [issues[0], issues[2], issues[4]];
  };

  it('greedy then oldest stays with a warp until it stalls', () => {
    // 0: w0, 1: w0 (needs cycle 4), 2: w2, 3: w2 (needs 6), 4: w0 is oldest and ready, 5: w4, 6: w4 greedy?
    // w4 issued last and its second is ready at 6, so it goes on; 7: w2, oldest ready; 9: w4 (5 + 4).
    expect(order(greedyThenOldest)).toEqual([
      [0, 1, 4],
      [2, 3, 7],
      [5, 6, 9],
    ]);
  });

  it('oldest first returns to the oldest as soon as it can', () => {
    // As above until 5; at 6 the oldest ready is w2.
    expect(order(oldestFirst)).toEqual([
      [0, 1, 4],
      [2, 3, 6],
      [5, 7, 9],
    ]);
  });

  it('round robin takes turns', () => {
    // 0: w0, 1: w2, 2: w4, 3: w0, 4: w2, 5: w4, 6: w0, 7: w2, 8: w4.
    expect(order(roundRobin)).toEqual([
      [0, 3, 6],
      [1, 4, 7],
      [2, 5, 8],
    ]);
  });
});

describe('branches', () => {
  it('cost their latency when the next segment is not the one behind', () => {
    const spec: TraceSpec = {
      segments: [['fma 1', 'branch'], ['fma 2', 'branch'], ['fma 3']],
      workgroups: [[[0, 1, 1, 2]]],
    };
    // Branches at 1 (falls through), 3 (taken: 3 + 10), 14 (falls through).
    expect(run(spec).issues).toEqual([[0, 1, 2, 3, 13, 14, 15]]);
  });
});

describe('barriers', () => {
  it('open a fixed time after the last arrival', () => {
    // Warp 1 arrives behind an sfu result at 20; admitted until 22, open at 32.
    const spec: TraceSpec = {
      segments: [
        ['barrier', 'fma 1'],
        ['sfu 2', 'nop <- 2', 'barrier', 'fma 1'],
      ],
      workgroups: [[[0], [1]]],
    };
    expect(run(spec).issues).toEqual([
      [0, 33],
      [0, 20, 21, 33],
    ]);
  });

  it('cost base plus a part per warp when all arrive together', () => {
    const { issues } = run(warpsOf(8, ['barrier', 'fma 1']));
    // 8 arrivals at 0 to 3 are admitted in 16 cycles; open at 26.
    expect(Math.min(...issues.map((each) => each[1]))).toBe(26);
  });

  it('are taken one arrival after the other, whichever workgroup they belong to', () => {
    const { issues } = run(warpsOf(2, ['barrier', 'fma 1']), { workgroups: 4, residents: 4 });
    // 8 arrivals of 4 workgroups are admitted in 16 cycles; the last barrier opens at 26.
    expect(Math.max(...issues.map((each) => each[1]))).toBe(26);
  });

  it('do not wait for warps that have exited', () => {
    const spec: TraceSpec = {
      segments: [
        ['barrier', 'fma 1'],
        ['sfu 2', 'nop <- 2'],
      ],
      workgroups: [[[0], [1]]],
    };
    // Arrival is complete when warp 1 exits at 20; the barrier had been ready since 12.
    expect(run(spec).issues[0]).toEqual([0, 20]);
  });
});

describe('workgroup memory', () => {
  const access = (passes: number) => ({ segment: 0, accesses: [{ passes }, { passes }] });
  const spec = (passes: number): TraceSpec => ({
    segments: [['load_shared 1 @0', 'load_shared 2 @1', 'fma 3 <- 1', 'fma 4 <- 2']],
    workgroups: [[[access(passes)]]],
  });

  it('takes its latency without conflicts', () => {
    expect(run(spec(1)).issues).toEqual([[0, 1, 20, 21]]);
  });

  it('takes one pass per conflicting bank', () => {
    const { issues, statistics } = run(spec(8));
    // First: 8 passes, the last starts at 7 → 27. Second starts at 8, its last pass at 15 → 35.
    expect(issues).toEqual([[0, 1, 27, 35]]);
    expect(statistics.sharedConflicts).toBe(14);
  });

  it('holds the unit of its scheduler for longer than the banks, where each has one', () => {
    const lsu = { gapCycles: 4, scope: 'scheduler', source: 'guess:test' } as const;
    const profile: Profile = {
      ...toy,
      resources: { ...toy.resources, lsu, shared: { ...toy.resources['shared'], latencyCycles: 1 } },
      memory: { ...toy.memory, sharedPassCyclesPerScheduler: { value: 2, source: 'guess:test' } },
    };
    const stores = (warps: number, passes: number): TraceSpec => ({
      segments: [['store_shared @0', 'store_shared @1', 'store_shared @2']],
      workgroups: [times(warps, [{ segment: 0, accesses: [{ passes }, { passes }, { passes }] }])],
    });
    const last = (warps: number, passes: number) =>
      Math.max(...run(stores(warps, passes), { profile }).issues.map((each) => each.at(-1)!));
    // One warp alone: four cycles for each access, two for each pass.
    expect([last(1, 1), last(1, 8)]).toEqual([7, 31]);
    // A warp on each of two schedulers finds both units free.
    expect(last(2, 8)).toBeLessThan(2 * last(1, 8));
  });

  it('skips accesses that no lane makes', () => {
    const { issues } = run({
      segments: [['load_shared 1 @0', 'fma 3 <- 1']],
      workgroups: [[[{ segment: 0, accesses: [{ lanes: 0 }] }]]],
    });
    expect(issues).toEqual([[0, 1]]);
  });
});

describe('global loads', () => {
  const load = (...lines: number[]) => ({ segment: 0, accesses: [{ sectors: lines.flatMap(lineSectors) }] });
  const spec = (...entries: ReturnType<typeof load>[]): TraceSpec => ({
    segments: [['load_global 1 @0', 'fma 2 <- 1']],
    workgroups: [[entries]],
  });

  it('miss L1 once, then hit', () => {
    const { issues, statistics } = run(spec(load(5), load(5)));
    // 4 sectors at 1 cycle: the last enters L2 at 3 → 203. The second load issues at 204, hits: 30 later.
    expect(issues).toEqual([[0, 203, 204, 234]]);
    expect([statistics.l1Hits, statistics.l1Sectors, statistics.l2ReadSectors]).toEqual([4, 8, 4]);
  });

  it('wait for a line that is on its way', () => {
    const twice: TraceSpec = {
      segments: [['load_global 1 @0', 'load_global 2 @1', 'fma 3 <- 2']],
      workgroups: [[[{ segment: 0, accesses: [{ sectors: lineSectors(5) }, { sectors: lineSectors(5) }] }]]],
    };
    const { issues, statistics } = run(twice);
    expect(issues).toEqual([[0, 1, 203]]);
    expect(statistics.l2ReadSectors).toBe(4);
  });

  it('fetch only the sectors that are missing', () => {
    const { statistics } = run({
      segments: [['load_global 1 @0', 'load_global 2 <- 1 @1']],
      workgroups: [[[{ segment: 0, accesses: [{ sectors: [20, 21] }, { sectors: [21, 22, 23] }] }]]],
    });
    expect([statistics.l1Hits, statistics.l2ReadSectors]).toEqual([1, 4]);
  });

  it('evict the line that was used least recently', () => {
    const { statistics } = run(spec(load(1), load(2), load(1), load(3), load(1), load(2)), { l1Lines: 2 });
    // 1, 2 miss; 1 hits; 3 evicts 2; 1 hits; 2 misses.
    expect([statistics.l1Hits / 4, statistics.l2ReadSectors / 4]).toEqual([2, 4]);
  });

  it('take a tag look-up per further line', () => {
    // 9 lines of a sector each: 1 + 8·0.5 = 5 cycles in L1, then 9 sectors; the last enters L2 at 4 + 8.
    const sectors = Array.from({ length: 9 }, (_, line) => line * 4);
    const { issues } = run({
      segments: [['load_global 1 @0', 'fma 2 <- 1']],
      workgroups: [[[{ segment: 0, accesses: [{ sectors }] }]]],
    });
    expect(issues).toEqual([[0, 212]]);
  });

  it('take a turn in L2 per line, however few sectors', () => {
    const sectors = Array.from({ length: 4 }, (_, line) => line * 4);
    const { issues } = run(
      {
        segments: [['load_global 1 @0', 'fma 2 <- 1']],
        workgroups: [[[{ segment: 0, accesses: [{ sectors }] }]]],
      },
      { memory: { l2RequestCycles: 10 } },
    );
    // Tags: 1 + 3·0.5, so L2 sees the request at 1.5; the fourth line has its turn 30 later.
    expect(issues).toEqual([[0, 231.5]]);
  });

  it('go to DRAM as often as the L2 model says', () => {
    const missOnFirstFetch = Float64Array.of(0.5, 0);
    const lines = Array.from({ length: 16 }, (_, index) => load(index));
    const { statistics, issues } = run(spec(...lines), { memory: { missOnFirstFetch } });
    expect(statistics.dramReadSectors).toBe(32);
    // The first comes from L2 (203), the second from DRAM: 4 sectors at 2 cycles, the last starts at 6.
    expect(issues[0].slice(0, 4)).toEqual([0, 203, 204, 710]);
  });

  it('come from beyond L2 again where too much was asked for in between', () => {
    const missOnFirstFetch = new Float64Array(2);
    const from = (keptSectors: number, lines: number[], l1Lines: number) =>
      run(spec(...lines.map((line) => load(line))), { memory: { missOnFirstFetch, keptSectors }, l1Lines })
        .statistics.dramReadSectors;
    // Lines 0 to 3 twice through an L1 of one line: three others of four sectors lie between.
    expect(from(Infinity, [0, 1, 2, 3, 0, 1, 2, 3], 1)).toBe(0);
    expect(from(20, [0, 1, 2, 3, 0, 1, 2, 3], 1)).toBe(0);
    expect(from(12, [0, 1, 2, 3, 0, 1, 2, 3], 1)).toBe(16);
    // The same two over and over take no more of it.
    expect(from(12, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1], 1)).toBe(0);
  });

  it('spread DRAM latencies around their mean', () => {
    const lines = Array.from({ length: 64 }, (_, index) => load(index));
    const ends = (dramSpreadCycles: number) => {
      const memory = { missOnFirstFetch: Float64Array.of(1, 0), dramSpreadCycles };
      return run(spec(...lines), { memory }).issues[0].filter((_, index) => index % 2 === 1);
    };
    const even = ends(0);
    const uneven = ends(100);
    expect(uneven.at(-1)).toBeCloseTo(even.at(-1)!, 6);
    const waits = uneven.map((end, index) => end - (index === 0 ? 0 : uneven[index - 1]));
    // The fastest is 100 below the mean, the slowest of 64 about ln(128) - 1 = 3.9 spreads above.
    expect(Math.min(...waits)).toBeGreaterThan(500 - 100);
    expect(Math.max(...waits)).toBeGreaterThan(500 + 350);
  });

  it('go past L1 at device scope', () => {
    const scoped = (scope: string) => ({
      ...spec(load(5), load(5)),
      segments: [[`load_global 1 @0 ${scope}`, 'fma 2 <- 1']],
    });
    expect(run(scoped('workgroup')).statistics.l2ReadSectors).toBe(4);
    expect(run(scoped('device')).statistics.l2ReadSectors).toBe(8);
  });

  it('hold DRAM for a part of a line longer than its bytes take, and for a whole one as long', () => {
    const spec = (sectors: number[]): TraceSpec => ({
      segments: [['load_global 1 @0', 'fma 2 <- 1']],
      workgroups: [times(1, [{ segment: 0, accesses: [{ sectors }] }])],
    });
    const busy = (sectors: number[]) => {
      const memory = { missOnFirstFetch: Float64Array.of(1, 0), dramLeastSectors: 3 };
      return run(spec(sectors), { memory }).statistics.busy[Resource.dram];
    };
    expect(busy([0])).toBe(3 * 2);
    expect(busy([0, 1, 2, 3])).toBe(4 * 2);
  });
});

describe('loads that return in order', () => {
  const inOrder: Profile = {
    ...toy,
    resources: {
      ...toy.resources,
      constant: { latencyCycles: 12, gapCycles: 1, scope: 'sm', source: 'derived:round number' },
    },
    classes: { ...toy.classes, load_scalar: { resource: 'constant' } },
    memory: {
      ...toy.memory,
      scalarCacheBytes: { value: 4096, source: 'derived:round number' },
      loadsInOrder: { value: true, source: 'derived:round number' },
    },
  };
  const { loadsInOrder: _, ...memory } = inOrder.memory;
  const anyOrder: Profile = { ...inOrder, memory };
  /** When the last instruction issues, in either case; each load asks for one of these lines. */
  const last = (lines: readonly string[], asked: readonly number[]) => {
    const accesses = asked.map((line) => ({ sectors: line < 0 ? [] : lineSectors(line) }));
    const spec = { segments: [lines], workgroups: [[[{ segment: 0, accesses }]]] };
    return [anyOrder, inOrder].map((profile) => run(spec, { profile }).issues[0].at(-1)!);
  };

  it('make one that L1 answers wait for one in front that it does not', () => {
    const begin = ['load_global 1 @0', 'fma 2 <- 1'];
    const ends = (first: string, second: string) => last([...begin, first, second, 'fma 5 <- 4'], [0, 1, 0]);
    const [soon, late] = ends('load_global 3 @1', 'load_global 4 @2');
    expect(late - soon).toBeGreaterThan(150);
    // The other way round nothing has to wait.
    const [alone, behind] = last([...begin, 'load_global 4 @1', 'load_global 3 @2', 'fma 5 <- 4'], [0, 0, 1]);
    expect(behind).toBe(alone);
  });

  it('are not waited for by what needs none of them', () => {
    const [free, counted] = last(['load_global 1 @0', 'fma 2', 'fma 3 <- 2'], [0]);
    expect(counted).toBe(free);
  });

  it('and stores to workgroup memory are done before a barrier', () => {
    const [soon, late] = last(['store_shared <- 1 @0', 'barrier', 'fma 2'], [-1]);
    expect(late - soon).toBe(20 - 1);
    const [, read] = last(['load_shared 1 @0', 'fma 2 <- 1', 'barrier', 'fma 3'], [-1]);
    const [, without] = last(['load_shared 1 @0', 'fma 2 <- 1', 'fma 3'], [-1]);
    expect(read - without).toBeLessThan(20);
  });

  it('come with those of the scalar unit only once all of both are there', () => {
    const words = (more: readonly string[]) => last(['load_shared 1 @0', ...more, 'fma 3 <- 1'], [-1, 0]);
    const [alone, counted] = words([]);
    expect(counted).toBe(alone);
    const [soon, late] = words(['load_scalar 2 @1']);
    expect(soon).toBeLessThan(alone + 5);
    expect(late).toBeGreaterThan(soon + 150);
    // What arithmetic has written in the meantime comes from no memory.
    const rewritten = last(['load_shared 1 @0', 'fma 1 <- 1', 'load_scalar 2 @1', 'fma 3 <- 1'], [-1, 0]);
    expect(rewritten[1]).toBe(rewritten[0]);
  });
});

describe('stores', () => {
  it('do not hold the warp but their bandwidth counts', () => {
    const stores = Array.from({ length: 20 }, (_, line) => ({
      segment: 0,
      accesses: [{ sectors: lineSectors(line) }],
    }));
    const { issues, emulation } = run({ segments: [['store_global <- 1 @0']], workgroups: [[stores]] });
    expect(issues[0].at(-1)).toBe(19);
    // 80 sectors at one cycle each, from cycle 100 on.
    expect(emulation.cycles).toBe(180);
  });

  it('keep the place of their workgroup until they are acknowledged', () => {
    const workgroup = [[{ segment: 0, accesses: [{ sectors: lineSectors(0) }] }]];
    const { issues } = run(
      { segments: [['store_global <- 1 @0']], workgroups: [workgroup, workgroup] },
      { memory: { storeLatencyCycles: 350 } },
    );
    // Stored from 100 to 104, acknowledged at 454, and 100 more until the next workgroup issues.
    expect(issues[0]).toEqual([0, 454]);
  });

  it('block memory instructions once far more is queued than the memory can hold', () => {
    const stores = Array.from({ length: 400 }, (_, line) => ({
      segment: 0,
      accesses: [{ sectors: lineSectors(line) }],
    }));
    const { issues, emulation } = run({ segments: [['store_global <- 1 @0']], workgroups: [[stores]] });
    // 1600 cycles of work; issue runs at most one DRAM latency (500) ahead.
    expect(issues[0].at(-1)).toBeGreaterThan(1600 - 500 - 8);
    expect(emulation.cycles).toBe(1700);
  });
});

describe('atomics', () => {
  const atomics = (accesses: readonly { sectors: number[]; passes: number }[], name: string): TraceSpec => ({
    segments: [[`${name} 1 @0`, 'fma 2 <- 1']],
    workgroups: [[accesses.map((access) => ({ segment: 0, accesses: [access] }))]],
  });

  it('with a result take the latency of L2 and a turn per lane on one address', () => {
    expect(run(atomics([{ sectors: [0], passes: 32 }], 'atomic_global')).issues).toEqual([[0, 331]]);
    expect(run(atomics([{ sectors: lineSectors(0), passes: 1 }], 'atomic_global')).issues).toEqual([
      [0, 303],
    ]);
  });

  it('that the driver combined first send one lane', () => {
    const spec = atomics([{ sectors: [0], passes: 32 }], 'reduce_global');
    const trace = buildTrace(spec);
    expect([...prepareTrace(trace, toy.memory).accessPasses]).toEqual([32]);
    expect([...prepareTrace(combining(trace, 'always'), toy.memory).accessPasses]).toEqual([1]);
  });

  it('that turn out to have one address send one lane, others all of theirs', () => {
    const spec = atomics([{ sectors: [0], passes: 32 }], 'reduce_global');
    const same = combining(buildTrace(spec), 'when-same');
    expect([...prepareTrace(same, toy.memory).accessPasses]).toEqual([1]);
    const other = combining(
      buildTrace(atomics([{ sectors: [0], passes: 31 }], 'reduce_global')),
      'when-same',
    );
    expect([...prepareTrace(other, toy.memory).accessPasses]).toEqual([31]);
  });

  it('on workgroup memory wait for the lanes of a bank, or for its words where hardware counts lanes', () => {
    const spec = atomics([{ sectors: [], passes: 16 + 256 * 3 }], 'atomic_shared');
    expect([...prepareTrace(buildTrace(spec), toy.memory).accessPasses]).toEqual([16]);
    const counted = combining(buildTrace(spec), 'by-address');
    expect([...prepareTrace(counted, toy.memory).accessPasses]).toEqual([3]);
  });

  it('without a result hold bandwidth only', () => {
    const { issues, emulation } = run({
      segments: [['reduce_global <- 1 @0']],
      workgroups: [[times(10, { segment: 0, accesses: [{ sectors: [0], passes: 32 }] })]],
    });
    expect(issues[0].at(-1)).toBe(9);
    expect(emulation.cycles).toBe(100 + 320);
  });
});

/** The trace with its atomics combined so. */
function combining(trace: Trace, aggregation: Aggregation): Trace {
  const [segment] = trace.program.segments;
  const instructions = segment.instructions.map((each) => ({ ...each, aggregation }));
  return { ...trace, program: { ...trace.program, segments: [{ ...segment, instructions }] } };
}

describe('atomics and loads', () => {
  it('share the way to L2', () => {
    const sectors = Array.from({ length: 8 }, (_, line) => line * 4);
    const spec: TraceSpec = {
      segments: [['reduce_global <- 0 @0', 'load_global 1 @1', 'fma 2 <- 1']],
      workgroups: [
        times(1, [{ segment: 0, accesses: [{ sectors, passes: 1 }, { sectors: lineSectors(99) }] }]),
      ],
    };
    const start = (l2RequestCycles: number) => run(spec, { memory: { l2RequestCycles } }).issues[0][2];
    // Eight lines of the atomic go first, ten cycles each.
    expect(start(10) - start(0)).toBeGreaterThanOrEqual(75);
  });
});

describe('translation', () => {
  const paged = {
    ...toy.memory,
    pageBytes: { value: 4096, source: 'guess:test' },
    pagesAtHand: { value: 2, source: 'guess:test' },
  };
  const load = (sectors: number[]): TraceSpec => ({
    segments: [['load_global 1 @0', 'fma 2 <- 1']],
    workgroups: [times(1, [{ segment: 0, accesses: [{ sectors }] }])],
  });
  const lookUps = (sectors: number[]) => {
    const trace = buildTrace(load(sectors));
    const prepared = prepareTrace(trace, paged);
    return addressPages(prepared, paged, [], 1).lookUps[0];
  };

  it('costs nothing within the pages at hand, however many sectors', () => {
    expect(lookUps(Array.from({ length: 32 }, (_, i) => i * 8))).toBe(0);
  });

  it('takes a look-up for each sector on a page that is not at hand', () => {
    // 32 sectors on 32 pages: there may be any number of pages. Then 32 on four, of which two are at hand.
    expect(lookUps(Array.from({ length: 32 }, (_, i) => i * 128))).toBe(32);
    expect(lookUps(Array.from({ length: 32 }, (_, i) => i * 16))).toBeCloseTo(32 * (2 / 4), 1);
  });

  it('takes distinct pages for those that chance picked of more', () => {
    const met = (pages: number, sectors: number) => pages * (1 - (1 - 1 / pages) ** sectors);
    for (const pages of [17, 25, 50, 200]) expect(pagesBehind(met(pages, 32), 32)).toBeCloseTo(pages, 2);
  });

  it('finds at hand what any warp has asked for, the last pages of all', () => {
    const busy = (pages: number) => {
      // Each warp asks for sectors on a page of its own, twice.
      const warps = Array.from({ length: pages }, (_, warp) => [
        { segment: 0, accesses: [{ sectors: [warp * 128] }, { sectors: [warp * 128 + 4] }] },
      ]);
      return run(
        {
          segments: [['load_global 1 @0', 'fma 2 <- 1', 'load_global 3 @1', 'fma 4 <- 3']],
          workgroups: [warps],
        },
        { memory: { lookUpCycles: 1 }, profileMemory: paged },
      ).statistics.translationBusy;
    };
    expect(busy(2)).toBe(2);
    expect(busy(3)).toBe(6);
  });

  it('has whole pages at hand where a profile says a fraction', () => {
    const prepared = prepareTrace(buildTrace(load(Array.from({ length: 32 }, (_, i) => i * 128))), paged);
    const pagesAt = (value: number) =>
      addressPages(prepared, { ...paged, pagesAtHand: { value, source: 'guess:test' } }, [], 1);
    expect(pagesAt(2.6)).toEqual(pagesAt(3));
  });

  it('takes workgroups that run at once for neighbours where the launch sweeps over a buffer', () => {
    const trace = buildTrace({
      segments: [['load_global 1 @0', 'fma 2 <- 1']],
      workgroups: [0, 1].map((at) => [[{ segment: 0, accesses: [{ sectors: [at * 4096] }] }]]),
    });
    const inOrder = { ...trace, workgroupIndex: Int32Array.of(0, 512), totalWorkgroups: 1024 };
    const sweep = { gapSectors: new Float64Array(0), workgroups: 1, stepSectors: 8, placeSectors: 4 };
    const pagesOf = (sweeps: readonly Sweep[]) =>
      new Set(addressPages(prepareTrace(inOrder, paged), paged, sweeps, 512).pages).size;
    expect(pagesOf([])).toBe(2);
    expect(pagesOf([sweep])).toBe(1);
  });

  it('is needed for the sectors that L1 does not have', () => {
    const sectors = Array.from({ length: 32 }, (_, i) => i * 128);
    const busy = (second: number[]) =>
      run(
        {
          segments: [['load_global 1 @0', 'load_global 2 @1', 'fma 3 <- 1 2']],
          workgroups: [times(1, [{ segment: 0, accesses: [{ sectors }, { sectors: second }] }])],
        },
        { memory: { lookUpCycles: 1 }, profileMemory: paged },
      ).statistics.translationBusy;
    expect(busy(sectors)).toBeCloseTo(32, 4);
    // Every other sector lies beside one that is there.
    expect(busy(sectors.map((sector, i) => sector + (i % 2)))).toBeCloseTo(48, 4);
    expect(busy(sectors.map((sector) => sector + 1))).toBeCloseTo(64, 4);
  });

  it('holds those that look up pages, but not the way to L2 of others', () => {
    const sectors = Array.from({ length: 32 }, (_, i) => i * 128);
    const spec: TraceSpec = {
      segments: [['load_global 1 @0', 'load_global 2 @1', 'fma 3 <- 2']],
      workgroups: [times(1, [{ segment: 0, accesses: [{ sectors }, { sectors: lineSectors(1) }] }])],
    };
    const start = (lookUpCycles: number) =>
      run(spec, { memory: { lookUpCycles }, profileMemory: paged }).issues[0][2];
    expect(start(10)).toBe(start(0));
  });

  it('holds atomics like loads', () => {
    const sectors = Array.from({ length: 32 }, (_, i) => i * 128);
    const spec: TraceSpec = {
      segments: [['atomic_global 1 @0', 'fma 2 <- 1']],
      workgroups: [times(1, [{ segment: 0, accesses: [{ sectors, passes: 1 }] }])],
    };
    const start = (lookUpCycles: number) =>
      run(spec, { memory: { lookUpCycles }, profileMemory: paged }).issues[0][1];
    expect(start(100)).toBeGreaterThan(start(0) + 2000);
  });

  it('holds what was asked for', () => {
    const sectors = Array.from({ length: 32 }, (_, i) => i * 128);
    const spec = load(sectors);
    const time = (lookUpCycles: number) =>
      run(spec, { memory: { lookUpCycles }, profileMemory: paged }).emulation.cycles;
    expect(time(0)).toBeLessThan(400);
    expect(time(100)).toBeGreaterThan(2800);
  });
});

describe('stores to parts of sectors', () => {
  const busy = (sectors: number[], lanes = 32) => {
    const spec: TraceSpec = {
      segments: [['store_global <- 1 @0']],
      workgroups: [times(1, [{ segment: 0, accesses: [{ sectors, lanes }] }])],
    };
    return run(spec, { memory: { l2MaskCycles: 2 } }).statistics.busy[Resource.l2];
  };

  it('cost a mask of bytes for each line, not for each sector or missing byte', () => {
    // 32 lanes of 4 bytes fill four sectors; over eight sectors each gets half its bytes.
    expect(busy([0, 1, 2, 3])).toBe(4);
    expect(busy([0, 1, 2, 3, 4, 5, 6, 7])).toBe(8 + 2 * 2);
    expect(busy(Array.from({ length: 32 }, (_, i) => i * 4))).toBe(32 * (1 + 2));
  });

  it('cost one mask where a single lane is missing', () => {
    expect(busy([0, 1, 2, 3], 31)).toBe(4 + 2);
    expect(busy([0, 1, 2], 24)).toBe(3);
  });
});

describe('workgroups', () => {
  it('follow when a resident one ends, and repeat the sample', () => {
    const { emulation } = run(warpsOf(1, ['sfu 1', 'fma 2 <- 1']), { workgroups: 3 });
    // Each: 100 until its first issue, the second issue at 120 ends it.
    expect([...emulation.completions]).toEqual([120, 240, 360]);
  });

  it('overlap when more than one is resident', () => {
    const { emulation } = run(warpsOf(1, ['sfu 1', 'fma 2 <- 1']), { workgroups: 4, residents: 2 });
    expect([...emulation.completions]).toEqual([120, 120, 240, 240]);
  });

  it('fetch private lines again in a repetition, shared ones not', () => {
    const load = (line: number) => ({ segment: 0, accesses: [{ sectors: lineSectors(line) }] });
    const spec: TraceSpec = {
      segments: [['load_global 1 @0', 'fma 2 <- 1']],
      workgroups: [[[load(0), load(1)]], [[load(0), load(2)]]],
    };
    const { statistics } = run(spec, { workgroups: 6 });
    // Line 0 once; lines 1 and 2 three times each.
    expect(statistics.l2ReadSectors / 4).toBe(1 + 6);
  });
});

describe('weights of shortened loops', () => {
  it('let the lines of the iterations left out go through L1', () => {
    // Twice over a row of lines, of which the middle ones stand for `weight` each.
    const sweep = (weight: number) =>
      [0, 1, 2, 3].map((line) => ({
        segment: 0,
        weight: line === 1 || line === 2 ? weight : 1,
        accesses: [{ sectors: lineSectors(line) }],
      }));
    const hits = (weight: number) =>
      run(
        { segments: [['load_global 1 @0']], workgroups: [[[...sweep(weight), ...sweep(weight)]]] },
        { l1Lines: 64 },
      ).statistics.l1Hits / 4;
    // Rows of 2 + 2·30 lines fit into 64; rows of 2 + 2·40 are gone before they are asked for again.
    expect(hits(30)).toBe(62);
    expect(hits(40)).toBe(0);
  });

  const body = ['load_global 1 @0', 'fma 2 <- 1', 'fma 2 <- 2', 'sfu 3 <- 2', 'branch'];
  function loop(iterations: number, simulated: number, warps: number): TraceSpec {
    const entries = Array.from({ length: simulated }, (_, index) => ({
      segment: 1,
      // The last iterations stand for the rest.
      weight: index < simulated / 2 ? 1 : (iterations - simulated / 2) / (simulated / 2),
      accesses: [{ sectors: lineSectors(index % 4) }],
    }));
    return {
      segments: [['special_register 0'], body, ['barrier', 'sfu 4 <- 2', 'fma 5 <- 4']],
      workgroups: [times(warps, [0, ...entries, 2])],
    };
  }

  it.each([1, 2, 7, 8])('give the time of the whole loop (%i warps)', (warps) => {
    const whole = run(loop(1000, 1000, warps)).emulation;
    const short = run(loop(1000, 32, warps)).emulation;
    expect(short.cycles / whole.cycles).toBeGreaterThan(0.98);
    expect(short.cycles / whole.cycles).toBeLessThan(1.02);
    expect(short.statistics.issued / whole.statistics.issued).toBeCloseTo(1, 6);
    expect(short.statistics.simulatedIssues).toBeLessThan(whole.statistics.simulatedIssues / 25);
  });

  it('also when warps that fill a pipe run loops of different lengths', () => {
    const mixed = (simulated: (iterations: number) => number): TraceSpec => {
      const warp = (iterations: number) => {
        const entries = simulated(iterations);
        return times(entries, { segment: 0, weight: iterations / entries });
      };
      return { segments: [['sfu 1', 'sfu 2', 'branch']], workgroups: [[1000, 1000, 300, 300].map(warp)] };
    };
    const whole = run(mixed((iterations) => iterations)).emulation.cycles;
    const short = run(mixed(() => 32)).emulation.cycles;
    expect(Math.abs(short / whole - 1)).toBeLessThan(0.05);
  });
});

describe('stall accounting', () => {
  it('divides all warp time', () => {
    const { statistics } = run(
      warpsOf(4, ['sfu 1', 'sfu 2', 'fma 3 <- 1 2', 'barrier', 'load_shared 4', 'fma 5 <- 4']),
    );
    const sum = (values: Float64Array) => values.reduce((all, value) => all + value, 0);
    const parts =
      statistics.issued + statistics.notSelected + sum(statistics.latencyStall) + sum(statistics.busyStall);
    expect(parts).toBeCloseTo(sum(statistics.waitByInstruction), 6);
  });
});

describe('code', () => {
  // Lines of four instructions, of which an SM keeps four and the cache behind it sixteen.
  const number = (value: number) => ({ value, source: 'guess:test' });
  const fetching: Profile = {
    ...toy,
    resources: { ...toy.resources, fetch: { gapCycles: 50, scope: 'sm', source: 'guess:test' } },
    memory: {
      ...toy.memory,
      instructionBytes: number(toy.memory.lineBytes.value / 4),
      codeBytes: number(4 * toy.memory.lineBytes.value),
      codeFarBytes: number(16 * toy.memory.lineBytes.value),
      codeL2Cycles: number(25),
    },
  };
  /** Cycles of a loop that long, after its first two iterations. */
  const cyclesPerTrip = (instructions: number, warps = 1) => {
    const spec: TraceSpec = {
      segments: [Array.from({ length: instructions }, () => 'fma 1')],
      workgroups: [
        times(
          warps,
          Array.from({ length: 6 }, () => 0),
        ),
      ],
    };
    const issues = run(spec, { profile: fetching }).issues[0];
    return (issues[5 * instructions] - issues[2 * instructions]) / 3;
  };

  it('costs nothing where the SM keeps it', () => {
    const plain = run(
      warpsOf(
        1,
        Array.from({ length: 16 }, () => 'fma 1'),
      ),
    ).issues[0];
    const spec = warpsOf(
      1,
      Array.from({ length: 16 }, () => 'fma 1'),
    );
    expect(run(spec, { profile: fetching, isBeginning: true }).issues[0]).toEqual(plain);
  });

  it('takes the gap for each line that comes from the cache behind', () => {
    // The first line is asked for when the warp is there: after the last one's four instructions and a branch.
    expect(cyclesPerTrip(32)).toBe(8 * 50 + 3 + 10);
  });

  it('takes longer from L2', () => {
    expect(cyclesPerTrip(128)).toBe(32 * 75 + 3 + 10);
  });

  it('is shared by warps that run together', () => {
    expect(cyclesPerTrip(32, 2)).toBe(cyclesPerTrip(32));
  });

  it('comes from L2 the first time where it is long and the SM begins with it', () => {
    const last = (isBeginning: boolean) => {
      const spec = warpsOf(
        1,
        Array.from({ length: 32 }, () => 'fma 1'),
      );
      return run(spec, { profile: fetching, isBeginning }).issues[0].at(-1)!;
    };
    expect(last(false)).toBeLessThan(200);
    expect(last(true)).toBeGreaterThan(7 * 75);
  });
});
