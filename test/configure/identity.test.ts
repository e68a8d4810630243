// What tells launches apart: two that differ in anything that a run hangs on are two.

import { expect, it } from 'vitest';
import { type Instance, identityOf } from '../../src/configure/tunable.ts';
import type { Binding, BufferPages } from '../../src/launch/launch.ts';
import type { SamplerState } from '../../src/texture/sampler.ts';

const buffer: Binding = { group: 0, binding: 0, usage: 'storage', sizeBytes: 8192, data: { kind: 'zeros' } };
const identity = (binding: Partial<Binding>) => {
  const bindings = [{ ...buffer, ...binding }];
  const launch = { constants: {}, dispatch: [1, 1, 1], bindings };
  return identityOf({ launch, source: '' } as unknown as Instance);
};

const pagesOf = (words: readonly number[], more: Partial<BufferPages> = {}): BufferPages => ({
  kind: 'pages',
  base: { kind: 'zeros' },
  baseBytes: 8192,
  offsetBytes: 0,
  pages: new Map(words.map((word, page) => [page, new Uint32Array(1024).fill(word)])),
  ...more,
});

it('is the same for the same contents, wherever they lie', () => {
  expect(identity({ data: pagesOf([1, 2]) })).toBe(identity({ data: pagesOf([1, 2]) }));
  const turned = pagesOf([]);
  const pages = new Map([...pagesOf([1, 2]).pages].reverse());
  expect(identity({ data: { ...turned, pages } })).toBe(identity({ data: pagesOf([1, 2]) }));
});

it('is another for what steps before have left', () => {
  const all = [
    pagesOf([1, 2]),
    pagesOf([2, 1]),
    pagesOf([1]),
    pagesOf([1, 2], { offsetBytes: 256 }),
    pagesOf([1, 2], { base: { kind: 'words', words: Uint32Array.of(7) } }),
  ];
  const one = new Uint32Array(1024).fill(1);
  one[1023] = 0;
  const last = { ...pagesOf([]), pages: new Map([[0, one]]) };
  const identities = [...all, last].map((data) => identity({ data }));
  expect(new Set(identities).size).toBe(identities.length);
});

it('is another for another sampler or texture', () => {
  const sampler = { usage: 'sampler', sizeBytes: 0 } as const;
  const some = (magFilter: string) => identity({ ...sampler, sampler: { magFilter } as SamplerState });
  expect(some('linear')).not.toBe(some('nearest'));
});
