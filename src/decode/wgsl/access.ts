// `base.member`, `base.xyz` and `base[index]` on values and references. Every index that is only known at run
// time is marked with `bound`, the promise that no access leaves its array; the dialect decides what it costs.

import type { ComponentExpression, ComponentMemberExpression } from 'wesl/core';
import type { MemoryRoot, ValueId } from '../../ir/ir.ts';
import { note } from '../../ir/notes.ts';
import { emitPure } from '../fold.ts';
import { abstractComposite, abstractScalar, materialize, numberOf } from './constants.ts';
import { lowerExpression, lowerValue } from './expressions.ts';
import { elementOf, scalarCount, scalarType, typeName, vectorType } from './layout.ts';
import type { Located, Lowering } from './lowering.ts';
import { componentOf, load, spill } from './memory.ts';
import { invalid } from './problems.ts';
import type { WgslScalar, WgslType } from './types.ts';
import {
  type Abstract,
  type Concrete,
  concrete,
  type Lowered,
  partOf,
  type Reference,
  type Value,
} from './values.ts';

/** `base.name`: a struct member or the components of a vector. */
export function lowerMember(lowering: Lowering, expression: ComponentMemberExpression): Lowered {
  const base = followPointer(lowering, lowerExpression(lowering, expression.base), expression);
  const name = expression.access.name;
  const type = base.type;
  if (type.kind === 'struct') return structMember(lowering, base, type, name, expression);
  if (type.kind !== 'vector') {
    invalid('member', `${typeName(type)} has no member '${name}'`, lowering.spanOf(expression));
  }
  const components = swizzle(name, type.size);
  if (!components) {
    invalid('swizzle', `'${name}' names no components of ${typeName(type)}`, lowering.spanOf(expression));
  }
  if (base.kind === 'reference' && components.length === 1) {
    return componentOf(base, type.scalar, components[0]);
  }
  const value = base.kind === 'reference' ? load(lowering, base, expression.base) : base;
  return pickComponents(value, type.scalar, components);
}

function pickComponents(
  value: Concrete | Abstract,
  scalar: WgslScalar,
  components: readonly number[],
): Value {
  const type =
    components.length === 1 ? scalarType(scalar) : vectorType(components.length as 2 | 3 | 4, scalar);
  if (value.kind === 'abstract') {
    const numbers = components.map((component) => value.numbers[component]);
    return components.length === 1 ? abstractScalar(numbers[0]) : abstractComposite(type, numbers);
  }
  return concrete(
    type,
    components.map((component) => value.scalars[component]),
  );
}

/** The components that a swizzle such as `xzy` names; undefined when it is none. */
export function swizzle(name: string, size: number): number[] | undefined {
  if (name.length > 4) return undefined;
  const letters = 'xyzw'.includes(name[0]) ? 'xyzw' : 'rgba';
  const components = [...name].map((letter) => letters.indexOf(letter));
  return components.every((component) => component >= 0 && component < size) ? components : undefined;
}

function structMember(
  lowering: Lowering,
  base: Concrete | Abstract | Reference,
  type: Extract<WgslType, { kind: 'struct' }>,
  name: string,
  at: Located,
): Lowered {
  let start = 0;
  for (const member of type.members) {
    if (member.name === name) {
      if (base.kind === 'reference') return partOf(base, member.type, member.offsetBytes);
      if (base.kind === 'abstract') break;
      const scalars = base.scalars.slice(start, start + scalarCount(member.type));
      const home = base.home && partOf(base.home, member.type, member.offsetBytes);
      return { kind: 'concrete', type: member.type, scalars, ...(home ? { home } : {}) };
    }
    start += scalarCount(member.type);
  }
  invalid('member', `struct ${type.name} has no member '${name}'`, lowering.spanOf(at));
}

/** `base[index]`. */
export function lowerIndex(lowering: Lowering, expression: ComponentExpression): Lowered {
  const base = followPointer(lowering, lowerExpression(lowering, expression.base), expression);
  const index = lowerValue(lowering, expression.access);
  if (index.kind === 'pointer' || index.kind === 'handle')
    invalid('index', 'an index must be an integer', lowering.spanOf(expression.access));
  const element = elementOf(base.type);
  if (!element) {
    invalid('index', `${typeName(base.type)} cannot be indexed`, lowering.spanOf(expression));
  }
  lowering.at(expression);
  if (base.kind === 'reference') return indexReference(lowering, base, index, expression);
  const constant = constantIndex(lowering, index, element);
  if (constant !== undefined) return valueElement(base, element.type, element.strideBytes, constant);
  const home = base.home ?? spillIndexed(lowering, base, expression);
  return load(lowering, indexReference(lowering, home, index, expression), expression);
}

function spillIndexed(
  lowering: Lowering,
  base: Concrete | Abstract,
  expression: ComponentExpression,
): Reference {
  const value = base.kind === 'abstract' ? materialize(lowering, base) : base;
  return spill(lowering, value, 'indexed', expression.base);
}

function valueElement(
  base: Concrete | Abstract,
  type: WgslType,
  strideBytes: number,
  index: number,
): Concrete | Abstract {
  const count = scalarCount(type);
  const start = index * count;
  const home = base.home ? { home: partOf(base.home, type, index * strideBytes) } : {};
  if (base.kind === 'abstract') {
    const numbers = base.numbers.slice(start, start + count);
    return { kind: 'abstract', type, isFloat: base.isFloat, numbers, ...home };
  }
  return { kind: 'concrete', type, scalars: base.scalars.slice(start, start + count), ...home };
}

/** The reference to an element; constant indices become part of the offset. */
function indexReference(
  lowering: Lowering,
  base: Reference,
  index: Concrete | Abstract,
  { access }: ComponentExpression,
): Reference {
  const element = elementOf(base.type)!;
  const constant = constantIndex(lowering, index, element);
  if (constant !== undefined) return partOf(base, element.type, constant * element.strideBytes);
  const { builder } = lowering;
  const size = element.count === undefined ? runtimeSize(base.root) : { constant: element.count };
  const bounded = builder.value('i32');
  builder.emit({
    kind: 'bound',
    result: bounded,
    index: (index as Concrete).scalars[0],
    size,
    span: builder.span!,
  });
  if (element.count !== undefined)
    note(builder.notes.values, bounded, lowering.rules.factsOfIndex(lowering, access));
  const stride = lowering.constant('i32', element.strideBytes);
  const bytes = element.strideBytes === 1 ? bounded : emitPure(builder, 'imul', 'i32', [bounded, stride]);
  return { ...base, type: element.type, address: addAddress(lowering, base.address, bytes) };
}

function runtimeSize(root: MemoryRoot): { buffer: number } {
  return { buffer: root.index };
}

function addAddress(lowering: Lowering, address: ValueId | undefined, bytes: ValueId): ValueId {
  return address === undefined ? bytes : emitPure(lowering.builder, 'iadd', 'i32', [address, bytes]);
}

/** A constant index, kept inside the array where its size is known and the address space where not. */
function constantIndex(
  lowering: Lowering,
  index: Concrete | Abstract,
  element: { readonly count?: number; readonly strideBytes: number },
): number | undefined {
  const number = numberOf(lowering, index);
  if (number === undefined) return undefined;
  const unsigned = number < 0 ? number + 2 ** 32 : number;
  return Math.min(unsigned, (element.count ?? Math.floor(2 ** 32 / element.strideBytes)) - 1);
}

/** `p.member` and `p[i]` mean `(*p).member` and `(*p)[i]`. */
/** A pointer stands for what it points to. */
function followPointer(lowering: Lowering, base: Lowered, at: Located): Concrete | Abstract | Reference {
  if (base.kind === 'pointer') return base.target;
  if (base.kind !== 'handle') return base;
  return invalid('member', 'a texture or sampler has no parts', lowering.spanOf(at));
}
