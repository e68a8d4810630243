// Struct types for generated kernels: nested, with odd layouts, and one that fits uniform memory.

import { statement, type Tree } from '../tree.ts';
import type { State } from './state.ts';
import {
  alignOf,
  F32,
  I32,
  type Member,
  nameOf,
  type StructType,
  sizeBytesOf,
  type Type,
  U32,
  vector,
} from './types.ts';

/** A type that may lie in a buffer: no bool. */
export function hostType(state: State, depth: number): Type {
  const { random } = state;
  const kind = random.below(depth > 0 ? 10 : 7);
  if (kind < 4) return random.choose([I32, U32, F32]);
  if (kind < 7) return vector(random.between(2, 4), random.choose(['i32', 'u32', 'f32']));
  if (kind === 7) return { kind: 'matrix', columns: random.between(2, 4), rows: random.between(2, 4) };
  if (kind === 8 && state.structs.length > 0) return random.choose(state.structs);
  return { kind: 'array', element: hostType(state, depth - 1), count: random.between(2, 4) };
}

/**
 * Only a struct that lies in no other may have members whose @align is more than their type's: naga places a
 * struct by the alignment of its members' types alone (WGSL 14.4.1 says by AlignOfMember).
 */
export function structType(state: State, name: string, isOutermost: boolean): StructType {
  const members: Member[] = [];
  for (let i = state.random.between(1, 5); i > 0; i--) {
    const type = hostType(state, 2);
    members.push({
      name: `m${members.length}`,
      type,
      ...(state.random.once(6)
        ? { align: alignOf(type) * (isOutermost ? state.random.choose([1, 2, 4]) : 1) }
        : {}),
      ...(state.random.once(6) ? { size: sizeBytesOf(type) + 4 * state.random.below(6) } : {}),
    });
  }
  return { kind: 'struct', name, members };
}

/** For uniform memory, whose arrays have strides, and whose arrays and structs offsets, of 16 bytes. */
export function uniformStruct(state: State, name: string): StructType {
  const { random } = state;
  const members: Member[] = [{ name: 'seed', type: U32 }];
  for (let i = random.between(1, 5); i > 0; i--) {
    const kind = random.below(6);
    const members4 = vector(random.between(3, 4), random.choose(['i32', 'u32', 'f32']));
    const type: Type =
      kind === 0
        ? { kind: 'array', element: members4, count: random.between(2, 5) }
        : kind === 1
          ? { kind: 'matrix', columns: random.between(2, 4), rows: random.between(2, 4) }
          : kind < 4
            ? vector(random.between(2, 4), random.choose(['i32', 'u32', 'f32']))
            : random.choose([I32, U32, F32]);
    members.push({ name: `m${members.length}`, type, ...(kind === 0 ? { align: 16 } : {}) });
  }
  return { kind: 'struct', name, members };
}

/** `last` is a further member as text: a runtime-sized array. */
export function structDeclaration(type: StructType, last?: string): Tree {
  const members = type.members.map(({ name, type: of, align, size }) => {
    const attributes = `${align ? `@align(${align}) ` : ''}${size ? `@size(${size}) ` : ''}`;
    return `  ${attributes}${name}: ${nameOf(of)},`;
  });
  return statement(`struct ${type.name} {\n${[...members, ...(last ? [`  ${last},`] : [])].join('\n')}\n}`);
}
