// The two baselines on the toy profile (4 SMs of 2 schedulers at 1 GHz, DRAM 64 GB/s, launch 5 µs), by hand.

import { describe, expect, it } from 'vitest';
import type { Trace } from '../../src/execute/trace.ts';
import type { Launch } from '../../src/launch/launch.ts';
import type { MachineNode } from '../../src/machine/program.ts';
import type { Forecast } from '../../src/predict/predict.ts';
import { baselinesOf } from '../../src/validate/baselines.ts';
import { rooflineNs } from '../../src/validate/roofline.ts';
import { saakeNs } from '../../src/validate/saake.ts';
import { toy } from '../emulate/toy.ts';
import { buildTrace, lineSectors, type TraceSpec, times } from '../emulate/trace-builder.ts';

const LAUNCH_NS = 5000;
const segment = (id: number): MachineNode => ({ kind: 'segment', segment: id, instructions: [] });
const construct = (kind: 'if' | 'loop' | 'switch', parts: object) =>
  ({ kind, instruction: {}, ...parts }) as unknown as MachineNode;

describe('the roofline', () => {
  const time = (boundBytes: number, warps: number, perWarp: number) =>
    rooflineNs({
      profile: toy,
      boundBytes,
      warps,
      instructions: { perWarp },
    }) - LAUNCH_NS;

  it('is the longer of moving all bytes and issuing all instructions', () => {
    // 640 kB at 64 GB/s; 100 warps of 80 instructions on 8 schedulers.
    expect(time(640_000, 100, 80)).toBeCloseTo(10_000, 6);
    expect(time(0, 100, 80)).toBeCloseTo(1000, 6);
    expect(time(640_000, 1000, 160)).toBeCloseTo(20_000, 6);
    expect(time(0, 0, 0)).toBe(0);
  });
});

describe('SAAKE as printed', () => {
  interface Sizes {
    readonly nodes?: readonly MachineNode[];
    readonly workgroupsPerSm?: number;
    readonly warpsPerWorkgroup?: number;
  }
  function time(spec: TraceSpec, sizes: Sizes = {}): number {
    const { nodes = [segment(0)], workgroupsPerSm = 1, warpsPerWorkgroup = 1 } = sizes;
    const built = buildTrace(spec);
    const trace: Trace = { ...built, program: { ...built.program, nodes } };
    return saakeNs({ trace, profile: toy, workgroupsPerSm, warpsPerWorkgroup }) - LAUNCH_NS;
  }
  const one = (...lines: string[]): TraceSpec => ({ segments: [lines], workgroups: [[[0]]] });
  const access = (sectors: readonly number[], lanes = 32): TraceSpec['workgroups'] => [
    [[{ segment: 0, accesses: [{ sectors, lanes }] }]],
  ];

  it('adds the latencies of instructions that wait for each other', () => {
    expect(time(one('fma 1 <- 0', 'fma 2 <- 1'))).toBeCloseTo(8, 6);
    // The second is admitted a gap of 2 after the first; classes may have numbers of their own.
    expect(time(one('imad 1 <- 0', 'imad 2 <- 0'))).toBeCloseTo(6, 6);
    expect(time(one('imad_hi 1 <- 0', 'fma 2 <- 1'))).toBeCloseTo(12, 6);
  });

  it('gives a scheduler its share of the warps, and repeats that wave after wave', () => {
    // Two warps take turns: issue at 0 and 1, then at 4 and 5.
    const spec = one('fma 1 <- 0', 'fma 2 <- 1');
    expect(time(spec, { workgroupsPerSm: 2, warpsPerWorkgroup: 2 })).toBeCloseTo(9, 6);
    const waves = (totalWorkgroups: number) => time({ ...spec, totalWorkgroups }, { workgroupsPerSm: 2 });
    // Eight workgroups fit on the device.
    expect(waves(8)).toBeCloseTo(8, 6);
    expect(waves(9)).toBeCloseTo(16, 6);
  });

  it('sends each coalesced access to DRAM once, whatever the caches hold', () => {
    const spec = { segments: [['load_global 1 @0', 'fma 2 <- 1']], workgroups: access(lineSectors(0)) };
    expect(time(spec)).toBeCloseTo(504, 6);
    // A line takes one of the SM's schedulers 128 / (64 / 4) · 2 = 16 cycles: 16 + 500 + 4.
    expect(time(spec, { warpsPerWorkgroup: 4 })).toBeCloseTo(520, 6);
  });

  it('takes an access per lane where the lanes scatter', () => {
    const scattered = times(32, 0).map((_, lane) => lane * 8);
    const spec = { segments: [['load_global 1 @0', 'fma 2 <- 1']], workgroups: access(scattered) };
    // 31 further requests of 16 cycles each before the last word is there.
    expect(time(spec)).toBeCloseTo(31 * 16 + 504, 6);
    // Words at a stride of two touch twice the sectors, and are still taken for coalesced.
    const strided = { ...spec, workgroups: access(times(8, 0).map((_, i) => i)) };
    expect(time(strided)).toBeCloseTo(504, 6);
  });

  it('knows how much a lane moves', () => {
    const wide = (sectors: number[]) =>
      time({ segments: [['load_global 1 @0:16', 'fma 2 <- 1']], workgroups: access(sectors) });
    // 512 bytes are 16 sectors.
    expect(wide(times(16, 0).map((_, i) => i))).toBeCloseTo(504, 6);
    expect(wide(times(32, 0).map((_, i) => i))).toBeCloseTo(504, 6);
    expect(wide(times(64, 0).map((_, i) => 2 * i))).toBeCloseTo(31 * 16 + 504, 6);
  });

  it('takes both arms of a branch', () => {
    const arms = construct('if', { then: [segment(1)], otherwise: [segment(2)] });
    const spec = {
      segments: [['fma 1 <- 0'], ['fma 1 <- 1'], ['fma 1 <- 1', 'fma 1 <- 1']],
      workgroups: [[[0, 1]]],
    };
    expect(time(spec, { nodes: [segment(0), arms] })).toBeCloseTo(16, 6);
  });

  it('goes round a loop as often as the sample did on average', () => {
    const loop = construct('loop', { body: [segment(1)] });
    const spec = {
      segments: [['fma 1 <- 0'], ['fma 1 <- 1']],
      workgroups: [[[0, 1, 1]], [[0, { segment: 1, weight: 4 }]]],
    };
    // Two and four trips; the waves of two workgroups are one.
    expect(time(spec, { nodes: [segment(0), loop] })).toBeCloseTo(4 + 3 * 4, 6);
  });

  it('takes what is left of a long loop to go on at the same rate', () => {
    const loop = construct('loop', { body: [segment(0)] });
    const spec = { segments: [times(15_000, 'fma 1 <- 0')], workgroups: [[times(4, 0)]] };
    // 30,000 of 60,000 instructions are emulated, one per cycle.
    expect(time(spec, { nodes: [loop] })).toBeCloseTo(2 * 30_003, 6);
  });
});

describe('the baselines of a launch', () => {
  it('take the bytes of the buffers that the kernel binds, and its share of an SM', () => {
    const built = buildTrace({
      segments: [['fma 1 <- 0']],
      workgroups: [[[0], [0]]],
      totalWorkgroups: 1000,
    });
    const module = {
      ...built.program.module,
      buffers: [
        { group: 0, binding: 0 },
        { group: 0, binding: 2 },
      ],
    };
    const program = { ...built.program, module, nodes: [segment(0)] };
    const forecast = {
      program,
      prediction: { instructions: { perWarp: 1 } },
      timing: { trace: { ...built, program }, workgroupSize: 64 },
    } as unknown as Forecast;
    const bindings = [0, 1, 2].map((binding) => ({ group: 0, binding, sizeBytes: 64_000 * 10 ** binding }));
    const launch = { bindings } as unknown as Launch;
    const { rooflineNs: roofline, saakeNs: saake } = baselinesOf(forecast, launch, toy);
    // 64 kB and 6.4 MB, but not the 640 kB of binding 1.
    expect(roofline - LAUNCH_NS).toBeCloseTo(6_464_000 / 64, 6);
    // 8 workgroups of 2 warps per SM: 8 warps per scheduler issue in 8 cycles; 1000 / 32 are 32 waves.
    expect(saake - LAUNCH_NS).toBeCloseTo(32 * (7 + 4), 6);
  });
});
