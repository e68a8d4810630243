// The memory that an entry point sees from outside its functions: buffers that the launch file binds, workgroup
// and private variables, and built-in values, which stand in private variables too. Only variables that its
// functions name count.

import { type Buffer, IMMEDIATES, type MemoryRoot, type TextureType } from '../../ir/ir.ts';
import { storeBuiltin } from './builtin-inputs.ts';
import { storeZero } from './clear-memory.ts';
import { bindingOf, type Declarations } from './declarations.ts';
import { memoryType, sizeOf } from './layout.ts';
import type { Lowering } from './lowering.ts';
import { store } from './memory.ts';
import { spanAt } from './module.ts';
import { Decoration, Op, StorageClass, storageClassNames } from './opcodes.ts';
import { invalid, unsupported } from './problems.ts';
import { type BoundTexture, describeResource } from './resources.ts';
import type { SpirvType } from './types.ts';

/** Every (group, binding) that a module declares, whether its entry point uses it or not. */
export function declaredBindings(declarations: Declarations): { group: number; binding: number }[] {
  const found: { group: number; binding: number }[] = [];
  for (const at of declarations.globals) {
    const { words } = declarations.module;
    if ((words[at] & 0xffff) !== Op.variable) continue;
    const binding = bindingOf(declarations, words[at + 2]);
    if (binding) found.push(binding);
  }
  return found.sort((a, b) => a.group - b.group || a.binding - b.binding);
}

/** Storage classes of what becomes a buffer. */
const BUFFER_CLASSES: readonly number[] = [
  StorageClass.storageBuffer,
  StorageClass.uniform,
  StorageClass.pushConstant,
  StorageClass.uniformConstant,
];

interface DeclaredBuffer {
  readonly id: number;
  readonly buffer: Buffer;
  readonly type: SpirvType;
}

/** The place of a buffer that the launch binds, and the words that it surely holds if it is uniform. */
export interface BoundBuffer extends Pick<Buffer, 'group' | 'binding' | 'element'>, BoundTexture {
  readonly words?: Uint32Array;
}

/** Describes the buffers among the variables `used`, and makes references of them. */
export function declareBuffers(
  lowering: Lowering,
  declarations: Declarations,
  used: ReadonlySet<number>,
  bound: readonly BoundBuffer[],
): Buffer[] {
  const found: DeclaredBuffer[] = [];
  for (const at of declarations.globals) {
    if (lowering.opcode(at) !== Op.variable || !used.has(lowering.words[at + 2])) continue;
    const storageClass = lowering.words[at + 3];
    if (storageClass === StorageClass.uniformConstant)
      found.push(...resourcesAt(lowering, declarations, at, bound));
    else if (BUFFER_CLASSES.includes(storageClass))
      found.push(...elementsOf(describeBuffer(lowering, declarations, at), bound));
  }
  // A sampler at the place of an image comes behind it.
  found.sort(
    ({ buffer: a }, { buffer: b }) =>
      a.group - b.group ||
      a.binding - b.binding ||
      (a.element ?? 0) - (b.element ?? 0) ||
      Number(a.kind === 'sampler') - Number(b.kind === 'sampler'),
  );
  const buffers: Buffer[] = [];
  const roots = new Map<number, MemoryRoot[]>();
  for (const { id, buffer, type } of found) {
    const root: MemoryRoot = { space: 'buffer', index: bufferIndex(buffers, buffer) };
    const elements = roots.get(id);
    if (elements) elements.push(root);
    else roots.set(id, [root]);
    const all = roots.get(id)!;
    const reference = { root: all[0], type, offsetBytes: 0 };
    if (type.kind === 'array') lowering.defineReference(id, { ...reference, elements: all });
    else if (type.kind === 'sampledImage' && all.length > 1)
      lowering.defineReference(id, { ...reference, sampler: all[1].index });
    else lowering.defineReference(id, reference);
  }
  return buffers;
}

function resourcesAt(
  lowering: Lowering,
  declarations: Declarations,
  at: number,
  bound: readonly BoundBuffer[],
): DeclaredBuffer[] {
  const id = lowering.words[at + 2];
  const { type } = pointeeOf(lowering, declarations, at);
  return describeResource(lowering, declarations, at, type, bound).map((buffer) => ({ id, buffer, type }));
}

/** No device takes more buffers for one kernel than this at one binding; who asks for more has made a mistake. */
const MAXIMUM_ELEMENTS = 1024;

/** Each buffer of an array of buffers: as many as are bound, or as are declared when none is. */
function elementsOf(declared: DeclaredBuffer, bound: readonly BoundBuffer[]): DeclaredBuffer[] {
  const { buffer, type } = declared;
  if (type.kind !== 'array') return [declared];
  const here = bound.filter(({ group, binding }) => group === buffer.group && binding === buffer.binding);
  const most =
    here.length === 0 ? (type.count ?? 1) : 1 + Math.max(...here.map(({ element = 0 }) => element));
  const count = Math.min(most, type.count ?? most);
  if (count > MAXIMUM_ELEMENTS) {
    const message = `'${buffer.name}' has ${count} buffers, of which at most ${MAXIMUM_ELEMENTS} are supported`;
    unsupported('buffer-array', message, buffer.span);
  }
  if (type.count === 1) return [declared];
  return Array.from({ length: count }, (_, element) => ({
    ...declared,
    buffer: { ...buffer, element, name: `${buffer.name}[${element}]` },
  }));
}

/** Variables at one binding are views of one buffer, such as of bytes and of words. */
function bufferIndex(buffers: Buffer[], buffer: Buffer): number {
  const last = buffers.at(-1);
  const isSame =
    last?.group === buffer.group &&
    last.binding === buffer.binding &&
    (last.element ?? 0) === (buffer.element ?? 0) &&
    (last.kind === 'sampler' || buffer.kind !== 'sampler');
  if (!isSame) return buffers.push(buffer) - 1;
  const place = `group ${buffer.group}, binding ${buffer.binding}`;
  if (last.kind !== buffer.kind)
    invalid('buffer', `'${last.name}' and '${buffer.name}' are both at ${place}`, buffer.span);
  if (!isSameTexture(last.texture, buffer.texture)) {
    const message = `'${last.name}' and '${buffer.name}' are different views of one image at ${place}, which is not supported`;
    unsupported('resource', message, buffer.span);
  }
  buffers[buffers.length - 1] = {
    ...last,
    access: last.access === 'read' ? buffer.access : last.access,
    minBytes: Math.max(last.minBytes, buffer.minBytes),
    ...finerArray(last.runtimeArray, buffer.runtimeArray),
  };
  return buffers.length - 1;
}

function isSameTexture(first: TextureType | undefined, second: TextureType | undefined): boolean {
  if (!first || !second) return first === second;
  return (Object.keys({ ...first, ...second }) as (keyof TextureType)[]).every(
    (key) => first[key] === second[key],
  );
}

/** Of two views the one with more elements: an index into the other is less than their number too. */
function finerArray(
  first: Buffer['runtimeArray'],
  second: Buffer['runtimeArray'],
): Pick<Buffer, 'runtimeArray'> {
  const finer = first && (!second || first.strideBytes <= second.strideBytes) ? first : second;
  return finer ? { runtimeArray: finer } : {};
}

function describeBuffer(lowering: Lowering, declarations: Declarations, at: number): DeclaredBuffer {
  const { words } = lowering;
  const id = words[at + 2];
  const span = lowering.span(at);
  const { type, typeId } = pointeeOf(lowering, declarations, at);
  const block = type.kind === 'array' ? type.element : type;
  if (block.kind !== 'struct') {
    return unsupported(
      'resource',
      `'${lowering.nameOf(id)}' is no buffer but something that is not supported`,
      span,
    );
  }
  const blockId = type.kind === 'array' ? words[declarations.definedAt[typeId] + 2] : typeId;
  const isPushed = words[at + 3] === StorageClass.pushConstant;
  const place = isPushed ? IMMEDIATES : bindingOf(declarations, id);
  if (!place) {
    return invalid('binding', `'${lowering.nameOf(id)}' has no DescriptorSet and Binding`, span);
  }
  const isUniform =
    isPushed ||
    (words[at + 3] === StorageClass.uniform &&
      declarations.decoration(blockId, Decoration.bufferBlock) === undefined);
  const isReadOnly =
    isUniform ||
    declarations.decoration(id, Decoration.nonWritable) !== undefined ||
    (block.members.length > 0 && block.members.every((member) => member.isReadOnly));
  const runtimeArray = runtimeArrayOf(block);
  const { group, binding } = place;
  const buffer: Buffer = {
    group,
    binding,
    name:
      lowering.givenName(id) ??
      lowering.givenName(blockId) ??
      nameInText(lowering, id) ??
      (isPushed ? 'push_constants' : `buffer_${group}_${binding}`),
    kind: isUniform ? 'uniform' : 'storage',
    access: isReadOnly ? 'read' : 'read_write',
    minBytes: extentOf(block) - (isUniform ? paddingOf(block) : 0),
    type: memoryType(block),
    span,
  };
  return { id, type, buffer: runtimeArray ? { ...buffer, runtimeArray } : buffer };
}

/** What assembly text calls an id, unless that is a number. */
function nameInText(lowering: Lowering, id: number): string | undefined {
  const name = lowering.module.textNames?.[id];
  return name !== undefined && !/^\d+$/.test(name) ? name : undefined;
}

function pointeeOf(
  lowering: Lowering,
  declarations: Declarations,
  at: number,
): { type: SpirvType; typeId: number } {
  const pointerId = lowering.words[at + 1];
  const pointer = lowering.type(pointerId, at);
  if (pointer.kind !== 'pointer')
    return invalid('variable', 'the type of a variable must be a pointer', lowering.span(at));
  return { type: pointer.pointee, typeId: lowering.words[declarations.definedAt[pointerId] + 3] };
}

/** Bytes up to the end of the last member, which need not be a multiple of the alignment. */
function extentOf(type: SpirvType): number {
  if (type.kind !== 'struct') return sizeOf(type);
  let end = 0;
  for (const { type: inner, offsetBytes, matrix } of type.members) {
    end = Math.max(end, offsetBytes + (inner.kind === 'struct' ? extentOf(inner) : sizeOf(inner, matrix)));
  }
  return end;
}

const ROW_BYTES = 16;
const SCALAR_BYTES = 4;

/**
 * What a uniform block may have behind its last member. Compilers of WGSL declare such a block as an array of
 * vectors of 16 bytes, so that the last one can be padding but for its first component: WebGPU binds less there.
 */
function paddingOf(block: SpirvType): number {
  const last = block.kind === 'struct' ? block.members.at(-1)?.type : undefined;
  const isRows =
    last?.kind === 'array' && last.strideBytes === ROW_BYTES && sizeOf(last.element) === ROW_BYTES;
  return isRows && last.element.kind === 'vector' ? ROW_BYTES - SCALAR_BYTES : 0;
}

/** The array without a size that a block ends in, also inside of its last member. */
function runtimeArrayOf(type: SpirvType): Buffer['runtimeArray'] {
  if (type.kind === 'array' && type.count === undefined)
    return { offsetBytes: 0, strideBytes: type.strideBytes };
  const last = type.kind === 'struct' ? type.members.at(-1) : undefined;
  const inner = last && runtimeArrayOf(last.type);
  return inner && { ...inner, offsetBytes: inner.offsetBytes + last.offsetBytes };
}

/** Makes references of the workgroup, private and input variables `used`; emits what they start with. */
export function declareVariables(
  lowering: Lowering,
  declarations: Declarations,
  used: ReadonlySet<number>,
): void {
  for (const at of declarations.globals) {
    if (lowering.opcode(at) !== Op.variable || !used.has(lowering.words[at + 2])) continue;
    lowering.builder.span = lowering.span(at);
    declareVariable(lowering, declarations, at);
  }
}

function declareVariable(lowering: Lowering, declarations: Declarations, at: number): void {
  const { words } = lowering;
  const id = words[at + 2];
  const storageClass = words[at + 3];
  if (BUFFER_CLASSES.includes(storageClass)) return;
  switch (storageClass) {
    case StorageClass.workgroup:
      lowering.defineReference(id, allocated(lowering, declarations, at, 'workgroup'));
      // Vulkan allows no initial value but null here (VK_KHR_zero_initialize_workgroup_memory).
      if (lowering.end(at) > at + 4)
        lowering.variables.push({ ...lowering.variables.pop()!, isZeroed: true });
      return;
    case StorageClass.private:
    case StorageClass.output:
      lowering.defineReference(id, initialized(lowering, declarations, at));
      return;
    case StorageClass.input: {
      const reference = allocated(lowering, declarations, at, 'private');
      storeBuiltin(lowering, reference, declarations.decoration(id, Decoration.builtIn), at);
      lowering.defineReference(id, reference);
      return;
    }
    default: {
      const name = storageClassNames[storageClass] ?? storageClass;
      unsupported('storage-class', `variables in storage class ${name} are not supported`, lowering.span(at));
    }
  }
}

function allocated(
  lowering: Lowering,
  declarations: Declarations,
  at: number,
  space: 'private' | 'workgroup',
) {
  const { type } = pointeeOf(lowering, declarations, at);
  const id = lowering.words[at + 2];
  return lowering.allocate(lowering.nameOf(id), space, type, spanAt(lowering.module, at));
}

function initialized(lowering: Lowering, declarations: Declarations, at: number) {
  const reference = allocated(lowering, declarations, at, 'private');
  if (lowering.end(at) <= at + 4) return reference;
  if (lowering.nulls.has(lowering.words[at + 4])) storeZero(lowering, reference, at);
  else store(lowering, reference, lowering.operand(lowering.words[at + 4], at).scalars, at);
  return reference;
}
