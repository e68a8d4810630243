import { describe, expect, it } from 'vitest';
import { profileProblems } from '../../src/profile/check.ts';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import { overrideProfile } from '../../src/profile/override.ts';
import { parseProfile } from '../../src/profile/parse.ts';

const h200 = loadProfile('nvidia-h200').value!;

describe('numbers of a profile', () => {
  it.each(profileNames())('are possible in %s', (name) => {
    expect(profileProblems(loadProfile(name).value!)).toEqual([]);
  });

  it.each([
    ['limits.smCount=0', /smCount would be 0.*whole number/],
    ['limits.smCount=2.5', /whole number/],
    ['limits.warpsPerSm=0.1x', /whole number/],
    ['limits.subgroupSize=2', /power of two from 4 to 128.*lockstep/],
    ['limits.subgroupSize=48', /power of two from 4 to 128/],
    ['limits.subgroupSize=256', /power of two from 4 to 128/],
    ['clock=1e400', /out of range/],
    ['clock=0', /clockHz would be 0.*above 0/],
    ['dram.bandwidth=1e-300', /above 0/],
    ['fma.gap=0', /above 0/],
    ['limits.schedulersPerSm=1000000', /above 64/],
    ['memory.sectorBytes=1000000', /sectorBytes would be 1000000.*power of two from 8 to 256.*buffers/],
    ['memory.sectorBytes=48', /power of two/],
    ['memory.sectorBytes=8', /a line is made of 1 to 8 sectors/],
    ['memory.sectorBytes=256', /memory.lineBytes 128; a line is made of 1 to 8 sectors/],
    ['memory.lineBytes=16', /a line is made of 1 to 8 sectors/],
    ['memory.lineBytes=4096', /lineBytes would be 4096.*to 2048/],
    ['memory.sharedBanks=24', /sharedBanks would be 24.*power of two from 8 to 128/],
    ['memory.sharedBanks=4', /sharedBanks would be 4/],
    ['l2.size=0', /l2Bytes would be 0/],
  ])('are refused where --set %s makes them impossible', (assignment, message) => {
    const { value, diagnostics } = overrideProfile(h200, [assignment]);
    expect(value).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0].message).toMatch(message);
  });

  it('are refused where a share is above 1', () => {
    const { diagnostics } = overrideProfile(loadProfile('amd-radeon-pro-w6600').value!, [
      'memory.workgroupsApart=1.5',
    ]);
    expect(diagnostics.map((each) => each.message).join()).toMatch(
      /workgroupsApart would be 1.5.*from 0 to 1/,
    );
  });

  it('are refused where a burst of DRAM has more sectors than a mask', () => {
    const messages = overrideProfile(h200, ['memory.dramBurstBytes=512']).diagnostics.map(
      (each) => each.message,
    );
    expect(messages).toEqual([expect.stringMatching(/dramBurstBytes would be 512; at most 8 sectors/)]);
  });

  it.each([
    ['limits.subgroupSize', [4, 8, 16, 32, 64, 128]],
    ['memory.sectorBytes', [16, 32, 64, 128]],
    ['memory.sharedBanks', [8, 16, 32, 64, 128]],
  ])('may be any that execution can count in: %s', (key, sizes) => {
    for (const size of sizes) expect(overrideProfile(h200, [`${key}=${size}`]).diagnostics).toEqual([]);
  });

  it('are refused for banks that serve part of a word, or more than an access', () => {
    for (const value of [2, 6, 32]) {
      const memory = { ...h200.memory, sharedBankBytes: { value, source: 'doc:X' } };
      expect(profileProblems({ ...h200, memory })).toEqual([
        expect.stringMatching(/sharedBankBytes would be .*power of two from 4 to 16/),
      ]);
    }
  });

  it('may be zero where nothing is divided by them', () => {
    const set = ['launch.overhead=0', 'l2.latency=0', 'limits.sharedReservedBytes=0'];
    expect(overrideProfile(h200, set).diagnostics).toEqual([]);
  });

  it('are refused in a file where the model would not take them, with what to give instead', () => {
    const resources = {
      ...h200.resources,
      dram: { ...h200.resources['dram'], gapCycles: 2 },
      alu: { gapCycles: 2, scope: 'scheduler', source: 'doc:X' },
    };
    const load_global = { resource: 'lsu', latencyCycles: 500, source: 'doc:X' };
    const changed = { ...h200, resources, classes: { ...h200.classes, load_global } };
    const messages = (profile: unknown) =>
      parseProfile(JSON.stringify(profile), 'mine.json').diagnostics.map((each) => each.message);
    expect(messages(changed)).toEqual([
      expect.stringMatching(/resources\.alu lacks latencyCycles/),
      expect.stringMatching(/classes\.load_global\.latencyCycles would change nothing: .*l2/),
      expect.stringMatching(/resources\.dram\.gapCycles would change nothing: set dram\.bandwidth/),
    ]);
    const memory = { ...h200.memory, l1BytesPerCycle: { value: 64, source: 'doc:X' } };
    expect(messages({ ...h200, memory })).toEqual([
      expect.stringMatching(/l1BytesPerCycle; .*l1\.gapCycles/),
    ]);
  });

  it('are refused in a file, with its name', () => {
    const limits = { ...h200.limits, smCount: { value: 0, source: 'doc:X' } };
    const { value, diagnostics } = parseProfile(JSON.stringify({ ...h200, limits }), 'mine.json');
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(/^mine\.json: limits\.smCount would be 0/);
  });
});
