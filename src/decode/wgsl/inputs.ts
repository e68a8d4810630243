// The builtin values that an entry point receives, as parameters or as members of struct parameters.

import type { AttributeElem, FnElem } from 'wesl/core';
import type { Builtin, Module, ValueId } from '../../ir/ir.ts';
import { emitPure } from '../fold.ts';
import { scalarType, vectorType } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { unsupported } from './problems.ts';
import type { Entity } from './scope.ts';
import { builtinAttribute, resolveType } from './type-expressions.ts';
import { concrete, type Value } from './values.ts';

const inputs: Readonly<Record<string, readonly Builtin[]>> = {
  local_invocation_id: ['local_id_x', 'local_id_y', 'local_id_z'],
  local_invocation_index: ['local_index'],
  workgroup_id: ['workgroup_id_x', 'workgroup_id_y', 'workgroup_id_z'],
  global_invocation_id: ['global_id_x', 'global_id_y', 'global_id_z'],
  num_workgroups: ['num_workgroups_x', 'num_workgroups_y', 'num_workgroups_z'],
  subgroup_invocation_id: ['subgroup_lane'],
  subgroup_size: ['subgroup_size'],
  subgroup_id: ['subgroup_id'],
  num_subgroups: ['num_subgroups'],
};

type Size = Module['workgroupSize'];

/** Numbers of places in the dispatch (`linear_indexing`): of which place, and how many there are in x and y. */
const linearIndices: Readonly<Record<string, 'global_id' | 'workgroup_id'>> = {
  global_invocation_index: 'global_id',
  workgroup_index: 'workgroup_id',
};

/** x + width · (y + height · z), modulo 2^32. */
function linearIndex({ builder }: Lowering, place: 'global_id' | 'workgroup_id', [x, y]: Size): ValueId {
  const extent = (axis: 'x' | 'y', size: number): ValueId => {
    const workgroups = builder.input(`num_workgroups_${axis}`);
    if (place === 'workgroup_id' || size === 1) return workgroups;
    return emitPure(builder, 'imul', 'i32', [workgroups, builder.constant('i32', size)]);
  };
  const further = (extentOfAxis: ValueId, axis: 'x' | 'y', rest: ValueId): ValueId => {
    const skipped = emitPure(builder, 'imul', 'i32', [extentOfAxis, rest]);
    return emitPure(builder, 'iadd', 'i32', [builder.input(`${place}_${axis}`), skipped]);
  };
  const row = further(extent('y', y), 'y', builder.input(`${place}_z`));
  return further(extent('x', x), 'x', row);
}

/** Emits the entry point's inputs and declares its parameters. */
export function declareInputs(lowering: Lowering, entryPoint: FnElem, size: Size): void {
  for (const parameter of entryPoint.params) {
    lowering.at(parameter);
    const value =
      inputValue(lowering, parameter.attributes, parameter, size) ?? structInput(lowering, parameter, size);
    const entity: Entity = { kind: 'value', value };
    lowering.rules.declares(lowering, entity);
    lowering.scope.declare(parameter.name.decl.ident.originalName, entity);
  }
}

function inputValue(
  lowering: Lowering,
  attributes: readonly AttributeElem[] | undefined,
  at: Located,
  size: Size,
): Value | undefined {
  const name = builtinAttribute(attributes);
  if (name === undefined) return undefined;
  if (Object.hasOwn(linearIndices, name))
    return concrete(scalarType('u32'), [linearIndex(lowering, linearIndices[name], size)]);
  const builtins = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
  if (!builtins) {
    return unsupported('builtin-value', `the builtin value '${name}' is not supported`, lowering.spanOf(at));
  }
  const scalars = builtins.map((builtin) => lowering.builder.input(builtin));
  return concrete(builtins.length === 3 ? vectorType(3, 'u32') : scalarType('u32'), scalars);
}

function structInput(lowering: Lowering, parameter: FnElem['params'][number], size: Size): Value {
  const typeRef = parameter.name.typeRef!;
  const type = resolveType(lowering, typeRef);
  const element = structElement(lowering, typeRef.name.originalName);
  const scalars: ValueId[] = [];
  for (const member of element?.members ?? []) {
    const value = inputValue(lowering, member.attributes, member, size);
    if (value?.kind === 'concrete') scalars.push(...value.scalars);
  }
  if (!element || scalars.length === 0) {
    unsupported('parameter', 'entry point parameters must be builtin values', lowering.spanOf(parameter));
  }
  return concrete(type, scalars);
}

/** The struct declaration behind a name, through aliases. */
function structElement(lowering: Lowering, name: string) {
  let entity = lowering.moduleScope.find(name);
  while (entity?.kind === 'global' && entity.element.kind === 'alias') {
    entity = lowering.moduleScope.find(entity.element.typeRef.name.originalName);
  }
  return entity?.kind === 'global' && entity.element.kind === 'struct' ? entity.element : undefined;
}
