import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InputAxis, InputsError, parseInputs, valueAt } from '../../src/adapt/input-space.ts';
import { between, disagreements, latinHypercube, neighbours } from '../../src/adapt/sample-inputs.ts';
import { Random } from '../../src/space/random.ts';

const names = { params: ['N', 'M', 'K', 'TILE'], tunables: ['TILE'] };
const parse = (text: string) => parseInputs(text, names);

/** The message, and the text from the place on. */
function refusal(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof InputsError) return `${error.message} @ ${text.slice(error.offset)}`;
    throw error;
  }
  return 'none';
}

describe('the space of inputs', () => {
  it('has powers, steps, factors, lists and expressions', () => {
    const space = parse('N=2^8..2^11, M=10..30 step 10,64, K=max(1, 3)..24 times 2');
    expect(space.map(({ name, values }) => [name, ...values])).toEqual([
      ['N', 256, 512, 1024, 2048],
      ['M', 10, 20, 30, 64],
      ['K', 3, 6, 12, 24],
    ]);
  });

  it('keeps both ends of a long range and spreads what lies between by logarithm', () => {
    const [{ values, isDense }] = parse('N=1..1000000 step 3');
    expect(isDense).toBe(true);
    expect(values.length).toBeLessThanOrEqual(4097);
    expect(values.every((value) => value % 3 === 1 && value <= 1_000_000)).toBe(true);
    expect(values[0]).toBe(1);
    expect(values.at(-1)).toBeGreaterThan(999_000);
  });

  it('says what is wrong, and where', () => {
    expect(refusal('L=1..2')).toBe('L is no param of the launch file; there are N, M, K @ L=1..2');
    expect(refusal('N=1, TILE=8')).toMatch(/^TILE is a tunable.* @ TILE=8$/);
    expect(refusal('N=1,N=2')).toBe('N is there twice @ N=2');
    expect(refusal('5, N=2')).toMatch(/^expected NAME=VALUES.* @ 5, N=2$/);
    expect(refusal('N=9..3')).toBe('from 9 is above to 3 @ 9..3');
    expect(refusal('N=1..4..8')).toBe('a range has two ends: FROM..TO @ 8');
    expect(refusal('N=')).toMatch(/^expected a number/);
    expect(refusal('M=4, N=2^x')).toMatch(/^"2\^x": .*@ 2\^x$/);
    expect(refusal('N=1..9 times 1')).toBe('times 1 is not above 1 @ 1..9 times 1');
  });

  it('refuses or reads whatever it is given, but never fails', () => {
    const piece = fc.constantFrom(
      'N',
      'M',
      '=',
      '..',
      ',',
      '2^8',
      '16',
      ' step ',
      ' times ',
      '(',
      ')',
      '-',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        try {
          for (const { values } of parse(text)) expect(values.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(InputsError);
          expect((error as InputsError).offset).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

const axis = (name: string, values: readonly number[], isDense = false): InputAxis => ({
  name,
  values,
  isDense,
});
const powers = axis('N', [1, 2, 4, 8, 16, 32, 64, 128]);

describe('a Latin hypercube', () => {
  it('has one input in each stratum of each axis', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 2, max: 12 }), (seed, count) => {
        const values = Array.from({ length: count }, (_, i) => i + 1);
        const inputs = latinHypercube([axis('A', values), axis('B', values)], count, new Random(seed));
        expect(inputs.map(([a]) => a).sort((a, b) => a - b)).toEqual(values);
        expect(inputs.map(([, b]) => b).sort((a, b) => a - b)).toEqual(values);
      }),
    );
  });

  it('ends where a space has no more', () => {
    const inputs = latinHypercube([axis('A', [1, 2]), axis('B', [5])], 10, new Random(1));
    expect(inputs.map(String).sort()).toEqual(['1,5', '2,5']);
  });

  it('draws a range evenly by logarithm', () => {
    const dense = axis(
      'N',
      Array.from({ length: 4096 }, (_, i) => i + 1),
      true,
    );
    expect([0, 0.5, 1].map((place) => valueAt(dense, place))).toEqual([1, 64, 4096]);
  });
});

describe('neighbouring inputs', () => {
  it('are those between which no other lies', () => {
    expect(neighbours([powers], [[1], [128], [8]])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('disagree where both lose with the best of the other', () => {
    const inputs = [[1], [8], [128]];
    const lossOf = (a: number, b: number) =>
      a === 1 && b === 2 ? 0.5 : a === 2 && b === 1 ? 0.25 : b === 0 ? 0.1 : 0;
    expect(disagreements([powers], inputs, lossOf)).toEqual([{ a: 1, b: 2, loss: 0.25 }]);
  });

  it('have another between them, until they are next to each other', () => {
    expect(between([powers], [8], [128])).toEqual([32]);
    expect(between([powers], [64], [128])).toBeUndefined();
  });
});
