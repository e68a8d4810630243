// Fits against models whose answer is known: nanoseconds as a function of one number.

import { describe, expect, it } from 'vitest';
import { Curve } from '../../src/calibrate/curve.ts';
import { type Fit, fitNumber } from '../../src/calibrate/fit.ts';

const observed = (ns: number, errorNs = 0) => ({ ns, errorNs });

function found(fit: Fit): Extract<Fit, { kind: 'value' }> {
  if (fit.kind !== 'value') throw new Error(`expected a value, got ${JSON.stringify(fit)}`);
  return fit;
}

describe('a number', () => {
  it('is found on a rising model, as far as the model is believed', () => {
    const fit = found(fitNumber(10, observed(1000 + 25 * 64), (value) => 1000 + 64 * value));
    expect(fit.value).toBeCloseTo(25, 0);
    // One hundredth of 2600 ns is 26 ns, and those are 0.41 of the number.
    expect(fit.error).toBeCloseTo(26 / 64, 1);
  });

  it('is found on a falling model, such as that of a bandwidth', () => {
    const fit = found(fitNumber(1e12, observed(250), (value) => 1e15 / value));
    expect(fit.value / 4e12).toBeCloseTo(1, 2);
    expect(fit.modelNs / 250).toBeCloseTo(1, 2);
  });

  it('has the error bar that the samples leave', () => {
    const fit = found(fitNumber(10, observed(1000, 100), (value) => 100 * value));
    expect(fit.value).toBeCloseTo(10, 0);
    expect(fit.error).toBeCloseTo(1, 1);
  });

  it('is found from an old value of 0', () => {
    expect(found(fitNumber(0, observed(500), (value) => 100 * value)).value).toBeCloseTo(5, 0);
  });

  it('takes few evaluations of a model that is dear', () => {
    let count = 0;
    const model = (value: number) => {
      count++;
      return 200 + 3 * value ** 1.5;
    };
    expect(found(fitNumber(10, observed(200 + 3 * 70 ** 1.5), model)).value).toBeCloseTo(70, 0);
    expect(count).toBeLessThan(40);
  });
});

describe('a measurement that does not tell', () => {
  // Something else takes 800 ns in parallel: only what is above that shows.
  const hidden = (value: number) => Math.max(800, 100 * value);

  it('of a cost that something else hides only bounds it', () => {
    const fit = fitNumber(4, observed(800, 20), hidden);
    expect(fit).toMatchObject({ kind: 'bound', value: 4 });
    expect(fit).not.toHaveProperty('least');
    expect((fit as { most: number }).most).toBeCloseTo(8.2, 1);
  });

  it('moves a number that it refutes to the end of what it allows', () => {
    const fit = fitNumber(13, observed(800, 20), hidden);
    expect(fit.kind).toBe('bound');
    expect((fit as { value: number }).value).toBeCloseTo(8.2, 1);
  });

  it('bounds from below what saturates', () => {
    const fit = fitNumber(2, observed(800, 20), (value) => Math.min(800, 100 * value));
    expect(fit).toMatchObject({ kind: 'bound' });
    expect((fit as { least: number }).least).toBeCloseTo(7.8, 1);
    expect(fit).not.toHaveProperty('most');
  });

  it('with an error of more than half of the number is no answer', () => {
    const fit = fitNumber(10, observed(1000, 600), (value) => 100 * value);
    expect(fit).toMatchObject({ kind: 'bound', value: 10 });
    expect((fit as { least: number }).least).toBeCloseTo(4, 0);
    expect((fit as { most: number }).most).toBeCloseTo(16, 0);
  });

  it('of what does not depend on the number says so', () => {
    expect(fitNumber(10, observed(500), () => 500)).toMatchObject({ kind: 'inseparable', elasticity: 0 });
    expect(fitNumber(10, observed(5000), (value) => 5000 + value).kind).toBe('inseparable');
  });

  it('out of reach names the nearest value', () => {
    const model = (value: number) => 100 * value;
    expect(fitNumber(10, observed(1e6), model)).toMatchObject({ kind: 'out-of-reach', nearest: 160 });
    expect(fitNumber(10, observed(1), model)).toMatchObject({ kind: 'out-of-reach', nearest: 0.625 });
  });

  it('in a jump of the model is not explained by the jump', () => {
    const fit = fitNumber(10, observed(500), (value) => (value < 30 ? 100 : 900));
    expect(fit.kind).toBe('out-of-reach');
    expect((fit as { nearest: number }).nearest).toBeCloseTo(30, 1);
  });
});

describe('a curve', () => {
  it('says on which side a height lies that it never has', () => {
    const rising = new Curve((value) => value, 1, 10);
    expect([rising.crossing(0, 0.1), rising.crossing(11, 0.1)]).toEqual(['below', 'above']);
    const falling = new Curve((value) => -value, 1, 10);
    expect([falling.crossing(0, 0.1), falling.crossing(-11, 0.1)]).toEqual(['below', 'above']);
  });
});
