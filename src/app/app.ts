// An app: dispatches over shared buffers in their order, after the app file's expressions were evaluated and its
// repetitions written out. The file format is a contract (docs/apps.md); this is what the rest of kernelcast sees.

import type { Span } from '../diagnostics/diagnostic.ts';
import { type BufferData, fileOf, type Launch } from '../launch/launch.ts';

export interface AppBuffer {
  readonly name: string;
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** Nothing is said about what it holds. */
  readonly lacksData: boolean;
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

export interface AppBinding extends Range {
  readonly group: number;
  readonly binding: number;
  readonly element?: number;
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
  readonly immediates?: Launch['immediates'];
}

export interface Copy extends Placed {
  readonly kind: 'copy';
  readonly from: Range;
  readonly to: Range;
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
}

/** Work that is not predicted. */
export interface Skipped extends Placed {
  readonly kind: 'skipped';
  readonly what: string;
}

export type Operation = Dispatch | Copy | Clear | Write | Skipped;

export interface App {
  readonly name: string;
  /** The app file's path as given. */
  readonly file: string;
  readonly params: Readonly<Record<string, number>>;
  readonly limits?: Launch['limits'];
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
