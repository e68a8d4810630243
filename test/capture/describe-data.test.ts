// Contents as data of an app file: exactly where they are small, by a generator with their range where not.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeData } from '../../src/capture/describe-data.ts';
import { fillWords } from '../../src/launch/data.ts';
import type { BufferData } from '../../src/launch/launch.ts';

const bytesOf = (words: ArrayLike<number>) => new Uint8Array(Uint32Array.from(words).buffer);
const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);

function describedOf(bytes: Uint8Array, limitBytes: number, of?: number) {
  const files: Uint8Array[] = [];
  const fileOf = (content: Uint8Array) => `${files.push(content)}.bin`;
  return { data: describeData(bytes, limitBytes, { fileOf }, of), files };
}

describe('contents', () => {
  it('of zeros need no data', () => {
    expect(describedOf(bytesOf(Array(1000).fill(0)), 16).data).toBeUndefined();
  });

  it('of few words are numbers in the app file', () => {
    expect(describedOf(bytesOf([1, 0, 7, 0, 0]), 0).data).toEqual({ kind: 'u32', values: [1, 0, 7] });
  });

  it('that count are said to, at any size', () => {
    expect(describedOf(bytesOf([...Array(5000).keys()]), 16).data).toEqual({ kind: 'iota-u32' });
  });

  it('up to the limit are a file', () => {
    const bytes = floats(Array.from({ length: 100 }, (_, index) => Math.sin(index)));
    expect(describedOf(bytes, 400)).toEqual({ data: { kind: 'file', path: '1.bin' }, files: [bytes] });
    expect(describedOf(bytes, 399).files).toEqual([]);
  });

  it('of integers are kept to 16 times the limit, for they steer', () => {
    const rows = bytesOf(Array.from({ length: 1000 }, (_, index) => index * 3 + 5));
    expect(describedOf(rows, 250).data).toEqual({ kind: 'file', path: '1.bin' });
    expect(describedOf(rows, 249).data).toEqual({ kind: 'random-u32', modulo: 3003 });
    const withNone = bytesOf(Array.from({ length: 1000 }, (_, index) => (index % 9 ? index : -1)));
    expect(describedOf(withNone, 250).data).toEqual({ kind: 'file', path: '1.bin' });
  });

  it('of row starts beyond that have rows as long', () => {
    const starts = [0];
    for (let row = 0; row < 1000; row++) starts.push(starts[row] + ((row * 7) % 11));
    expect(describedOf(bytesOf(starts), 16).data).toEqual({ kind: 'csr-rows', rows: 1000, meanRow: 5 });
    // What descends once is none.
    starts[500] = 1;
    expect(describedOf(bytesOf(starts), 16).data).toEqual({ kind: 'random-u32', modulo: starts[1000] + 1 });
  });

  it('of indices with a few that mean none range as the others', () => {
    const indices = Array.from({ length: 1000 }, (_, index) => (index % 200 === 7 ? -1 : (index * 37) % 500));
    expect(describedOf(bytesOf(indices), 16).data).toEqual({ kind: 'random-u32', modulo: 500 });
  });

  it('of f32 beyond the limit range as they do', () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index === 500 ? -8 : index / 250));
    const data = { kind: 'random-f32', min: -8, max: 3.9960000514984131 };
    expect(describedOf(floats(values), 16).data).toEqual(data);
    // A few without meaning, such as what nobody has written, change nothing.
    values.splice(3, 3, Number.NaN, Number.POSITIVE_INFINITY, 1e-40);
    expect(describedOf(floats(values), 16).data).toEqual(data);
  });

  it('of bits beyond the limit are any words', () => {
    const words = Array.from({ length: 1000 }, (_, index) => Math.imul(index, 0x9e3779b9) >>> 0);
    words[7] = 0xffffffff;
    expect(describedOf(bytesOf(words), 16).data).toEqual({ kind: 'random-u32' });
  });

  it('of which only a part is there are not taken for the whole', () => {
    const part = bytesOf([1, 2, 3]);
    expect(describedOf(part, 2 ** 20, 2 ** 21).data).toEqual({ kind: 'random-u32', modulo: 4 });
  });

  it('beyond the limit are generated within the range that they have', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 20), { minLength: 65, maxLength: 200 }), (words) => {
        const { data } = describedOf(bytesOf(words), 0);
        if (data?.['kind'] !== 'random-u32') return;
        const generated = new Uint32Array(words.length);
        fillWords({ ...data, seed: 1 } as unknown as BufferData, 4 * words.length, 0, generated);
        expect(Math.max(...generated)).toBeLessThanOrEqual(Math.max(...words));
      }),
    );
  });
});
