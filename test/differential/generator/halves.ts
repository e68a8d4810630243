// Kernels with f16 for a device that has none. Floats of generated kernels are exact (state.ts), so f32 computes
// the same, and the device gets the kernel with f32 in place of f16 (`withoutHalves`). What depends on the size of
// a half, its bits and its place in memory, is in the functions declared here alone, and each has two forms.

import { statement, type Tree } from '../tree.ts';
import { float, reduced } from './floats.ts';
import { integer } from './integers.ts';
import { type Expression, make, type State, storedBudget } from './state.ts';
import { F16, type NumericType, U32, vector } from './types.ts';

/** With halves, and for a device without. */
const FORMS: readonly (readonly [string, string])[] = [
  ['enable f16;\n', ''],
  ['halves: array<f16>', 'halves: array<u32>'],
  ['halves[i]', 'unpack2x16float(halves[i / 2u])[i % 2u]'],
  ['triples: array<vec3<f16>>', 'triples: array<vec2<u32>>'],
  ['triples[i]', 'vec3<f32>(unpack2x16float(triples[i].x), unpack2x16float(triples[i].y).x)'],
  ['half_outputs: array<vec2<f16>>', 'half_outputs: array<u32>'],
  ['half_outputs[i] = h', 'half_outputs[i] = pack2x16float(h)'],
  ['bitcast<vec2<f16>>(x)', 'unpack2x16float(x)'],
  ['bitcast<u32>(h)', 'pack2x16float(h)'],
  ['bitcast<vec4<f16>>(x)', 'vec4<f32>(unpack2x16float(x.x), unpack2x16float(x.y))'],
  ['bitcast<vec2<u32>>(h)', 'vec2<u32>(pack2x16float(h.xy), pack2x16float(h.zw))'],
];

/** The same kernel without f16. */
export function withoutHalves(code: string): string {
  if (!code.includes('enable f16;')) return code;
  const replaced = FORMS.reduce((text, [half, whole]) => text.replaceAll(half, whole), code);
  return replaced.replaceAll(/\bf16\b/g, 'f32').replaceAll(/(\d)h\b/g, '$1f');
}

export const HALVES = 40;
export const TRIPLES = 20;

export const HALF_FUNCTIONS: readonly Tree[] = [
  statement(`fn half_at(x: u32) -> f16 { let i = x % ${HALVES}u; return halves[i]; }`),
  statement(`fn triple_at(x: u32) -> vec3<f16> { let i = x % ${TRIPLES}u; return triples[i]; }`),
  statement('fn put_halves(i: u32, h: vec2<f16>) { half_outputs[i] = h; }'),
  statement('fn halves_of(x: u32) -> vec2<f16> { return bitcast<vec2<f16>>(x); }'),
  statement('fn bits_of(h: vec2<f16>) -> u32 { return bitcast<u32>(h); }'),
  statement('fn four_halves_of(x: vec2<u32>) -> vec4<f16> { return bitcast<vec4<f16>>(x); }'),
  statement('fn bits_of_four(h: vec4<f16>) -> vec2<u32> { return bitcast<vec2<u32>>(h); }'),
];

/** Halves without zeros among them, whose sign is not dependable. */
function nonzero(state: State, size: number, depth: number): Expression {
  const type = vector(size, 'f16');
  const value = reduced(state, float(state, type, depth - 1), { bits: 4, grain: 2 });
  return make(type, ['(abs(', value, ') + 1.0h)'], { budget: { bits: 5, grain: 2 }, isConst: false });
}

export function bitsOfHalves(state: State, depth: number): Expression {
  if (state.random.once(2)) return make(U32, ['bits_of(', nonzero(state, 2, depth), ')'], { isConst: false });
  const component = state.random.choose(['.x', '.y']);
  return make(U32, ['bits_of_four(', nonzero(state, 4, depth), `)${component}`], { isConst: false });
}

/** Halves out of buffers, bits and floats. */
export function halfSource(state: State, type: NumericType, depth: number): Expression {
  const { random } = state;
  const made = (of: NumericType, ...parts: (string | Expression)[]): Expression => {
    const budget = storedBudget(of);
    return make(of, parts, { ...(budget ? { budget } : {}), isConst: false });
  };
  const size = type.kind === 'scalar' ? 1 : type.size;
  const scalarOrSplat = (inner: Expression): Expression =>
    size === 1 ? inner : made(type, `vec${size}<f16>(`, inner, ')');
  switch (random.below(5)) {
    case 0:
      return scalarOrSplat(made(F16, 'half_at(', integer(state, U32, depth - 1), ')'));
    case 1:
      if (size === 3) return made(type, 'triple_at(', integer(state, U32, depth - 1), ')');
      return scalarOrSplat(
        made(F16, 'triple_at(', integer(state, U32, depth - 1), `).${random.choose(['x', 'y', 'z'])}`),
      );
    case 2: {
      const bits = made(U32, 'bits_of(', nonzero(state, 2, depth), ')');
      // The first one changes its sign, or the second one.
      const changed = random.choose([' ^ 0x8000u)', ' ^ 0x80000000u)', ')']);
      const two = made(vector(2, 'f16'), 'halves_of(', bits, changed);
      return size === 2 ? two : scalarOrSplat(made(F16, two, random.choose(['.x', '.y'])));
    }
    case 3:
      if (size !== 4)
        return made(
          type,
          `bitcast<${size === 1 ? 'f16' : `vec${size}<f16>`}>(`,
          float16(state, type, depth),
          ')',
        );
      return made(type, 'four_halves_of(bits_of_four(', nonzero(state, 4, depth), ').yx)');
    default:
      return float16(state, type, depth);
  }
}

/** From an f32 that is a half as well. */
function float16(state: State, type: NumericType, depth: number): Expression {
  const from: NumericType =
    type.kind === 'scalar' ? { kind: 'scalar', scalar: 'f32' } : vector(type.size, 'f32');
  const value = reduced(state, float(state, from, depth - 1), storedBudget(type));
  const name = type.kind === 'scalar' ? 'f16' : `vec${type.size}<f16>`;
  return make(type, [`${name}(`, value, ')'], { budget: storedBudget(type)! });
}

/** Two halves into the buffer of results. */
export function halfOutput(state: State, depth: number): Tree {
  return statement('put_halves(thread, ', nonzero(state, 2, depth).tree, ');');
}
