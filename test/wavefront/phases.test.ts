// What a configuration makes of a table: every cell once, and the app file's expressions as the function.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDispatch, isIndirect } from '../../src/app/app.ts';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { appFileText } from '../../src/wavefront/app-file.ts';
import { bandNs, type Knot, stepNs, stripsNs } from '../../src/wavefront/curves.ts';
import { forecastTable, gapsOf } from '../../src/wavefront/forecast.ts';
import { type Configuration, phasesOf } from '../../src/wavefront/phases.ts';
import { predictedKnots } from '../../src/wavefront/predicted-knots.ts';
import { configurationsOf, isSensible } from '../../src/wavefront/space.ts';
import { example, options, profile } from './tables.ts';

const size = fc.record({ rows: fc.integer({ min: 1, max: 90 }), columns: fc.integer({ min: 1, max: 90 }) });
const configuration: fc.Arbitrary<Configuration> = fc
  .record({
    band: fc.integer({ min: -1, max: 100 }),
    tile: fc.constantFrom(1, 1, 2, 8, 16),
    diagonals: fc.constantFrom(1, 2, 5, 16),
    workgroup: fc.constantFrom(32, 64),
  })
  .map((each) => (each.tile > 1 ? { ...each, diagonals: 1 } : each));

describe('the phases of a table', () => {
  it('are those of the app file', () => {
    fc.assert(
      fc.property(size, configuration, (of, how) => {
        const wavefront = example('smith-waterman', of);
        const app = parseApp(appFileText(wavefront, how), 'app.json').value!;
        const { opening, closing, groups } = phasesOf(of, how);
        const named = app.operations.filter(isDispatch).map(({ pipeline, dispatch }) => ({
          name: pipeline.name,
          groups: isIndirect(dispatch) ? 0 : dispatch[0],
        }));
        const alone = (name: string, strips: number) => (strips > 0 ? [{ name, groups: 1 }] : []);
        const name = how.tile > 1 ? 'tiles' : 'diagonals';
        expect(named).toEqual([
          ...alone('opening', opening.strips),
          ...groups.map((each) => ({ name, groups: each })),
          ...alone('closing', closing.strips),
        ]);
      }),
      { numRuns: 25 },
    );
  });

  it('are, for a table of 5 × 5 in tiles of 2 with one diagonal of them in the band, three tiles', () => {
    const phases = phasesOf({ rows: 5, columns: 5 }, { band: 0, tile: 2, diagonals: 1, workgroup: 4 });
    // Rows 0 to 3 in a strip: columns 0 to 3, and 3 steps until the last row has begun.
    expect(phases).toEqual({
      opening: { strips: 1, steps: 7 },
      closing: { strips: 2, steps: 4 + 3 },
      groups: [3],
      first: 2,
      end: 3,
    });
  });
});

describe('the space of a table', () => {
  it('is what the app file declares, and has only what makes sense', () => {
    const wavefront = example('nash', { rows: 40, columns: 50 });
    const how = { band: -1, tile: 1, diagonals: 1, workgroup: 32 };
    const app = parseApp(appFileText(wavefront, how), 'app.json').value!;
    const values = Object.fromEntries(app.tunables!.map((each) => [each.name, each.values]));
    const all = configurationsOf(wavefront, wavefront.cellBytes);
    for (const each of all) {
      expect(isSensible(each, wavefront.cellBytes)).toBe(true);
      for (const [name, value] of Object.entries(each)) expect(values[name]).toContain(value);
    }
    // Three cells of 48 bytes for each thread within 16 KiB.
    expect(Math.max(...all.map(({ workgroup }) => workgroup))).toBe(64);
  });
});

describe('the time of a table', () => {
  it('is a sum over curves: what is asked for is met, what lies between is straight', () => {
    const times = (knot: Knot) => 100 + ('groups' in knot ? knot.groups : 0) ** 2;
    const piece = { tile: 8, diagonals: 1, workgroup: 32 };
    expect(bandNs(times, piece, 16)).toBe(356);
    expect(bandNs(times, piece, 10)).toBe((116 + 356) / 2);
    const strips = (knot: Knot) => {
      if (knot.kind !== 'strips') return Number.NaN;
      const count = knot.rows / 4;
      return 7 + 20 * count + 3 * count * (knot.columns + 3);
    };
    const lone = stripsNs(strips, 4, 5, 100);
    expect(lone).toBeCloseTo(7 + 5 * 20 + 100 * 3, 9);
    expect(stepNs((knot) => 5 + 2 * ('columns' in knot ? knot.columns : 0), 32)).toBe(2);
  });

  it('is near that of the app with each dispatch predicted', () => {
    const wavefront = example('smith-waterman', { rows: 100, columns: 80 });
    const times = predictedKnots(wavefront, options);
    const off = (how: Configuration) => {
      const app = parseApp(appFileText(wavefront, how), 'app.json').value!;
      const forecast = forecastApp(app, { ...options, sourceOf: () => wavefront.source }).value!;
      const whole = summarize(app, forecast, profile, 0).timeNs;
      return forecastTable(wavefront, how, times, gapsOf(profile)).timeNs / whole;
    };
    expect(off({ band: -1, tile: 1, diagonals: 1, workgroup: 64 })).toBeCloseTo(1, 1);
    expect(Math.abs(off({ band: 100, tile: 32, diagonals: 1, workgroup: 32 }) - 1)).toBeLessThan(0.1);
    expect(Math.abs(off({ band: 100, tile: 1, diagonals: 16, workgroup: 64 }) - 1)).toBeLessThan(0.1);
  });
});
