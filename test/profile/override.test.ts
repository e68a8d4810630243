import { describe, expect, it } from 'vitest';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import { overrideProfile } from '../../src/profile/override.ts';
import { parseProfile } from '../../src/profile/parse.ts';
import { scaleResource } from '../../src/profile/scale.ts';

const h200 = loadProfile('nvidia-h200').value!;
const set = (...assignments: string[]) => overrideProfile(h200, assignments);

describe('loadProfile', () => {
  it('lists the built-in profiles', () => {
    const names = profileNames();
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['amd-rx-7900-xtx', 'nvidia-h200', 'nvidia-rtx-4090']));
    expect(names).not.toContain('sources');
  });

  it('says what was meant and where all are listed when a profile is unknown', () => {
    const outcome = loadProfile('nvidia-h2000');
    expect(outcome.value).toBeUndefined();
    expect(outcome.diagnostics[0].message).toMatch(/nvidia-h2000.*"nvidia-h200".*kernelcast profiles/);
  });

  it('reports every field of a profile file that is wrong, with its place', () => {
    const text = JSON.stringify({ ...h200, clockHz: { value: -1, source: 'doc:X' }, title: 5 });
    const messages = parseProfile(text, 'mine.json').diagnostics.map((each) => each.message);
    expect(messages).toEqual([
      expect.stringMatching(/mine\.json: \/title must be string/),
      expect.stringMatching(/mine\.json: \/clockHz\/value must be >= 0/),
    ]);
  });
});

describe('overrideProfile', () => {
  it.each(['constructor', '__proto__', 'toString'])('finds nothing by the name %s', (name) => {
    for (const key of [
      name,
      `l2.${name}`,
      `${name}.latency`,
      `limits.${name}`,
      `classes.${name}.gap`,
      `${name}.bandwidth`,
    ]) {
      const { value, diagnostics } = set(`${key}=2`);
      expect([value, diagnostics[0].message], key).toEqual([
        undefined,
        expect.stringContaining('names nothing'),
      ]);
      expect(diagnostics[0].message).not.toMatch(/native code|object Object/);
    }
  });

  it('sets a latency outright', () => {
    expect(set('dram.latency=600').value!.resources['dram'].latencyCycles).toBeCloseTo(600);
  });

  it('scales a bandwidth and its relatives by a factor', () => {
    const memory = set('dram.bandwidth=0.5x').value!.memory;
    expect(memory.dramReadBytesPerSecond.value).toBe(h200.memory.dramReadBytesPerSecond.value / 2);
    expect(memory.dramCopyBytesPerSecond.value).toBe(h200.memory.dramCopyBytesPerSecond.value / 2);
  });

  it('takes units', () => {
    expect(set('dram.bandwidth=2TB/s').value!.memory.dramReadBytesPerSecond.value).toBeCloseTo(2e12);
    expect(set('clock=1.5GHz').value!.clockHz.value).toBeCloseTo(1.5e9);
    expect(set('l2.size=60MiB').value!.memory.l2Bytes.value).toBe(60 * 1024 * 1024);
    expect(set('launch.overhead=2us').value!.launch.overheadNs.value).toBeCloseTo(2000);
  });

  it('turns times into cycles by the clock, and cycles into times', () => {
    expect(set('dram.latency=300ns').value!.resources['dram'].latencyCycles).toBeCloseTo(594);
    expect(set('clock=1GHz', 'imad.latency=5ns').value!.classes['imad'].latencyCycles).toBeCloseTo(5);
    expect(set('launch.overhead=1980cycles').value!.launch.overheadNs.value).toBeCloseTo(1000);
  });

  it.each([
    ['dram.latency=2TB/s', /`TB\/s` does not fit: this is cycles or a time/],
    ['imad.gap=2KiB', /does not fit/],
    ['dram.bandwidth=300ns', /this is bytes per second/],
    ['limits.smCount=66MHz', /a number without a unit/],
    ['clock=5ms', /a frequency/],
    ['memory.cachesGlobalLoadsInL1=1', /cachesGlobalLoadsInL1 is true or false/],
    ['dram.bandwith=2x', /did you mean dram\.bandwidth\?/],
    ['limits.smcount=66', /did you mean limits\.smCount\?/],
  ])('refuses %s', (assignment, message) => {
    expect(set(assignment).diagnostics.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
  });

  it('takes true or false for what a device has or has not', () => {
    const { memory } = set('memory.cachesGlobalLoadsInL1=false').value!;
    expect(memory).toEqual({
      ...h200.memory,
      cachesGlobalLoadsInL1: { ...h200.memory.cachesGlobalLoadsInL1, value: false },
    });
  });

  it('scales the classes of a resource along with it, and a single class alone', () => {
    const slower = set('fma.latency=8').value!;
    expect(slower.classes['imad'].latencyCycles).toBe(8);
    const imad = set('imad.gap=2x').value!;
    expect(imad.classes['imad'].gapCycles).toBe(4);
    expect(imad.resources['fma'].gapCycles).toBe(1);
  });

  it('takes the path of any number', () => {
    expect(set('limits.smCount=66').value!.limits.smCount.value).toBe(66);
    expect(set('resources.alu.gapCycles=3').value).toEqual(set('alu.gap=3').value);
    const { classes, resources } = set('classes.fp16.latencyCycles=9').value!;
    expect([classes['fp16'].latencyCycles, resources['fp16']]).toEqual([9, h200.resources['fp16']]);
  });

  it.each([
    ['dram.gap=3', /dram has no gap to set: set dram\.bandwidth/],
    ['resources.dram.gapCycles=3', /dram\.bandwidth/],
    ['lsu.latency=2', /lsu has no latency to set: the latencies of shared/],
    ['issue.latency=2x', /issue has no latency to set: issue\.gap/],
    ['barrier.latency=20', /barrier\.baseCycles and barrier\.perWarpCycles/],
    ['launch.gap=2', /launch\.workgroupGapCycles/],
    ['load_global.latency=600', /load_global has no latency to set: .*l1, l2, dram/],
    ['fence.gap=2x', /fence has no gap to set/],
    ['memory.l1BytesPerCycle=64', /profiles have no `memory\.l1BytesPerCycle`: resources\.l1\.gapCycles/],
    ['l1.bandwidth=64', /l1\.bandwidth takes a factor.*l1\.gap/],
  ])('refuses %s, which would change nothing, and says what to set instead', (assignment, message) => {
    expect(set(assignment).diagnostics.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
  });

  it('changes by a factor what stands for a number that a profile does not give', () => {
    expect(set('dram.gap=2x').value).toEqual(set('dram.bandwidth=0.5x').value);
    expect(set('l1.bandwidth=0.5x').value!.resources['l1'].gapCycles).toBe(2);
    expect(set('lsu.latency=2x').value!.classes['shuffle'].latencyCycles).toBe(52);
    expect(set('barrier.latency=2x').value!.barrier.baseCycles.value).toBe(31);
    expect(set('launch.gap=2x').value!.launch.workgroupGapCycles.value).toBe(2.38);
  });

  it.each([
    ['dram', /KEY=VALUE/],
    ['dram.latency=fast', /no number/],
    ['dram.latency=5parsec', /unknown unit/],
    ['drum.latency=5', /names nothing.*dram/],
    ['tensors.speed=5', /names nothing.*limits\.registersPerSm/],
    ['limits.smcount=5', /names nothing/],
    ['dram.bandwidth=0', /above 0/],
  ])('says what is wrong with %s', (assignment, message) => {
    const outcome = set(assignment);
    expect(outcome.value).toBeUndefined();
    expect(outcome.diagnostics[0].message).toMatch(message);
  });
});

describe('scaleResource', () => {
  it('leaves the profile given as it was', () => {
    const before = JSON.stringify(h200);
    scaleResource(h200, 'l2', 'gap', 2);
    scaleResource(h200, 'barrier', 'latency', 2);
    expect(JSON.stringify(h200)).toBe(before);
  });

  it('scales a gap of memory as the inverse of its bandwidth', () => {
    expect(scaleResource(h200, 'l2', 'gap', 4).memory.l2BytesPerSecond.value).toBe(
      h200.memory.l2BytesPerSecond.value / 4,
    );
  });
});
