// Caches that not every device has: each takes what it should off the levels behind it, and nothing where a profile
// does not give it.

import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../src/emulate/estimate.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Memory, Profile } from '../../src/profile/profile.ts';
import { cases } from '../golden/cases.ts';
import { type Traced, timed, tracedCase } from '../golden/timing.ts';

const profile = loadProfile('amd-rx-6800-xt').value!;
const traced = (name: string) => tracedCase(cases.find((each) => each.name === name)!, profile) as Traced;

function without(...fields: readonly (keyof Memory)[]): Profile {
  const memory = Object.fromEntries(
    Object.entries(profile.memory).filter(([name]) => !fields.includes(name as keyof Memory)),
  );
  return { ...profile, memory: memory as unknown as Memory };
}

function having(field: keyof Memory, value: number): Profile {
  return { ...profile, memory: { ...profile.memory, [field]: { value, source: 'guess: a test' } } };
}

const busy = ({ resources }: Estimate, name: string) =>
  resources.find((each) => each.name === name)?.utilization ?? 0;

describe('the cache in front of DRAM', () => {
  const stream = traced('stream');

  it('holds what L2 cannot, and DRAM has nothing to do', () => {
    const usual = timed(stream, profile);
    expect(usual.memory.dramBytes).toBe(0);
    expect(busy(usual, 'side')).toBeGreaterThan(0.5);
  });

  it('lets through what it cannot hold, and all of it where there is none', () => {
    const small = timed(stream, having('sideBytes', 2 ** 20));
    const none = timed(stream, without('sideBytes'));
    expect(small.memory.dramBytes).toBeGreaterThan(10e6);
    expect(none.memory.dramBytes).toBeCloseTo(small.memory.dramBytes, -5);
    expect(busy(none, 'side')).toBe(0);
    expect(none.timeNs).toBeGreaterThan(1.5 * timed(stream, profile).timeNs);
  });
});

describe('the cache that several SMs share', () => {
  const rows = traced('reused-rows');

  it('takes traffic off L2, the more SMs share it', () => {
    const bytes = (each: Profile) => timed(rows, each).memory.l2Bytes;
    expect(bytes(profile)).toBeLessThan(bytes(without('clusterBytes')));
    expect(bytes(profile)).toBeLessThan(bytes(having('clusterSms', 1)));
  });
});

describe('the cache of the scalar unit', () => {
  it('answers what it holds sooner', () => {
    const table = traced('wave-table');
    const none = timed(table, without('scalarCacheBytes'));
    expect(none.timeNs).toBeGreaterThan(1.2 * timed(table, profile).timeNs);
  });
});

describe('words in two places of workgroup memory', () => {
  const shader = (second: string) => `var<workgroup> words: array<f32, 512>;
@group(0) @binding(0) var<storage, read_write> sums: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) at: u32) {
  var sum = 0.0;
  for (var k = 0u; k < 400u; k++) {
    words[at] = sum;
    workgroupBarrier();
    sum += words[at + 64u]${second};
    workgroupBarrier();
  }
  sums[at] = sum;
}`;
  const run = (second: string) => {
    const [{ launch }] = cases;
    const size = 256;
    const bindings = [
      { ...launch.bindings[0], group: 0, binding: 0, sizeBytes: size, data: { kind: 'zeros' } },
    ];
    const own = { ...launch, constants: {}, dispatch: [1, 1, 1], bindings } as unknown as typeof launch;
    return tracedCase({ name: 'pairs', launch: own, source: shader(second) }, profile) as Traced;
  };
  const pairs = ({ program }: Traced) =>
    program.segments.flatMap(({ instructions }) =>
      instructions.filter(({ opcode }) => opcode === 'ds_read2_b32'),
    );

  it('are one instruction that takes the passes of both, which are no conflict', () => {
    const [one, two] = [run(''), run(' * words[at + 192u]')];
    expect([pairs(one).length, pairs(two).length]).toEqual([0, 1]);
    expect(pairs(two)[0].joined).toHaveLength(1);
    const [single, double] = [one, two].map((each) => timed(each, profile));
    const cyclesOf = (estimate: Estimate) => busy(estimate, 'shared') * estimate.cycles;
    expect(cyclesOf(double) / cyclesOf(single)).toBeCloseTo(1.5, 1);
    expect(double.memory.bankConflicts).toBe(0);
  });
});
