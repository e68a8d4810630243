// The data of a launch's buffers, once the shader is known: what is given by the members of its types becomes words,
// and a buffer that the kernel's way hangs on should have been given some: a uniform one must.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type Steering, type SteeringEnds, steeringOf } from '../ir/analyses/steering.ts';
import type { Buffer, Module } from '../ir/ir.ts';
import { type MemoryType, pathOfByte } from '../ir/memory-type.ts';
import { type ByteRange, placeValue } from '../ir/memory-value.ts';
import { scalarBytes } from '../ir/scalars.ts';
import { forEachInstruction } from '../ir/walk.ts';
import { type Binding, placeOf } from '../launch/launch.ts';
import { promote } from '../passes/mem2reg.ts';
import { mainScalar } from '../reflect/leaves.ts';

/** A binding whose data need no shader any more, and the bytes that the launch file says something about. */
export interface FilledBinding {
  readonly binding: Binding;
  readonly given: readonly ByteRange[];
}

const EVERYTHING: readonly ByteRange[] = [{ start: 0, end: Infinity }];

/** Gives data by members the words that they are in memory. */
export function fillBinding(buffer: Buffer, binding: Binding): Outcome<FilledBinding> {
  const { data } = binding;
  if (data.kind !== 'struct')
    return { value: { binding, given: binding.lacksData ? [] : EVERYTHING }, diagnostics: [] };
  if (!buffer.type) {
    const message = `"${buffer.name}" has no type in the shader: give its data as "words"`;
    return { diagnostics: [{ severity: 'invalid', code: 'launch/struct', message, span: data.value.span }] };
  }
  const { words, given, diagnostics } = placeValue(buffer.type, data.value);
  if (diagnostics.length > 0) return { diagnostics };
  if (words.length * 4 > binding.sizeBytes) {
    const message = `the data of "${buffer.name}" need ${words.length * 4} bytes, and it has ${binding.sizeBytes}`;
    return { diagnostics: [{ severity: 'invalid', code: 'launch/size', message, span: data.value.span }] };
  }
  return { value: { binding: { ...binding, data: { kind: 'words', words } }, given }, diagnostics: [] };
}

/**
 * What is wrong with buffers that the kernel's way hangs on. A uniform one of which nothing, or not all that matters, is
 * given cannot be predicted: zeros are no size and no count. In a storage buffer that the kernel only reads, zeros may be
 * indices or flags, but are seldom meant. `filled` is in the order of the module's buffers.
 */
export function missingData(module: Module, filled: readonly FilledBinding[]): Diagnostic[] {
  const isOpen = ({ access, kind }: Buffer, { given }: FilledBinding) =>
    kind === 'uniform' ? given !== EVERYTHING : kind === 'storage' && access === 'read' && given.length === 0;
  if (!module.buffers.some((buffer, index) => isOpen(buffer, filled[index]))) return [];
  const promoted = promote(module);
  const steeringBy = (ends: SteeringEnds) =>
    steeringOf((visit) => forEachInstruction(promoted.body, visit), ends);
  const [steering, paths] = [steeringBy('paths and places'), steeringBy('paths')];
  return module.buffers.flatMap((buffer, index): Diagnostic[] => {
    const { binding, given } = filled[index];
    if (!isOpen(buffer, filled[index])) return [];
    const root = { space: 'buffer', index } as const;
    if (buffer.kind === 'storage')
      return steering.hasRoot(root) ? [zerosWarning(buffer, binding, paths.hasRoot(root))] : [];
    const missing = steeringBytes(promoted, steering, index).filter(
      (byte) => !given.some(({ start, end }) => byte >= start && byte < end),
    );
    return missing.length === 0 ? [] : [problem(buffer, binding, missing)];
  });
}

/** Where a buffer holds what reaches a condition or an address; of what is indexed, where that begins. */
function steeringBytes(module: Module, steering: Steering, buffer: number): number[] {
  const found = new Set<number>();
  forEachInstruction(module.body, (each) => {
    if (each.kind !== 'load' || each.root.space !== 'buffer' || each.root.index !== buffer) return;
    const start = (module.values[each.address].constant ?? 0) + each.offsetBytes;
    each.results.forEach((result, k) => {
      if (steering.hasValue(result)) found.add(start + k * scalarBytes(each.type));
    });
  });
  return [...found].sort((a, b) => a - b);
}

function problem(buffer: Buffer, binding: Binding, bytes: readonly number[]): Diagnostic {
  const { type, name } = buffer;
  const paths = [...new Set(bytes.map((byte) => (type ? pathOfByte(type, byte) : '')))];
  const names = paths.map((path) => `\`${name}${path}\``).join(', ');
  const decide = paths.length === 1 ? 'decides' : 'decide';
  const message = `${names} ${decide} which way the kernel takes or which memory it touches, and nothing gives data for ${paths.length === 1 ? 'it' : 'them'}`;
  return { severity: 'invalid', ...missing(binding, message, exampleOf(type, paths)) };
}

function zerosWarning({ name, type }: Buffer, binding: Binding, isPath: boolean): Diagnostic {
  const what = isPath ? 'which way the kernel takes' : 'which memory the kernel touches';
  const message = `\`${name}\` decides ${what}, and nothing gives data for it: it is predicted with zeros`;
  const kind = type && mainScalar(type) === 'f32' ? '"random-f32"' : '"random-u32", "modulo": …';
  return { severity: 'warning', ...missing(binding, message, `"data": { "kind": ${kind} }`) };
}

function missing(binding: Binding, message: string, example: string): Omit<Diagnostic, 'severity'> {
  return {
    code: 'launch/missing-data',
    message,
    ...(binding.span ? { span: binding.span } : {}),
    notes: [`give binding ${placeOf(binding)} ${example}; "data": { "kind": "zeros" } if zeros are meant`],
  };
}

/** What to write, with the first members that are missing. */
function exampleOf(type: MemoryType | undefined, paths: readonly string[]): string {
  if (type?.kind !== 'struct') return '"data": { "kind": "words", "values": […] }';
  const members = [...new Set(paths.map((path) => path.slice(1).split(/[.[]/)[0]))];
  return `"data": { "kind": "struct", "values": { ${members.map((each) => `"${each}": …`).join(', ')} } }`;
}
