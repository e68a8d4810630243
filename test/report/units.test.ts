import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatNumber,
  formatShare,
  formatTime,
  formatTimeRange,
} from '../../src/report/units.ts';

describe('units', () => {
  it.each([
    [0, '0 ns'],
    [0.5, '0.500 ns'],
    [7, '7 ns'],
    [999.4, '999 ns'],
    [999.6, '1.00 µs'],
    [12345, '12.3 µs'],
    [412345, '412 µs'],
    [999500, '1.00 ms'],
    [1.5e9, '1.50 s'],
    [4.2e13, '42000 s'],
  ])('%d ns is %s', (ns, text) => {
    expect(formatTime(ns)).toBe(text);
  });

  it('says the unit of a range once where it can', () => {
    expect(formatTimeRange(380e3, 450e3)).toBe('380 to 450 µs');
    expect(formatTimeRange(900e3, 1.2e6)).toBe('900 µs to 1.20 ms');
  });

  it('steps bytes by 1024 and counts by 1000', () => {
    expect([0, 1023, 1024, 1048575, 64 * 2 ** 20].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.00 KiB',
      '1.00 MiB',
      '64.0 MiB',
    ]);
    expect([4.5, 123, 34567.8, 1e6].map(formatCount)).toEqual(['4.50', '123', '34.6 k', '1.00 M']);
  });

  it('keeps small and near-full shares apart from 0 and 100 %', () => {
    expect([0, 0.001, 0.424, 0.999, 1].map(formatShare)).toEqual(['0 %', '<1 %', '42 %', '99 %', '100 %']);
  });

  it('shows numbers without an exponent, to three digits', () => {
    expect([0.0312, 8.3, 42, 1234.5, 65536].map(formatNumber)).toEqual([
      '0.0312',
      '8.30',
      '42',
      '1235',
      '65536',
    ]);
  });

  it('never loses more than half a percent of a time', () => {
    const factor: Record<string, number> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e13, noNaN: true }), (ns) => {
        const [number, unit] = formatTime(ns).split(' ');
        expect(Math.abs(Number(number) * factor[unit] - ns) / ns).toBeLessThanOrEqual(0.00501);
      }),
    );
  });
});
