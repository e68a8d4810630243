import { describe, expect, it } from 'vitest';
import { exitCodeOf, worst } from '../../src/cli/exit-codes.ts';
import { behavioursOf, durationNs, paramsOf, profileOf, seedOf } from '../../src/cli/flags.ts';

describe('flags', () => {
  it('read params as names and expressions', () => {
    expect(paramsOf(['N=2^20', 'M = 2 * N', 'N=3'])).toEqual({ N: '3', M: '2 * N' });
    expect(Object.entries(paramsOf(['__proto__=2', 'constructor=3']))).toEqual([
      ['__proto__', '2'],
      ['constructor', '3'],
    ]);
    expect(() => paramsOf(['N'])).toThrow('expected NAME=VALUE');
    expect(() => paramsOf(['3=4'])).toThrow('expected NAME=VALUE');
  });

  it('read times with their unit', () => {
    expect(
      ['20us', '1.5 ms', '3µs', '7ns', '.5s', '2min'].map((text) => durationNs('--max-time', text)),
    ).toEqual([20e3, 1.5e6, 3e3, 7, 0.5e9, 120e9]);
    for (const text of ['20', '2constructor', 'us', '-1us', '3 parsecs', '1e3']) {
      expect(() => durationNs('--max-time', text)).toThrow('expected a time with its unit');
    }
  });

  it('know the behaviours by name', () => {
    expect(behavioursOf(['folding'])).toEqual(['folding']);
    expect(() => behavioursOf(['foldign'])).toThrow('did you mean "folding"?');
  });

  it('take whole numbers as seeds', () => {
    expect(seedOf(7)).toBe(7);
    for (const seed of [-1, 0.5, Number.NaN, 2 ** 32]) expect(() => seedOf(seed)).toThrow('--seed');
  });

  it('change the profile as asked', () => {
    const profile = profileOf({ profile: 'nvidia-h200', set: ['clock=1GHz'] });
    expect(profile).toMatchObject({ name: 'nvidia-h200', clockHz: { value: expect.closeTo(1e9) } });
  });
});

describe('exit codes', () => {
  it('come from the worst of all results', () => {
    expect(worst([0, 1, 3, 2])).toBe(2);
    expect(worst([0, 4, 3])).toBe(3);
    expect(worst([0, 70, 2])).toBe(70);
    expect(worst([])).toBe(0);
  });

  it('follow from severities', () => {
    const code = (severity: 'invalid' | 'unsupported' | 'no-gpu' | 'warning') =>
      exitCodeOf([{ severity, code: 'x', message: 'x' }]);
    expect([code('invalid'), code('unsupported'), code('no-gpu'), code('warning')]).toEqual([2, 3, 4, 0]);
  });
});
