// Every pure operation on every type that it takes, run by the engine as it stands and after the modelled
// compiler, against bigints and doubles.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToHalf } from '../../src/ir/half.ts';
import type { PureOp, ScalarType } from '../../src/ir/ir.ts';
import { isInClass, pureOps, signatureProblem } from '../../src/ir/ops.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { isCovered, reference } from './reference.ts';
import { opModule, runRows, type Scalar, type TypedOp } from './typed-op.ts';
import { wrap } from './wrap.ts';

const TYPES: readonly ScalarType[] = ['bool', 'i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64'];

/** Every legal choice of types, those of 32 bits alone apart. */
function typings(op: PureOp): TypedOp[] {
  const signature = pureOps[op];
  const found: TypedOp[] = [];
  const hasVariable = signature.operands.includes('T') || signature.result === 'T';
  for (const variable of hasVariable
    ? TYPES.filter((each) => isInClass(each, signature.variable))
    : TYPES.slice(0, 1)) {
    const choices = signature.operands.map((rule) =>
      rule === 'T' ? [variable] : TYPES.filter((each) => isInClass(each, rule)),
    );
    for (const operands of product(choices)) {
      for (const result of TYPES) {
        if (signature.components !== undefined) continue;
        if (signatureProblem(op, result, operands) === undefined) found.push({ op, operands, result });
      }
    }
  }
  return found.filter(isCovered);
}

function product<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((all, next) => all.flatMap((row) => next.map((each) => [...row, each])), [[]]);
}

const FLOATS = [
  0,
  -0,
  0.5,
  -0.5,
  1,
  -1.5,
  2,
  127.5,
  128,
  -129,
  255.5,
  256,
  32768,
  65504,
  -70000,
  2 ** 31,
  -(2 ** 31),
  4294967040,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1.8446742974197924e19,
  1e30,
  -1e300,
  5e-324,
  1e-40,
  6e-8,
  Infinity,
  -Infinity,
  NaN,
  0.1,
];

function edges(type: ScalarType): Scalar[] {
  if (type === 'bool') return [0, 1];
  if (type.startsWith('f')) {
    const round = type === 'f64' ? Number : type === 'f32' ? Math.fround : roundToHalf;
    return [...new Set(FLOATS.map(round))];
  }
  const width = Number(type.slice(1));
  const high = 1n << BigInt(width - 1);
  const found = new Set([
    0n,
    1n,
    2n,
    3n,
    7n,
    10n,
    32n,
    63n,
    -1n,
    -2n,
    -7n,
    high - 1n,
    -high,
    -high + 1n,
    high / 3n,
  ]);
  for (let at = 6; at < width; at += 5) {
    found.add(BigInt.asIntN(width, 1n << BigInt(at)));
    found.add(BigInt.asIntN(width, (1n << BigInt(at)) - 1n));
    found.add(BigInt.asIntN(width, -(1n << BigInt(at)) - 1n));
  }
  return [...found].map((each) => BigInt.asIntN(width, each));
}

function anyOf(type: ScalarType): fc.Arbitrary<Scalar> {
  if (type === 'bool') return fc.constantFrom(0, 1);
  if (type === 'f64') return fc.oneof(fc.double(), fc.double({ min: -1e20, max: 1e20 }));
  if (type === 'f32')
    return fc.oneof(fc.float(), fc.float({ min: Math.fround(-1e10), max: Math.fround(1e10) }));
  if (type === 'f16') return fc.integer({ min: -2048, max: 2048 }).map((each) => each / 16);
  const width = Number(type.slice(1));
  // All lengths, not just long ones.
  return fc
    .tuple(fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n }), fc.integer({ min: 0, max: width - 1 }))
    .map(([bits, drop]) => BigInt.asIntN(width, bits >> BigInt(drop)));
}

function rowsFor({ operands }: TypedOp): Scalar[][] {
  const lists = operands.map(edges);
  const all = operands.length <= 2 ? product(lists) : [];
  const random = fc.sample(fc.tuple(...operands.map(anyOf)), { numRuns: 300, seed: 7 });
  const mixed = fc.sample(fc.tuple(...lists.map((each) => fc.constantFrom(...each))), {
    numRuns: 300,
    seed: 8,
  });
  return [...all, ...random, ...mixed];
}

function check(typed: TypedOp, rows: readonly Scalar[][], results: readonly Scalar[]): void {
  for (const [at, row] of rows.entries()) {
    const expected = reference(typed, row);
    if (Object.is(results[at], expected)) continue;
    // A NaN's bits and sign are open.
    if (Number.isNaN(expected) && Number.isNaN(results[at])) continue;
    expect.fail(`${typed.op} ${typed.operands} → ${typed.result} of ${row}: ${results[at]}, not ${expected}`);
  }
}

const raw = { dialect: 'raw', without: [] } as const;
const OPS = (Object.keys(pureOps) as PureOp[]).filter((op) => typings(op).length > 0);

describe('pure operations on all types', () => {
  it.each(OPS)('%s', (op) => {
    for (const typed of typings(op)) {
      const module = opModule(typed);
      expect(validateModule(module)).toEqual([]);
      const rows = rowsFor(typed);
      const narrowed = wideIntegers(module);
      expect(validateModule(narrowed)).toEqual([]);
      check(typed, rows, runRows(wrap(narrowed), typed, rows));
    }
  });

  it.each(OPS)('%s, after the modelled compiler', (op) => {
    for (const typed of typings(op)) {
      // The driver's chains of f32 operations may round differently.
      const program = generateKernel(optimizeKernel(opModule(typed), raw), raw);
      const rows = rowsFor(typed);
      check(typed, rows, runRows(program, typed, rows));
    }
  });
});

describe('division of i64 by constants', () => {
  const DIVISORS = [
    1n,
    -1n,
    2n,
    3n,
    7n,
    10n,
    4096n,
    1n << 32n,
    (1n << 32n) + 1n,
    1n << 62n,
    -(1n << 63n),
    -16n,
    0n,
  ];
  it.each(['udiv', 'urem', 'sdiv', 'srem'] as const)('%s', (op) => {
    const typed: TypedOp = { op, operands: ['i64', 'i64'], result: 'i64' };
    for (const divisor of DIVISORS) {
      const module = opModule(typed, new Map([[1, divisor]]));
      const rows = edges('i64').map((each) => [each, divisor]);
      check(typed, rows, runRows(generateKernel(optimizeKernel(module, raw), raw), typed, rows));
    }
  });
});

describe('integers of all widths by constants', () => {
  it('fold, reduce and share to the same results', () => {
    const ops: PureOp[] = [
      'iadd',
      'isub',
      'imul',
      'udiv',
      'urem',
      'sdiv',
      'srem',
      'shl',
      'ushr',
      'sshr',
      'umin',
      'smax',
      'and',
      'ieq',
      'ult',
      'slt',
    ];
    const cases = fc.record({
      op: fc.constantFrom(...ops),
      type: fc.constantFrom<ScalarType>('i8', 'i16', 'i64'),
      at: fc.nat(),
      side: fc.nat(1),
    });
    fc.assert(
      fc.property(cases, ({ op, type, at, side }) => {
        const result = ['ieq', 'ult', 'slt'].includes(op) ? 'bool' : type;
        const typed: TypedOp = { op, operands: [type, type], result };
        const values = edges(type) as bigint[];
        const constant = values[at % values.length];
        const module = opModule(typed, new Map([[side, constant]]));
        const rows = values.map((each) => (side === 0 ? [constant, each] : [each, constant]));
        check(typed, rows, runRows(generateKernel(optimizeKernel(module, raw), raw), typed, rows));
      }),
      { numRuns: 150 },
    );
  });
});
