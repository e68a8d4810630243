// What buffers hold after writes, copies, clears and what kernels leave, against plain arrays of bytes; and that what
// a dispatch was handed stays as it was.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { App, AppBuffer, Rows } from '../../src/app/app.ts';
import { AppContents } from '../../src/app/contents.ts';
import { Allowance } from '../../src/execute/allowance.ts';
import { fillWords } from '../../src/launch/data.ts';
import type { BufferData, BufferPages } from '../../src/launch/launch.ts';
import { repeats } from '../tier.ts';

type Data = BufferPages['base'];

/** Some over a page, so that parts lie across two; two of the same size, so that one may become the other. */
const WORDS = [2500, 2500, 1100];
const span = { file: 'app.json', start: 0, end: 0 };
const FILE = Uint8Array.from({ length: 3000 }, (_, at) => (at * 7) % 251);

const data: fc.Arbitrary<Data> = fc.oneof(
  fc.constant<Data>({ kind: 'zeros' }),
  fc.constant<Data>({ kind: 'iota-u32' }),
  fc.constant<Data>({ kind: 'file', path: 'data.bin' }),
  fc.nat(9).map((seed): Data => ({ kind: 'random-u32', seed, modulo: 1000 })),
  fc
    .array(fc.nat(9), { maxLength: 40 })
    .map((words): Data => ({ kind: 'words', words: Uint32Array.from(words) })),
);

interface Part {
  readonly index: number;
  readonly first: number;
  readonly count: number;
}

const part: fc.Arbitrary<Part> = fc
  .tuple(fc.nat(2), fc.nat(), fc.nat(), fc.boolean())
  .map(([index, at, size, isWhole]) => {
    if (isWhole) return { index, first: 0, count: WORDS[index] };
    const first = at % WORDS[index];
    return { index, first, count: 1 + (size % (WORDS[index] - first)) };
  });

/** Rows that fit into all buffers on both sides, with gaps that need not be the same. */
const rows: fc.Arbitrary<Rows> = fc
  .record({
    bytes: fc.integer({ min: 1, max: 40 }),
    rows: fc.integer({ min: 1, max: 6 }),
    images: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ bytes, rows: count, images }) => {
    const places = fc.tuple(fc.nat(3000), fc.nat(9), fc.nat(20)).map(([firstByte, gap, more]) => ({
      firstByte,
      rowBytes: bytes + gap,
      imageBytes: (bytes + gap) * count + more,
    }));
    return fc.record({
      bytes: fc.constant(bytes),
      rows: fc.constant(count),
      images: fc.constant(images),
      from: places,
      to: places,
    });
  });

type Action =
  | { readonly kind: 'write'; readonly to: Part; readonly data: Data }
  | { readonly kind: 'clear'; readonly to: Part }
  | { readonly kind: 'copy'; readonly from: Part; readonly to: Part }
  | { readonly kind: 'rows'; readonly from: number; readonly to: number; readonly rows: Rows }
  | { readonly kind: 'update'; readonly to: Part; readonly value: number }
  | { readonly kind: 'hand out'; readonly of: Part };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), to: part, data }),
  fc.record({ kind: fc.constant('clear' as const), to: part }),
  fc.record({ kind: fc.constant('copy' as const), from: part, to: part }),
  fc.record({ kind: fc.constant('rows' as const), from: fc.nat(2), to: fc.nat(2), rows }),
  fc.record({ kind: fc.constant('update' as const), to: part, value: fc.nat(3) }),
  fc.record({ kind: fc.constant('hand out' as const), of: part }),
);

function wordsOf(from: BufferData, count: number): Uint32Array {
  const words = new Uint32Array(count);
  fillWords(from, count * 4, 0, words, FILE);
  return words;
}

function made(starts: readonly Data[]) {
  const buffers = starts.map(
    (each, index): AppBuffer => ({
      name: `b${index}`,
      sizeBytes: 4 * WORDS[index],
      data: each,
      lacksData: true,
      span,
    }),
  );
  const allowance = new Allowance({}, () => 0);
  const around = { files: () => FILE, wordsOf: () => undefined, allowance };
  const contents = new AppContents({ buffers } as unknown as App, around);
  const rangeOf = ({ index, first, count }: Part) => ({
    buffer: buffers[index],
    offsetBytes: 4 * first,
    sizeBytes: 4 * count,
  });
  return { buffers, contents, rangeOf };
}

const run = (starts: readonly Data[], actions: readonly Action[]) => {
  const { contents, rangeOf } = made(starts);
  const model = starts.map((each, index) => wordsOf(each, WORDS[index]));
  const handed: { of: BufferData; words: Uint32Array }[] = [];
  const whole = (index: number) => rangeOf({ index, first: 0, count: WORDS[index] });
  for (const each of actions) {
    switch (each.kind) {
      case 'write': {
        contents.write(rangeOf(each.to), each.data);
        model[each.to.index].set(wordsOf(each.data, each.to.count), each.to.first);
        break;
      }
      case 'clear': {
        contents.write(rangeOf(each.to), { kind: 'zeros' });
        model[each.to.index].fill(0, each.to.first, each.to.first + each.to.count);
        break;
      }
      case 'copy': {
        const { from, to } = each;
        if (from.index === to.index) break;
        const count = Math.min(from.count, to.count);
        contents.copy(rangeOf({ ...from, count }), rangeOf({ ...to, count }));
        model[to.index].set(model[from.index].subarray(from.first, from.first + count), to.first);
        break;
      }
      case 'rows': {
        if (each.from === each.to) break;
        contents.copy(whole(each.from), whole(each.to), each.rows);
        const { bytes, rows: count, images, from, to } = each.rows;
        const [source, target] = [each.from, each.to].map((index) => new Uint8Array(model[index].buffer));
        for (let image = 0; image < images; image++)
          for (let row = 0; row < count; row++) {
            const first = from.firstByte + image * from.imageBytes + row * from.rowBytes;
            const moved = source.slice(first, first + bytes);
            target.set(moved, to.firstByte + image * to.imageBytes + row * to.rowBytes);
          }
        break;
      }
      case 'update': {
        const { first, count, index } = each.to;
        const words = model[index].slice(first, first + count);
        words[count >> 1] = each.value;
        words[count - 1] += each.value;
        contents.update(whole(index), first, words);
        model[index].set(words, first);
        break;
      }
      case 'hand out': {
        const { first, count, index } = each.of;
        handed.push({
          of: contents.dataOf(rangeOf(each.of)),
          words: model[index].slice(first, first + count),
        });
      }
    }
  }
  for (const [index, words] of model.entries()) expect(contents.words(whole(index))).toEqual(words);
  for (const { of, words } of handed) expect(wordsOf(of, words.length)).toEqual(words);
};

describe('contents of buffers', () => {
  it('are what the operations make of them, and what was handed out stays', () => {
    fc.assert(fc.property(fc.tuple(data, data, data), fc.array(action, { maxLength: 14 }), run), {
      numRuns: repeats({ sample: 100, whole: 200 }),
    });
  });

  it('are known by name until they change', () => {
    const { contents, rangeOf } = made([{ kind: 'zeros' }, { kind: 'zeros' }, { kind: 'zeros' }]);
    const all = rangeOf({ index: 0, first: 0, count: 2500 });
    const [few, few2] = [0, 1].map((index) => rangeOf({ index, first: 0, count: 8 }));
    const before = contents.nameOf(all);
    expect(contents.nameOf(few)).toBe(contents.nameOf(few2));
    contents.update(all, 0, new Uint32Array(4));
    expect(contents.nameOf(all)).toBe(before);
    contents.update(all, 0, Uint32Array.of(0, 1));
    expect(contents.nameOf(all)).not.toBe(before);
    expect(contents.nameOf(few)).not.toBe(contents.nameOf(few2));
  });

  it('that would fill the memory are refused', () => {
    const buffer: AppBuffer = {
      name: 'large',
      sizeBytes: 2 ** 34,
      data: { kind: 'zeros' },
      lacksData: true,
      span,
    };
    const around = {
      files: () => FILE,
      wordsOf: () => undefined,
      allowance: new Allowance({ memoryBytes: 2 ** 20 }, () => 0),
    };
    const contents = new AppContents({ buffers: [buffer] } as unknown as App, around);
    const range = { buffer, offsetBytes: 4, sizeBytes: 2 ** 34 - 4 };
    expect(() => contents.write(range, { kind: 'iota-u32' })).toThrow(/1 MiB of memory/);
  });
});
