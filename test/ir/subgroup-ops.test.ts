import { describe, expect, it } from 'vitest';
import type { SubgroupOp } from '../../src/ir/ir.ts';
import { subgroupOps, subgroupProblem } from '../../src/ir/subgroup-ops.ts';
import { scalarTypes } from './text-form/names.ts';

describe('subgroup operations', () => {
  it('have an inclusive and an exclusive scan for each reduction', () => {
    const reductions = (Object.keys(subgroupOps) as SubgroupOp[]).filter(
      (op) => subgroupOps[op].kind === 'reduce',
    );
    expect(reductions).toHaveLength(11);
    for (const op of reductions) {
      for (const prefix of ['inclusive', 'exclusive']) {
        const scan = subgroupOps[`${prefix}_${op}` as SubgroupOp];
        expect(scan).toMatchObject({ kind: 'scan', reduction: op, isUniform: false, result: 'operand' });
        expect(scan.isInclusive).toBe(prefix === 'inclusive');
        expect(scan.operand).toBe(subgroupOps[op].operand);
      }
    }
  });

  it('say which types they take', () => {
    const typesOf = (op: SubgroupOp): string[] =>
      scalarTypes.filter((type) => subgroupProblem(op, type) === undefined);
    expect(typesOf('add')).toEqual(['i8', 'i16', 'i32', 'f16', 'f32', 'f64']);
    expect(typesOf('inclusive_umin')).toEqual(['i8', 'i16', 'i32']);
    expect(typesOf('exclusive_fmax')).toEqual(['f16', 'f32', 'f64']);
    expect(typesOf('xor')).toEqual(['bool', 'i8', 'i16', 'i32', 'i64']);
    expect(typesOf('shuffle')).toEqual([...scalarTypes]);
    expect(typesOf('ballot')).toEqual(['bool']);
    expect(subgroupProblem('smin', 'i64')).toBe('subgroup smin takes i8, i16, i32, not i64');
  });
});
