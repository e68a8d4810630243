// Guards as the two compilers spell them, written in WGSL here: the SPIR-V of either has the same operations.

import { describe, expect, it } from 'vitest';
import { tintRules } from '../../src/compilers/tint/source-rules.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { optimize } from '../compile.ts';
import { instructionsOf, operations, valid } from '../compilers/support.ts';

const TOP = 'vec2<u32>(0xffffffffu, 0xffffffffu)';
const spent = (counter: string) => `if (all(${counter} == vec2<u32>(0u))) { break; }`;
/** naga: at the top, the second word is the low one. */
const NAGA = {
  before: `var c = ${TOP};`,
  top: `${spent('c')} c = c - vec2<u32>(select(0u, 1u, c.y == 0u), 1u);`,
  end: '',
};
/** Tint: tested at the top, counted where the loop continues; the first word is the low one. */
const TINT = {
  before: `var c = ${TOP};`,
  top: spent('c'),
  end: 'let low = c.x - 1u; c.x = low; c.y = c.y - select(0u, 1u, low == 0xffffffffu);',
};
const NONE = { before: '', top: '', end: '' };

function decode({ before, top, end }: typeof NONE): Module {
  const text = `
    @group(0) @binding(0) var<storage, read> input: array<f32>;
    @group(0) @binding(1) var<storage, read_write> output: array<f32>;
    @compute @workgroup_size(64)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      var sum = 0.0;
      ${before}
      var i = 0u;
      loop {
        ${top}
        if (i >= 16u) { break; }
        if (sum > 100.0) { continue; }
        sum += input[id.x + i];
        continuing {
          ${end}
          i += 2u;
        }
      }
      output[id.x] = sum;
    }`;
  const { value, diagnostics } = decodeWgsl(
    { file: 'kernel.wgsl', text },
    { constants: {}, rules: tintRules() },
  );
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return value;
}

const raw = (module: Module, ...without: string[]): Module =>
  valid(optimize(module, { dialect: 'raw', without: new Set(without) }));

describe.each([
  ['naga', NAGA],
  ['Tint', TINT],
])('a guard as %s writes it', (_, guard) => {
  it('is counted as the guard that the dialect adds', () => {
    const plain = optimize(decode(NONE), { dialect: 'dawn', without: new Set() });
    const recognized = raw(decode(guard));
    expect(instructionsOf(recognized, 'loop')).toHaveLength(1);
    expect(operations(recognized)).toEqual(operations(valid(plain)));
    expect(instructionsOf(recognized, 'if').some((each) => each.origin === 'loop-guard')).toBe(true);
  });

  it('goes when the behaviour is left out, and then the loop is unrolled', () => {
    const free = raw(decode(guard), 'loop-guard');
    expect(instructionsOf(free, 'loop')).toHaveLength(0);
    expect(operations(free)).toEqual(operations(raw(decode(NONE))));
  });
});

describe('a counter that is no guard', () => {
  it.each([
    ['starts elsewhere', { ...NAGA, before: 'var c = vec2<u32>(0u, 5u);' }],
    ['has no borrow', { ...NAGA, top: `${spent('c')} c = c - vec2<u32>(1u, 1u);` }],
    ['counts by two', { ...NAGA, top: `${spent('c')} c = c - vec2<u32>(select(0u, 1u, c.y == 0u), 2u);` }],
  ])('%s, and stays as it is', (_, counter) => {
    const module = raw(decode(counter), 'unrolling');
    expect(instructionsOf(module, 'if').some((each) => each.origin === 'loop-guard')).toBe(false);
    expect(instructionsOf(module, 'loop')[0].parameters.length).toBeGreaterThan(2);
  });
});
