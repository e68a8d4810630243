// The table of pure operations: complete, consistent with the evaluator, and strict about types.

import { describe, expect, it } from 'vitest';
import { evaluatePure, pureFunctions } from '../../src/ir/evaluate.ts';
import type { PureOp, ScalarType } from '../../src/ir/ir.ts';
import { bitWidth, isInClass, pureOps, signatureProblem, type TypeClass } from '../../src/ir/ops.ts';

const OPS = Object.keys(pureOps) as PureOp[];
const TYPES: readonly ScalarType[] = ['bool', 'i8', 'i16', 'i32', 'i64', 'f16', 'f32', 'f64'];

/** A legal choice of types with 32-bit integers and floats where the rules allow them. */
function legalTypes(op: PureOp): { result: ScalarType; operands: ScalarType[] } {
  const signature = pureOps[op];
  const pick = (typeClass: TypeClass): ScalarType =>
    (['i32', 'f32', 'bool', 'i64', 'f64'] as const).find((type) => isInClass(type, typeClass))!;
  const resolve = (rule: TypeClass | 'T'): ScalarType => pick(rule === 'T' ? signature.variable : rule);
  const result =
    signature.width === 'wider' ? 'i64' : signature.width === 'narrower' ? 'i16' : resolve(signature.result);
  return { result, operands: signature.operands.map(resolve) };
}

describe('pureOps', () => {
  it('has a function for every operation and the other way round', () => {
    expect(Object.keys(pureFunctions).sort()).toEqual([...OPS].sort());
  });

  it.each(OPS)('%s accepts legal types and evaluates to a number', (op) => {
    const { result, operands } = legalTypes(op);
    const component = pureOps[op].components === undefined ? undefined : 1;
    expect(signatureProblem(op, result, operands, component)).toBeUndefined();
    const values = operands.map((type) => (type === 'f32' ? 0.75 : 1));
    expect(evaluatePure(op, result, operands, values, component)).toBeTypeOf('number');
  });

  it.each(OPS)('%s refuses a wrong count of operands', (op) => {
    const { result, operands } = legalTypes(op);
    expect(signatureProblem(op, result, [...operands, 'i32'])).toContain('operands');
  });

  it.each(OPS.filter((op) => pureOps[op].isCommutative))(
    '%s gives the same with operands exchanged',
    (op) => {
      const { result, operands } = legalTypes(op);
      const samples =
        operands[0] === 'f32' ? [0.1, -3.5, 1e20, NaN] : operands[0] === 'bool' ? [0, 1] : [0, -7, 123456789];
      for (const a of samples) {
        for (const b of samples) {
          const rest = operands.slice(2).map(() => 0.5);
          expect(evaluatePure(op, result, operands, [a, b, ...rest])).toEqual(
            evaluatePure(op, result, operands, [b, a, ...rest]),
          );
        }
      }
    },
  );
});

describe('signatureProblem', () => {
  it.each([
    ['iadd', 'i32', ['i32', 'f32'], 'operand 2'],
    ['iadd', 'i16', ['i32', 'i32'], 'result'],
    ['fadd', 'f32', ['i32', 'i32'], 'operand 1'],
    ['slt', 'i32', ['i32', 'i32'], 'bool'],
    ['flt', 'bool', ['f32', 'f16'], 'f32'],
    ['select', 'f32', ['i32', 'f32', 'f32'], 'bool'],
    ['uextend', 'i16', ['i32'], 'wider'],
    ['itruncate', 'i32', ['i32'], 'narrower'],
    ['bitcast', 'f16', ['i32'], 'as wide as'],
    ['bitcast', 'i32', ['bool'], 'data'],
    ['sin', 'f64', ['f64'], 'shortFloat'],
    ['i64_make', 'i32', ['i32', 'i32'], 'i64'],
    ['uadd_carry', 'bool', ['i64', 'i64'], 'i32'],
  ] as [PureOp, ScalarType, ScalarType[], string][])(
    '%s to %s from %j names %s',
    (op, result, operands, part) => {
      expect(signatureProblem(op, result, operands)).toContain(part);
    },
  );

  it('wants a component exactly where there is a choice', () => {
    expect(signatureProblem('unpack2x16float', 'f32', ['i32'])).toContain('component');
    expect(signatureProblem('unpack2x16float', 'f32', ['i32'], 2)).toContain('component');
    expect(signatureProblem('unpack4x8snorm', 'f32', ['i32'], 3)).toBeUndefined();
    expect(signatureProblem('not', 'i32', ['i32'], 0)).toContain('no component');
  });
});

describe('widths', () => {
  it('gives widths', () => {
    expect(TYPES.map(bitWidth)).toEqual([1, 8, 16, 32, 64, 16, 32, 64]);
  });
});
