// An app: dispatches over shared buffers in their order, after the app file's expressions were evaluated and its
// repetitions written out. The file format is a contract (docs/apps.md); this is what the rest of kernelcast sees.

import type { Span } from '../diagnostics/diagnostic.ts';
import { type BufferData, fileOf, type Launch } from '../launch/launch.ts';
import type { RowPlaces, TexelCopy, TextureView } from '../texture/places.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { TextureShape } from '../texture/shape.ts';

/** A buffer, or a texture as the buffer of texels that `texture/shape.ts` makes of it. */
export interface AppBuffer {
  readonly name: string;
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** Nothing is said about what it holds. */
  readonly lacksData: boolean;
  readonly texture?: TextureShape;
  readonly span: Span;
}

export interface Pipeline
  extends Pick<
    Launch,
    'shaderPath' | 'shaderSpan' | 'entryPoint' | 'constants' | 'workgroupSize' | 'workgroupSizeSpan'
  > {
  readonly name: string;
}

/** A part of a buffer, in bytes. */
export interface Range {
  readonly buffer: AppBuffer;
  readonly offsetBytes: number;
  readonly sizeBytes: number;
}

/** Rows of bytes that are moved and have others between them on one side or both. */
export interface Rows {
  readonly bytes: number;
  readonly rows: number;
  readonly images: number;
  readonly from: RowPlaces;
  readonly to: RowPlaces;
}

export interface AppBinding extends Range {
  readonly group: number;
  readonly binding: number;
  readonly element?: number;
  /** What the kernel sees of a texture, whose bytes the range is. */
  readonly texture?: TextureShape;
  /** The same as it is bound. */
  readonly view?: TextureView;
  readonly span: Span;
}

export interface AppSampler {
  readonly group: number;
  readonly binding: number;
  readonly sampler: SamplerState;
  readonly span: Span;
}

/** Where in the order of things an operation stands. */
interface Placed {
  /** Numbers of the submit and, within the app, of the compute pass. */
  readonly submit: number;
  readonly pass?: number;
  readonly span: Span;
}

export interface Dispatch extends Placed {
  readonly kind: 'dispatch';
  readonly name: string;
  readonly pipeline: Pipeline;
  /** Workgroups, or the buffer that holds the three counts. */
  readonly dispatch: readonly [number, number, number] | Range;
  readonly dispatchSpan: Span;
  readonly bindings: readonly AppBinding[];
  readonly samplers: readonly AppSampler[];
  readonly immediates?: Launch['immediates'];
}

export interface Copy extends Placed {
  readonly kind: 'copy';
  /** With `rows`, all from the first to the last of them. */
  readonly from: Range;
  readonly to: Range;
  readonly rows?: Rows;
  readonly texels?: TexelCopy;
}

export interface Clear extends Placed {
  readonly kind: 'clear';
  readonly to: Range;
}

/** Data from the host. */
export interface Write extends Placed {
  readonly kind: 'write';
  readonly to: Range;
  readonly data: BufferData;
  readonly rows?: Rows;
  readonly texels?: TexelCopy;
}

/** Work that is not predicted. */
export interface Skipped extends Placed {
  readonly kind: 'skipped';
  readonly what: string;
}

export type Operation = Dispatch | Copy | Clear | Write | Skipped;

/** What a program submits to the GPU: buffers, pipelines, and the operations in their order. */
export interface App {
  readonly name: string;
  /** The app file's path as given. */
  readonly file: string;
  readonly params: Readonly<Record<string, number>>;
  readonly limits?: Launch['limits'];
  /** Params that may vary, under which conditions, and what depends on them. */
  readonly tunables?: Launch['tunables'];
  readonly constraints?: Launch['constraints'];
  readonly definitions?: Launch['definitions'];
  /** Textures are among them. */
  readonly buffers: readonly AppBuffer[];
  readonly pipelines: readonly Pipeline[];
  /** In the order of execution. */
  readonly operations: readonly Operation[];
}

export function isDispatch(operation: Operation): operation is Dispatch {
  return operation.kind === 'dispatch';
}

export function isIndirect(dispatch: Dispatch['dispatch']): dispatch is Range {
  return 'buffer' in dispatch;
}

/** All files that an app is made of. */
export function inputsOf({ file, pipelines, buffers, operations }: App): string[] {
  const data = [...buffers, ...operations.flatMap((each) => (each.kind === 'write' ? [each] : []))];
  const files = [file, ...pipelines.map(({ shaderPath }) => shaderPath)];
  return [...new Set([...files, ...data.flatMap((each) => fileOf(each.data) ?? [])])];
}

/** True where all that the buffer held is replaced. */
export function replacesAll({ to, ...rest }: Copy | Clear | Write): boolean {
  return to.sizeBytes === to.buffer.sizeBytes && !('rows' in rest);
}

/** Bytes that a copy, clear or write moves. */
export function movedBytes(operation: Copy | Clear | Write): number {
  const rows = 'rows' in operation ? operation.rows : undefined;
  return rows ? rows.bytes * rows.rows * rows.images : operation.to.sizeBytes;
}
