// A shader's interface, whatever its language: its compute entry points with their overrides, and of each the buffers
// that it uses. Whether a buffer is `uniform` or `storage`, its shader alone says (`Buffer.kind`).

import type { EntryPointOutline } from '../decode/outline.ts';
import { decodeSpirv } from '../decode/spirv/index.ts';
import { outlineSpirv } from '../decode/spirv/outline.ts';
import { isSpirvFile, type SpirvSource } from '../decode/spirv/read.ts';
import { decodeWgsl } from '../decode/wgsl/index.ts';
import { outlineWgsl } from '../decode/wgsl/outline.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Buffer, Module } from '../ir/ir.ts';

export type { EntryPointOutline, OverrideOutline } from '../decode/outline.ts';

/** A shader by its file, whose ending says the language: WGSL, unless it is one of SPIR-V's. */
export type ShaderText = SpirvSource;

export interface EntryPointChoice {
  /** May be left out where there is one. */
  readonly entryPoint?: string;
  /** Values of overrides by name or id; those without a default need one. */
  readonly constants?: Readonly<Record<string, number>>;
  /** For SPIR-V that says nothing about it. */
  readonly workgroupSize?: readonly [number, number, number];
}

/** Every compute entry point of a shader with its overrides, in the order of the source. */
export function entryPointsOf(shader: ShaderText): Outcome<EntryPointOutline[]> {
  return isWgsl(shader) ? outlineWgsl(shader) : outlineSpirv(shader);
}

/** An entry point as decoded. */
export function moduleOf(shader: ShaderText, choice: EntryPointChoice): Outcome<Module> {
  const options = { ...choice, constants: choice.constants ?? {} };
  return isWgsl(shader) ? decodeWgsl(shader, options) : decodeSpirv(shader, options);
}

/** The buffers that an entry point uses, by group and binding, each with its kind, access, type and smallest size. */
export function buffersOf(shader: ShaderText, choice: EntryPointChoice): Outcome<readonly Buffer[]> {
  const { value, diagnostics } = moduleOf(shader, choice);
  return value ? { value: value.buffers, diagnostics } : { diagnostics };
}

function isWgsl(shader: ShaderText): shader is { readonly file: string; readonly text: string } {
  return 'text' in shader && !isSpirvFile(shader.file);
}
