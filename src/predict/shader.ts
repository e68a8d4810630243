// A shader's source in any language that is read, and what can be told from it without decoding it.

import { bindingsOfSpirv } from '../decode/spirv/index.ts';
import { workgroupSizePlace } from '../decode/spirv/outline.ts';
import type { SpirvSource } from '../decode/spirv/read.ts';
import type { Span } from '../diagnostics/diagnostic.ts';
import type { Module } from '../ir/ir.ts';
import type { Binding, Launch } from '../launch/launch.ts';

/** WGSL is its text. SPIR-V is binary or assembly, with the name of its file. */
export type ShaderSource = string | SpirvSource;

/** A launch and the source that it runs: what all that works on kernels takes. */
export interface Kernel {
  readonly launch: Launch;
  readonly source: ShaderSource;
}

/** The text that spans count in; a binary has none. */
export function textOf(source: ShaderSource): string | undefined {
  if (typeof source === 'string') return source;
  return 'text' in source ? source.text : undefined;
}

/** Whether a variable of the source, used or not, has the numbers of this binding, or may have them. */
export function declares(source: ShaderSource, binding: Binding): boolean {
  return typeof source === 'string'
    ? declaresInWgsl(source, binding)
    : bindingsOfSpirv(source).some(
        (each) => each.group === binding.group && each.binding === binding.binding,
      );
}

function declaresInWgsl(source: string, { group, binding }: Binding): boolean {
  const attributes = [...source.matchAll(/@\s*(group|binding)\s*\(([^)]*)\)/g)];
  // Numbers other than plain ones are constant expressions; they may be any.
  const mayBe = (at: number, name: string, number: number) =>
    attributes[at]?.[1] === name &&
    !(Math.abs(Number(attributes[at][2].replace(/[iu,\s]+$/, '')) - number) > 0);
  return attributes.some(
    (_, at) =>
      (mayBe(at, 'group', group) && mayBe(at + 1, 'binding', binding)) ||
      (mayBe(at, 'binding', binding) && mayBe(at + 1, 'group', group)),
  );
}

/** Where the shader says how large its workgroups are. */
export function workgroupSizeSpan(module: Module, launch: Launch, source: ShaderSource): Span | undefined {
  return typeof source === 'string'
    ? workgroupSizeInWgsl(module, launch.shaderPath, source)
    : workgroupSizePlace(source, module.entryPoint);
}

/** The last such attribute before the entry point. */
function workgroupSizeInWgsl(module: Module, file: string, source: string): Span | undefined {
  const entry = new RegExp(`\\bfn\\s+${module.entryPoint}\\b`).exec(source);
  if (!entry) return undefined;
  const [attribute] = [...source.slice(0, entry.index).matchAll(/@\s*workgroup_size\s*\([^)]*\)?/g)].slice(
    -1,
  );
  const [found] = attribute ?? entry;
  const start = (attribute ?? entry).index;
  return { file, start, end: start + found.length };
}
