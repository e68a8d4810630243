// What a launch must leave in its buffers: all of it, or what a sample of its workgroups can speak for.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { compileKernel } from '../../src/predict/compile.ts';
import { buffersToRestore, type Reference, referenceOf, wordKinds } from '../../src/predict/reference.ts';

interface Case {
  readonly wgsl: string;
  readonly workgroups?: number;
  /** Data of binding 0, 1, …; each buffer has a word for every invocation of workgroups of 64. */
  readonly data?: readonly object[];
}

function compiled({ wgsl, workgroups = 64, data = [] }: Case) {
  const count = (wgsl.match(/@binding/g) ?? []).length;
  const bindings = Array.from({ length: count }, (_, binding) => ({
    group: 0,
    binding,
    size: 256 * workgroups,
    ...(data[binding] ? { data: data[binding] } : {}),
  }));
  const text = JSON.stringify({ shader: 'k.wgsl', dispatch: [workgroups], bindings });
  const launch = parseLaunch(text, 'k.json', { params: {} }).value!;
  const { value, diagnostics } = compileKernel(launch, wgsl, { without: [] });
  expect(diagnostics.filter((each) => each.severity !== 'warning')).toEqual([]);
  return { launch, ...value! };
}

/** A clock on which each look costs `stepMs`: how long a run takes is up to the test. */
function clock(stepMs: number): () => number {
  let now = 0;
  return () => {
    now += stepMs;
    return now;
  };
}

function reference(each: Case, { stepMs = 1, budgetMs = 1e9 } = {}, like?: Reference): Reference {
  const { program, bindings, launch } = compiled(each);
  const options = { subgroupSize: 32, files: () => new Uint8Array(), now: clock(stepMs), budgetMs };
  return referenceOf(program, bindings, launch, like ? { ...options, like } : options);
}

const restored = (wgsl: string) => {
  const { program } = compiled({ wgsl });
  return buffersToRestore(program).map((index) => program.module.buffers[index].name);
};

const head = (...buffers: string[]) =>
  buffers
    .map((text, binding) => `@group(0) @binding(${binding}) var<storage, read_write> ${text};\n`)
    .join('');
const main = (body: string) =>
  `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { let i = id.x; ${body} }`;

const SAXPY = head('x: array<f32>', 'y: array<f32>') + main('y[i] = 2 * x[i] + y[i];');
const SQUARES = head('x: array<u32>', 'y: array<u32>') + main('y[i] = x[i] * x[i] + 1;');
const HISTOGRAM =
  head('x: array<u32>', 'bins: array<atomic<u32>>') + main('atomicAdd(&bins[x[i] % 16], 1u);');
const COUNTER =
  head('next: array<atomic<u32>>', 'found: array<u32>') +
  main('let at = atomicAdd(&next[0], 1u); found[at] = i;');
const BFS =
  head('level: array<u32>', 'edges: array<u32>') + main('if (level[i] == 3) { level[edges[i] % 4096] = 4; }');
const IOTA = { kind: 'iota-u32' };

/** By buffer and place, the words that count. */
function wordsOf({ buffers }: Reference): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name, pages, words, changed } of buffers) {
    words.forEach((word, at) => {
      if (changed === undefined || changed[at] === 1)
        found.set(`${name} ${pages[at >> 10] * 1024 + (at & 1023)}`, word);
    });
  }
  return found;
}

describe('a reference', () => {
  it('is of all workgroups where that is quick', () => {
    const full = reference({ wgsl: SQUARES, data: [IOTA] });
    expect(full).toMatchObject({ method: 'full', workgroups: 64, unverifiable: [] });
    expect(full.buffers).toHaveLength(1);
    const [y] = full.buffers;
    expect(y).toMatchObject({ group: 0, binding: 1, name: 'y', kind: 'integer', isRounded: false });
    expect([...y.pages]).toEqual([0, 1, 2, 3]);
    expect([...y.words]).toEqual(Array.from({ length: 4096 }, (_, i) => i * i + 1));
  });

  it('of a sample says the same of the words that it speaks for', () => {
    // Four workgroups take 100 ms, so that 300 ms are enough for twelve.
    const sampled = reference({ wgsl: SQUARES, data: [IOTA] }, { stepMs: 100, budgetMs: 300 });
    expect(sampled).toMatchObject({ method: 'sampled', workgroups: 12, unverifiable: [] });
    const words = wordsOf(sampled);
    expect(words.size).toBe(12 * 64);
    const all = wordsOf(reference({ wgsl: SQUARES, data: [IOTA] }));
    expect(all.size).toBe(4096);
    for (const [place, word] of words) expect(all.get(place), place).toBe(word);
  });

  it('can be asked for like another one', () => {
    const sampled = reference({ wgsl: SQUARES, data: [IOTA] }, { stepMs: 100, budgetMs: 300 });
    const again = reference({ wgsl: SQUARES, data: [IOTA] }, {}, sampled);
    expect(again).toEqual(sampled);
    const full = reference({ wgsl: SQUARES, data: [IOTA] });
    expect(reference({ wgsl: SQUARES, data: [IOTA] }, { stepMs: 1e6, budgetMs: 1 }, full)).toEqual(full);
  });

  it('of a sample leaves out what other workgroups add to', () => {
    const slow = { stepMs: 1e4, budgetMs: 1 };
    const histogram = reference({ wgsl: HISTOGRAM, data: [IOTA] }, slow);
    expect(histogram).toMatchObject({ method: 'sampled', unverifiable: ['bins'], buffers: [] });
    // Where the counter decides the place, nothing that is written is certain.
    expect(reference({ wgsl: COUNTER }, slow)).toMatchObject({
      unverifiable: ['next', 'found'],
      buffers: [],
    });
    const full = reference({ wgsl: HISTOGRAM, data: [IOTA] });
    expect([...full.buffers[0].words.subarray(0, 17)]).toEqual([...Array<number>(16).fill(256), 0]);
  });

  it('waits ten times as long where a sample says nothing', () => {
    // All 64 workgroups would take 16 times the 100 ms of the first four.
    const limits = { stepMs: 100, budgetMs: 200 };
    expect(reference({ wgsl: SQUARES }, limits).method).toBe('sampled');
    expect(reference({ wgsl: HISTOGRAM }, limits).method).toBe('full');
  });

  it('knows what the words of a buffer hold', () => {
    const kinds = (wgsl: string) => [...wordKinds(compiled({ wgsl }).program).values()];
    expect(kinds(SAXPY)).toEqual(['float']);
    expect(kinds(HISTOGRAM)).toEqual(['integer']);
    const pair = `struct Pair { a: f32, b: u32 }\n${head('p: array<Pair>')}`;
    expect(kinds(pair + main('p[i].a = 1.5 * f32(i); p[i].b = i;'))).toEqual(['mixed']);
    const exchange = `loop {
      let old = atomicLoad(&y[i]);
      let sum = bitcast<u32>(bitcast<f32>(old) + x[i]);
      if (atomicCompareExchangeWeak(&y[i], old, sum).exchanged) { break; }
    }`;
    expect(kinds(head('x: array<f32>', 'y: array<atomic<u32>>') + main(exchange))).toEqual(['float']);
    const rounding = head('x: array<f32>', 'y: array<u32>') + main('y[i] = u32(x[i] * 10);');
    expect(reference({ wgsl: rounding }).buffers[0]).toMatchObject({ kind: 'integer', isRounded: true });
  });
});

describe('the buffers to restore before a dispatch is repeated', () => {
  it('are those that are overwritten and steer', () => {
    expect(restored(BFS)).toEqual(['level']);
    expect(restored(COUNTER)).toEqual(['next']);
    const queue =
      head('next: array<atomic<u32>>', 'out: array<u32>') +
      main('if (atomicAdd(&next[0], 1u) < 10) { out[i] = 1; }');
    expect(restored(queue)).toEqual(['next']);
  });

  it('are not those that only take other values', () => {
    expect(restored(SAXPY)).toEqual([]);
    expect(restored(HISTOGRAM)).toEqual([]);
    expect(restored(SQUARES)).toEqual([]);
  });
});
