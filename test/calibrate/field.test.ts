import { describe, expect, it } from 'vitest';
import { numberAt, sourceAt, withNumber } from '../../src/calibrate/field.ts';
import { toy } from '../emulate/toy.ts';

describe('a number of a profile by path', () => {
  it('is read from resources, classes and quantities', () => {
    expect(numberAt(toy, 'resources.fma.gapCycles')).toBe(1);
    expect(numberAt(toy, 'classes.imad.gapCycles')).toBe(2);
    expect(numberAt(toy, 'classes.imad.latencyCycles')).toBeUndefined();
    expect(numberAt(toy, 'launch.overheadNs')).toBe(5000);
    expect(numberAt(toy, 'memory.dramBurstBytes')).toBeUndefined();
  });

  it('is set in a copy', () => {
    const changed = withNumber(toy, 'launch.overheadNs', 6000, 'measured:X (launch)');
    expect(changed.launch.overheadNs).toEqual({ value: 6000, source: 'measured:X (launch)' });
    expect(toy.launch.overheadNs.value).toBe(5000);
    const created = withNumber(toy, 'memory.dramBurstBytes', 64, 'measured:X');
    expect(created.memory.dramBurstBytes).toEqual({ value: 64, source: 'measured:X' });
  });

  it('keeps its source where none is given', () => {
    expect(withNumber(toy, 'launch.workgroupGapCycles', 2).launch.workgroupGapCycles).toEqual({
      value: 2,
      source: 'guess:round number',
    });
  });

  it('leaves the gap where it came from when the latency is measured, and the other way round', () => {
    const latency = withNumber(toy, 'resources.fma.latencyCycles', 5, 'measured:X (latency)');
    expect(latency.resources['fma'].source).toBe('measured:X (latency); gap derived:round number');
    expect(sourceAt(latency, 'resources.fma.latencyCycles')).toBe('measured:X (latency)');
    expect(sourceAt(latency, 'resources.fma.gapCycles')).toBe('derived:round number');
    const both = withNumber(latency, 'resources.fma.gapCycles', 2, 'measured:X (gap)');
    expect(both.resources['fma'].source).toBe('measured:X (latency); gap measured:X (gap)');
  });

  it('does not pile up sources when it is measured again', () => {
    let profile = toy;
    for (const day of ['A', 'B', 'C']) {
      profile = withNumber(profile, 'resources.fma.latencyCycles', 4, `measured:${day}`);
      profile = withNumber(profile, 'resources.fma.gapCycles', 1, `measured:${day}`);
    }
    expect(profile.resources['fma'].source).toBe('measured:C');
  });

  it('gives a class without numbers a source with its first', () => {
    const changed = withNumber(toy, 'classes.vote.latencyCycles', 9, 'measured:X');
    expect(changed.classes['vote']).toEqual({ resource: 'alu', latencyCycles: 9, source: 'measured:X' });
    const gap = withNumber(toy, 'classes.vote.gapCycles', 3, 'measured:X');
    expect(gap.classes['vote']).toEqual({ resource: 'alu', gapCycles: 3, source: 'measured:X' });
  });
});
