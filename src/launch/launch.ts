// A launch: a kernel and everything needed to run it, after the launch file's expressions were evaluated.
// The file format is a contract (docs/launch-files.md); this is what the rest of kernelcast sees of it.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { MemoryValue } from '../ir/memory-value.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { TextureShape } from '../texture/shape.ts';
import type { DeviceLimits } from './device-limits.ts';
import type { Definition } from './scope.ts';

/** How the bytes of a buffer come about; element i is computed when first touched. Numbers are evaluated. */
export type BufferData =
  | { readonly kind: 'zeros' }
  /** `random-f16` in pairs, the first in the lower half of the word. */
  | {
      readonly kind: 'random-f32' | 'random-f16';
      readonly seed: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'random-u32'; readonly seed: number; readonly modulo: number }
  | { readonly kind: 'iota-u32' }
  /** `words`, `u32` and `f32` of the file alike: the raw 32-bit words, then zeros. */
  | { readonly kind: 'words'; readonly words: Uint32Array }
  | { readonly kind: 'csr-rows'; readonly rows: number; readonly meanRow: number; readonly seed: number }
  | { readonly kind: 'file'; readonly path: string }
  /** By the members of the shader's type; words as soon as the shader is known (`predict/bindings.ts`). */
  | { readonly kind: 'struct'; readonly value: MemoryValue }
  | BufferPages;

/** What dispatches before have left in a part of a buffer; no launch file says so. */
export interface BufferPages {
  readonly kind: 'pages';
  /** What the whole buffer held at first, and how many bytes it has. */
  readonly base: Exclude<BufferData, BufferPages>;
  readonly baseBytes: number;
  /** Where the part begins in it. */
  readonly offsetBytes: number;
  /** Of the whole buffer, by position, what was written: `WORDS_PER_PAGE` words each, which nobody changes any more. */
  readonly pages: ReadonlyMap<number, Uint32Array>;
}

export const WORDS_PER_PAGE = 1024;

/** The file that data come from, if any. */
export function fileOf(data: BufferData): string | undefined {
  if (data.kind === 'pages') return fileOf(data.base);
  return data.kind === 'file' ? data.path : undefined;
}

/** The group of buffers that have an address instead of a binding: no shader has such a one. */
export const ADDRESSED_GROUP = -2;

export interface Binding {
  readonly group: number;
  readonly binding: number;
  /** Which of an array of buffers at this binding; the first when absent. */
  readonly element?: number;
  readonly usage: 'storage' | 'uniform' | 'texture' | 'sampler';
  /** Of a texture: all its texels, as `texture/shape.ts` lays them out; 0 for a sampler. */
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** The launch file says nothing of its data, which are zeros then. */
  readonly lacksData?: true;
  /** For `texture`. */
  readonly texture?: TextureShape;
  /** For `sampler`, and for a `texture` whose place is also its sampler's. */
  readonly sampler?: SamplerState;
  /** Of a buffer that has an address. */
  readonly name?: string;
  readonly span?: Span;
}

/** How `measure` and `tune` verify the output; without a reference, by kernelcast's own execution. */
export interface Check {
  readonly group: number;
  readonly binding: number;
  /** Path of a file with the raw little-endian bytes that the buffer must hold. */
  readonly reference?: string;
}

export type TunableValue = number | string | boolean;

export interface TunableEntry {
  readonly name: string;
  readonly values: readonly TunableValue[];
  /** The name in the launch file. */
  readonly span: Span;
}

export interface ConstraintEntry {
  readonly text: string;
  readonly span: Span;
}

/** A kernel and everything needed to run it, with all expressions of the launch file evaluated. */
export interface Launch {
  readonly name: string;
  /** The launch file's path as given. */
  readonly file: string;
  /** Absolute or relative to the working directory, ready to open. */
  readonly shaderPath: string;
  readonly shaderSpan?: Span;
  /** Files whose text stands before the shader's; read when the launch is loaded. */
  readonly prepend?: readonly { readonly file: string; readonly span: Span }[];
  readonly preludes?: readonly { readonly file: string; readonly text: string }[];
  /** What names in the shader and before it stand for. */
  readonly defines?: Readonly<Record<string, string>>;
  readonly entryPoint?: string;
  readonly params: Readonly<Record<string, number>>;
  /** Pipeline-overridable constants: by name, or by id as a decimal string. */
  readonly constants: Readonly<Record<string, number>>;
  /** Only for SPIR-V without a fixed size. */
  readonly workgroupSize?: readonly [number, number, number];
  readonly workgroupSizeSpan?: Span;
  readonly dispatch: readonly [number, number, number];
  readonly dispatchSpan?: Span;
  readonly bindings: readonly Binding[];
  /** What the dispatch is given without a buffer: WebGPU's immediates, push constants elsewhere. */
  readonly immediates?: { readonly words: Uint32Array; readonly span: Span };
  readonly check?: Check;
  /** What the device is to be asked for beyond WebGPU's defaults. */
  readonly limits?: Readonly<Partial<DeviceLimits>>;
  /** What `search` and `tune` may vary, and under which conditions; `space/` says what names mean. */
  readonly tunables?: readonly TunableEntry[];
  readonly constraints?: readonly ConstraintEntry[];
  /** Params and constants as written: some depend on others, which may vary. */
  readonly definitions?: readonly Definition[];
}

/** The place of a buffer; what names the same one has the same text. */
export function placeOf({
  group,
  binding,
  element = 0,
}: Pick<Binding, 'group' | 'binding' | 'element'>): string {
  return element === 0 ? `${group}/${binding}` : `${group}/${binding}[${element}]`;
}

/** All files that the launch is read from. */
export function inputsOf({ file, shaderPath, prepend = [], bindings, check }: Launch): string[] {
  const data = bindings.flatMap((binding) => fileOf(binding.data) ?? []);
  const before = prepend.map((each) => each.file);
  return [file, shaderPath, ...before, ...data, ...(check?.reference === undefined ? [] : [check.reference])];
}
