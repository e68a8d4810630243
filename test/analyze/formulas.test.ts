// Section 3.2 of the SAAKE paper on the SM emulator itself: a chain of P phases on one unit, C warps per
// scheduler. Latency-limited, T = L·P + (C − 1)·G; throughput-limited, T = L + (C·P − 1)·G. The elasticities
// must be those of section 3.3's table. Toy profile with nothing but the unit costing time.

import { describe, expect, it } from 'vitest';
import { roundRobin } from '../../bench/studies/round-robin.ts';
import type { Clock } from '../../src/analyze/clock.ts';
import { inRegions } from '../../src/analyze/sensitivities.ts';
import type { TimingInput } from '../../src/emulate/device.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { sensitivity } from '../../src/emulate/sensitivity.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { toy } from '../emulate/toy.ts';
import { buildTrace, times } from '../emulate/trace-builder.ts';

const free = { value: 0, source: 'derived:free' };

function device(latency: number, gap: number): Profile {
  const sfu = { ...toy.resources['sfu'], latencyCycles: latency, gapCycles: gap };
  return {
    ...toy,
    resources: { ...toy.resources, sfu },
    launch: { ...toy.launch, overheadNs: free, workgroupGapCycles: free, workgroupLatencyCycles: free },
  };
}

/** `warps` on each of the toy's two schedulers; a last instruction waits for the end of the chain. */
function chain(latency: number, gap: number, warps: number, phases: number): TimingInput {
  const trace = buildTrace({
    segments: [[...times(phases, 'sfu 1 <- 1'), 'nop <- 1']],
    workgroups: [times(2 * warps, [0])],
  });
  return {
    trace,
    profile: device(latency, gap),
    workgroupSize: 64 * warps,
    cache: 'warm',
    // The formulas take warps to go by turns; greedy-then-oldest leaves the youngest to the end.
    policy: roundRobin,
  };
}

describe('the formulas of section 3.2', () => {
  // Each case keeps its regime when L or G changes by 10 %.
  it.each([
    ['latency', 20, 8, 2, 50],
    ['latency', 400, 8, 4, 25],
    ['latency', 30, 5, 3, 40],
    ['throughput', 20, 8, 4, 50],
    ['throughput', 20, 8, 8, 12],
    ['throughput', 50, 16, 5, 20],
  ])('%s-limited: L=%i G=%i C=%i P=%i', (mode, latency, gap, warps, phases) => {
    const timing = chain(latency, gap, warps, phases);
    const [latencyPart, gapPart] =
      mode === 'latency' ? [latency * phases, (warps - 1) * gap] : [latency, (warps * phases - 1) * gap];
    expect(predictTime(timing).cycles).toBeCloseTo(latencyPart + gapPart, 9);
    const of = (parameter: 'latency' | 'gap') =>
      sensitivity(timing, { resource: 'sfu', parameter }, 0.1).elasticity;
    expect(of('latency')).toBeCloseTo(1 / (1 + gapPart / latencyPart), 9);
    expect(of('gap')).toBeCloseTo(1 / (1 + latencyPart / gapPart), 9);
  });
});

describe('regions', () => {
  const timeOf = (timing: TimingInput) => predictTime(timing).timeNs;
  const clockOf = (timing: TimingInput): Clock => ({
    timeOf,
    timeNs: timeOf(timing),
    noise: 0,
    effort: { timings: 0, compilations: 0, warpInstructions: 0, limit: Infinity },
  });
  const regions = ['first', 'second', 'third'].map((name) => ({ name, label: name, timeFraction: 1 / 3 }));

  it('share the elasticity of a chain by the instructions they have of it', () => {
    const timing = chain(20, 8, 2, 60);
    const ofInstruction = Int32Array.from({ length: 61 }, (_, index) =>
      index < 30 ? 0 : index < 45 ? 1 : 2,
    );
    const total = sensitivity(timing, { resource: 'sfu', parameter: 'latency' }, 0.1);
    const entries = [{ ...total, regions: {} }];
    const map = { regions, ofInstruction };
    const [entry] = inRegions(timing, entries, map, 0.1, clockOf(timing), () => [0.5, 0.25, 0.25]);
    const { first, second, third } = entry.regions;
    expect(first).toBeCloseTo(total.elasticity / 2, 2);
    expect(second).toBeCloseTo(total.elasticity / 4, 2);
    expect(first + second + third).toBeCloseTo(total.elasticity, 6);
  });

  it('without instructions have no part', () => {
    const timing = chain(20, 8, 4, 60);
    const ofInstruction = new Int32Array(61);
    const total = sensitivity(timing, { resource: 'sfu', parameter: 'gap' }, 0.1);
    const entries = [{ ...total, regions: {} }];
    const map = { regions, ofInstruction };
    const [entry] = inRegions(timing, entries, map, 0.1, clockOf(timing), () => [1, 0, 0]);
    expect(entry.regions).toEqual({ first: total.elasticity, second: 0, third: 0 });
  });

  it('change nothing when the other profile is the same', () => {
    const timing = chain(20, 8, 4, 60);
    const inside = Uint8Array.from({ length: 61 }, (_, index) => index % 2);
    const regional = { inside, profile: timing.profile };
    expect(predictTime({ ...timing, regional })).toEqual(predictTime(timing));
  });
});
