// Functions whose results WGSL lets differ. They stand only where a result goes straight to the buffer of
// approximate values: never into control flow, an index or further arithmetic. The tolerance is twice what
// "Floating Point Accuracy" (WGSL section 15.7.4) allows one implementation for these arguments, because
// two implementations may err in opposite directions; where it says "inherited", the sum over the operations.

import { float, reduced } from './floats.ts';
import { integer } from './integers.ts';
import { type Expression, make, type State } from './state.ts';
import { F32, type NumericType, U32, vector } from './types.ts';

export interface Tolerance {
  readonly ulp: number;
  readonly absolute: number;
}

interface Function {
  /** `x` and `y` stand for exact floats, |x| and |y| up to 2, multiples of 1/64; `v` and `w` for vectors. */
  readonly text: string;
  readonly ulp?: number;
  readonly absolute?: number;
}

const FUNCTIONS: readonly Function[] = [
  { text: 'sin(x)', absolute: 2 ** -10 },
  { text: 'cos(x)', absolute: 2 ** -10 },
  // sin / cos, |x| up to 1: both errors and 1 / cos(1)^2
  { text: 'tan(x * 0.5)', absolute: 6e-3 },
  { text: 'asin(x * 0.5)', absolute: 1e-3, ulp: 8192 },
  { text: 'acos(x * 0.5)', absolute: 2e-3, ulp: 8192 },
  { text: 'atan(x)', ulp: 8192 },
  // The accuracy holds for a normal y only, which zero is not.
  { text: 'atan2(y + 0.0078125, abs(x) + 0.5)', ulp: 8192 },
  { text: 'sinh(x)', absolute: 2e-5 },
  { text: 'cosh(x)', absolute: 2e-5 },
  { text: 'tanh(x)', absolute: 1e-4 },
  { text: 'asinh(x)', absolute: 4e-5 },
  { text: 'acosh(abs(x) + 1.5)', absolute: 4e-5 },
  { text: 'atanh(x * 0.25)', absolute: 2e-5 },
  { text: 'exp(x)', ulp: 14 },
  { text: 'exp2(x)', ulp: 14 },
  { text: 'log(abs(x) + 0.25)', ulp: 6, absolute: 2 ** -20 },
  { text: 'log2(abs(x) + 0.25)', ulp: 6, absolute: 2 ** -20 },
  { text: 'pow(abs(x) + 1.0, y)', ulp: 128 },
  { text: 'sqrt(abs(x))', ulp: 12, absolute: 1e-12 },
  { text: 'inverseSqrt(abs(x) + 0.125)', ulp: 4 },
  { text: '(x / (abs(y) + 0.5))', ulp: 5 },
  { text: '(1.0 / (abs(y) + 0.5))', ulp: 5 },
  { text: 'degrees(x)', ulp: 4 },
  { text: 'radians(x)', ulp: 4 },
  { text: 'length(v)', ulp: 12, absolute: 1e-12 },
  { text: 'distance(v, w)', ulp: 12, absolute: 1e-12 },
  { text: 'normalize(abs(v) + 0.5).x', ulp: 24 },
  { text: 'normalize(abs(v) + 0.5).y', ulp: 24 },
  { text: 'smoothstep(-1.0, 2.0, x)', absolute: 4e-6 },
  { text: 'smoothstep(2.0, -1.0, x)', absolute: 4e-6 },
  { text: 'refract(vec2f(0.6, -0.8), vec2f(0.0, 1.0), abs(x) * 0.25).x', absolute: 1e-5 },
  { text: 'refract(vec2f(0.6, -0.8), vec2f(0.0, 1.0), abs(x) * 0.25).y', absolute: 1e-5 },
  { text: 'unpack2x16snorm(u).x', ulp: 6 },
  { text: 'unpack2x16unorm(u).y', ulp: 6 },
  { text: 'unpack4x8snorm(u).z', ulp: 6 },
  { text: 'unpack4x8unorm(u).w', ulp: 6 },
];

/** Some inexact value, and how far two implementations may be apart. */
export function approximate(
  state: State,
  depth: number,
): { readonly value: Expression; readonly tolerance: Tolerance } {
  const { text, ulp = 0, absolute = 0 } = state.random.choose(FUNCTIONS);
  const size = state.random.between(2, 4);
  const operand = (type: NumericType): Expression => {
    const whole = reduced(state, float(state, type, depth), { bits: 7, grain: 0 });
    return make(type, ['(', whole, ' * 0.015625)'], { budget: { bits: 1, grain: 6 } });
  };
  const parts = text.split(/\b([xyvwu])\b(?!\()/).map((part, index, all): string | Expression => {
    if (index % 2 === 0 || all[index - 1].endsWith('.')) return part;
    if (part === 'u') return integer(state, U32, depth);
    return operand(part === 'v' || part === 'w' ? vector(size, 'f32') : F32);
  });
  return { value: make(F32, parts, { isConst: false }), tolerance: { ulp, absolute } };
}
