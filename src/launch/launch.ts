// A launch: a kernel and everything needed to run it, after the launch file's expressions were evaluated.
// The file format is a contract (docs/launch-files.md); this is what the rest of kernelcast sees of it.

import type { Span } from '../diagnostics/diagnostic.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { TextureShape } from '../texture/shape.ts';
import type { DeviceLimits } from './device-limits.ts';
import type { Definition } from './scope.ts';

/** How the bytes of a buffer come about; element i is computed when first touched. Numbers are evaluated. */
export type BufferData =
  | { readonly kind: 'zeros' }
  | { readonly kind: 'random-f32'; readonly seed: number; readonly min: number; readonly max: number }
  | { readonly kind: 'random-u32'; readonly seed: number; readonly modulo: number }
  | { readonly kind: 'iota-u32' }
  /** `words`, `u32` and `f32` of the file alike: the raw 32-bit words, then zeros. */
  | { readonly kind: 'words'; readonly words: Uint32Array }
  | { readonly kind: 'csr-rows'; readonly rows: number; readonly meanRow: number; readonly seed: number }
  | { readonly kind: 'file'; readonly path: string };

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
  /** For `texture`. */
  readonly texture?: TextureShape;
  /** For `sampler`. */
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

export interface Launch {
  readonly name: string;
  /** The launch file's path as given. */
  readonly file: string;
  /** Absolute or relative to the working directory, ready to open. */
  readonly shaderPath: string;
  readonly shaderSpan?: Span;
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
export function inputsOf({ file, shaderPath, bindings, check }: Launch): string[] {
  const data = bindings.flatMap((binding) => (binding.data.kind === 'file' ? [binding.data.path] : []));
  return [file, shaderPath, ...data, ...(check?.reference === undefined ? [] : [check.reference])];
}
