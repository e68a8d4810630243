import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAccesses } from '../../src/compilers/nvidia/optimize/merge-accesses.ts';
import type { Module } from '../../src/ir/ir.ts';
import { interpret } from '../passes/interpret.ts';
import { facts, instructionsOf, kernel, valid } from './support.ts';

const TILE = 'variable 0 "tile" workgroup size 256 align 4';

function merged(body: string, variables = TILE): Module {
  const head = `
    %x:i32 = input local_id_x
    %n:i32 = load i32 buffer 0 [0]
    %row:i32 = shl %x, 4
    %odd:i32 = shl %x, 2
    `;
  return valid(
    mergeAccesses(
      kernel(`${head}${body}\nreturn`, { variables, workgroupSize: [16, 1, 1] }),
      facts.accessBytes,
    ),
  );
}

function widths(module: Module, kind: 'load' | 'store', root = 'workgroup'): number[] {
  return instructionsOf(module, kind)
    .filter((each) => each.root.space === root)
    .map((each) => (each.kind === 'load' ? each.results : each.values).length);
}

const loads = (address: string, ...offsets: number[]): string =>
  offsets.map((offset) => `%v${offset}:i32 = load i32 workgroup 0 [${address} + ${offset}]`).join('\n');
const stores = (address: string, ...offsets: number[]): string =>
  offsets.map((offset) => `store i32 workgroup 0 [${address} + ${offset}] %n`).join('\n');

describe('merging of workgroup memory accesses', () => {
  it.each([
    ['four aligned words', loads('%row', 0, 4, 8, 12), [4]],
    ['in any order', loads('%row', 12, 4, 0, 8), [4]],
    ['two aligned words and the rest', loads('%row', 8, 12, 16), [2, 1]],
    ['an odd start', loads('%row', 4, 8, 12), [1, 2]],
    ['eight words', loads('%row', 0, 4, 8, 12, 16, 20, 24, 28), [4, 4]],
    ['three words, and the fourth with them', loads('%row', 0, 4, 8), [4]],
    ['three words around one', loads('%row', 0, 8, 12), [4]],
    ['words with a gap', loads('%row', 0, 8, 16), [1, 1, 1]],
    ['unknown alignment', loads('%odd', 0, 4, 8, 12), [1, 1, 1, 1]],
    ['a barrier between', `${loads('%row', 0)}\nbarrier workgroup\n${loads('%row', 4)}`, [1, 1]],
    ['a store between', `${loads('%row', 0)}\n${stores('%odd', 64)}\n${loads('%row', 4)}`, [1, 1]],
    ['constant addresses, which have a uniform base', loads('0', 0, 4, 8, 12), [1, 1, 1, 1]],
    ['a storage store between', `${loads('%row', 0)}\nstore i32 buffer 1 [0] %n\n${loads('%row', 4)}`, [2]],
  ])('loads: %s', (_, body, expected) => {
    expect(widths(merged(body), 'load')).toEqual(expected);
  });

  it.each([
    ['four aligned words', stores('%row', 0, 4, 8, 12), [4]],
    ['a load between', `${stores('%row', 0)}\n${loads('%odd', 0)}\n${stores('%row', 4)}`, [1, 1]],
    [
      'another address between',
      `${stores('%row', 0)}\n${stores('%odd', 4)}\n${stores('%row', 4)}`,
      [1, 1, 1],
    ],
    ['the same word twice', stores('%row', 0, 0, 4), [1, 2]],
    ['a barrier between', `${stores('%row', 0)}\nbarrier workgroup\n${stores('%row', 4)}`, [1, 1]],
  ])('stores: %s', (_, body, expected) => {
    expect(widths(merged(body), 'store')).toEqual(expected);
  });

  it('never touches storage', () => {
    const body =
      '%p:i32 = load i32 buffer 0 [%row]\n%q:i32 = load i32 buffer 0 [%row + 4]\nstore i32 buffer 1 [0] %p, %q';
    expect(widths(merged(body), 'load', 'buffer')).toEqual([1, 1, 1]);
  });

  it('raises the alignment of variables that it needs, and only of those', () => {
    const variables = `${TILE}\nvariable 1 "other" workgroup size 256 align 4\nvariable 2 "small" workgroup size 8 align 4`;
    const body = `${loads('%row', 0, 4)}\n%p:i32 = load i32 workgroup 2 [0]\n%q:i32 = load i32 workgroup 2 [4]`;
    const module = merged(body, variables);
    expect(module.variables.map((each) => each.alignBytes)).toEqual([8, 4, 4]);
    expect(widths(module, 'load')).toEqual([2, 1, 1]);
  });

  it('does not move accesses past constructs that order them', () => {
    const arm = (inside: string): string => `
      ${loads('%row', 0)}
      %c:bool = slt %n, 4
      if #0 %c {
        ${inside}
        break #0
      } else {
        break #0
      }
      ${loads('%row', 4)}`;
    expect(widths(merged(arm('')), 'load')).toEqual([2]);
    expect(widths(merged(arm('store i32 workgroup 0 [%odd] %n')), 'load')).toEqual([1, 1]);
    expect(widths(merged(arm('barrier workgroup')), 'load')).toEqual([1, 1]);
  });

  it('does not move loads of private memory past a construct that stores to it', () => {
    const around = (inside: string): string => `
      %p:i32 = load i32 private 0 [0]
      %c:bool = slt %n, 4
      if #0 %c {
        ${inside}
        break #0
      } else {
        break #0
      }
      %q:i32 = load i32 private 0 [0 + 4]`;
    const widthsOf = (inside: string) =>
      widths(merged(around(inside), 'variable 0 "kept" private size 64 align 16'), 'load', 'private');
    expect(widthsOf('')).toEqual([2]);
    expect(widthsOf('store i32 private 0 [0 + 4] %n')).toEqual([1, 1]);
  });

  it('keeps what random sequences of accesses compute', () => {
    const step = fc.record({
      kind: fc.constantFrom('load', 'load', 'store', 'store', 'barrier', 'branch'),
      word: fc.integer({ min: 0, max: 11 }),
      base: fc.constantFrom('0', '0', '%b'),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 24 }), (steps) => {
        const module = kernel(sequence(steps), { variables: 'variable 0 "tile" workgroup size 64 align 4' });
        const buffers = [Int32Array.of(16), new Int32Array(steps.length + 16)];
        const result = valid(mergeAccesses(module, facts.accessBytes));
        expect(interpret(result, buffers).buffers).toEqual(interpret(module, buffers).buffers);
      }),
      { numRuns: 300 },
    );
  });
});

function sequence(steps: readonly { kind: string; word: number; base: string }[]): string {
  const body = ['%b0:i32 = load i32 buffer 0 [0]', '%b:i32 = and %b0, 16'];
  const results: string[] = [];
  steps.forEach(({ kind, word, base }, index) => {
    const place = `workgroup 0 [${base} + ${4 * (base === '0' ? word : word % 8)}]`;
    if (kind === 'load') {
      body.push(`%r${index}:i32 = load i32 ${place}`);
      results.push(`%r${index}`);
    } else if (kind === 'store') body.push(`store i32 ${place} ${index + 1}`);
    else if (kind === 'barrier') body.push('barrier workgroup');
    else {
      body.push(
        `%c${index}:bool = slt %b0, ${word}`,
        `if #${index} %c${index} {`,
        `store i32 ${place} ${-index}`,
      );
      body.push(`break #${index}`, '} else {', `break #${index}`, '}');
    }
  });
  const observed = results.map((result, index) => `store i32 buffer 1 [${4 * index}] ${result}`);
  return [...body, ...observed, 'return'].join('\n');
}
