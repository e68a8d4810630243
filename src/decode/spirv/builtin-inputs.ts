// Built-in values of an invocation: each stands in a private variable that is filled at entry, so that loads and
// access chains reach it like any other; the variable is gone after `promote`.

import type { Builtin, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { enumerantName } from './grammar.ts';
import { scalarCount, typeName } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { store } from './memory.ts';
import { unsupported } from './problems.ts';
import type { Reference } from './types.ts';

const inputs: Readonly<Record<string, readonly Builtin[]>> = {
  NumWorkgroups: ['num_workgroups_x', 'num_workgroups_y', 'num_workgroups_z'],
  WorkgroupId: ['workgroup_id_x', 'workgroup_id_y', 'workgroup_id_z'],
  LocalInvocationId: ['local_id_x', 'local_id_y', 'local_id_z'],
  GlobalInvocationId: ['global_id_x', 'global_id_y', 'global_id_z'],
  LocalInvocationIndex: ['local_index'],
  SubgroupSize: ['subgroup_size'],
  NumSubgroups: ['num_subgroups'],
  SubgroupId: ['subgroup_id'],
  SubgroupLocalInvocationId: ['subgroup_lane'],
};

/** Masks of the lanes that stand to this lane as their name says: one bit per lane, 32 lanes per word. */
const masks = new Set([
  'SubgroupEqMask',
  'SubgroupGeMask',
  'SubgroupGtMask',
  'SubgroupLeMask',
  'SubgroupLtMask',
]);

/** Fills the variable of a built-in value. */
export function storeBuiltin(
  lowering: Lowering,
  reference: Reference,
  builtin: number | undefined,
  at: number,
): void {
  if (builtin === undefined) {
    unsupported('input', 'only built-in values are supported as inputs', lowering.span(at));
  }
  // `SubgroupEqMask` and `SubgroupEqMaskKHR` are the same number.
  const name = enumerantName('BuiltIn', builtin).replace(/KHR$/, '');
  const builtins = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (!builtins && !masks.has(name)) {
    unsupported('builtin-value', `the built-in value ${name} is not supported`, lowering.span(at));
  }
  const scalars = builtins
    ? builtins.map((each) => lowering.builder.input(each))
    : maskWords(lowering, name.slice('Subgroup'.length, -'Mask'.length));
  const { type } = reference;
  const isWord = (type.kind === 'scalar' || type.kind === 'vector') && type.scalar === 'i32';
  if (!isWord || scalarCount(type) !== scalars.length) {
    unsupported('builtin-value', `${name} as ${typeName(type)} is not supported`, lowering.span(at));
  }
  store(lowering, reference, scalars, at);
}

/** The four words of a mask; `relation` is Eq, Ge, Gt, Le or Lt. */
function maskWords(lowering: Lowering, relation: string): ValueId[] {
  const { builder } = lowering;
  const lane = builder.input('subgroup_lane');
  const size = builder.input('subgroup_size');
  return [0, 1, 2, 3].map((word) => {
    const below = bitsBelow(lowering, lane, word);
    const present = bitsBelow(lowering, size, word);
    const next = emitPure(builder, 'iadd', 'i32', [lane, builder.constant('i32', 1)]);
    const upTo = bitsBelow(lowering, next, word);
    switch (relation) {
      case 'Lt':
        return below;
      case 'Le':
        return upTo;
      case 'Eq':
        return emitPure(builder, 'xor', 'i32', [upTo, below]);
      case 'Gt':
        return emitPure(builder, 'and', 'i32', [present, inverted(lowering, upTo)]);
      default:
        return emitPure(builder, 'and', 'i32', [present, inverted(lowering, below)]);
    }
  });
}

function inverted(lowering: Lowering, value: ValueId): ValueId {
  return emitPure(lowering.builder, 'not', 'i32', [value]);
}

/** The bits of word `word` that stand for lanes below `lane`. */
function bitsBelow(lowering: Lowering, lane: ValueId, word: number): ValueId {
  const { builder } = lowering;
  const constant = (value: number) => builder.constant('i32', value);
  const inWord = emitPure(builder, 'isub', 'i32', [lane, constant(32 * word)]);
  const shifted = emitPure(builder, 'shl', 'i32', [constant(1), inWord]);
  const some = emitPure(builder, 'isub', 'i32', [shifted, constant(1)]);
  const isAll = emitPure(builder, 'sle', 'bool', [constant(32 * word + 32), lane]);
  const orAll = emitPure(builder, 'select', 'i32', [isAll, constant(-1), some]);
  const isNone = emitPure(builder, 'sle', 'bool', [lane, constant(32 * word)]);
  return emitPure(builder, 'select', 'i32', [isNone, constant(0), orAll]);
}
