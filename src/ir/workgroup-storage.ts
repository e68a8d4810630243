// How much workgroup memory a kernel asks for, as WebGPU counts it.

import type { Module } from './ir.ts';

/** How a device lays workgroup memory out: structs are packed, and rows set apart. */
export interface WorkgroupLayout {
  /** Rows of a power of two of so many bytes and more are followed by ... */
  readonly fromBytes: number;
  readonly paddingBytes: number;
}

/** Each variable counts in steps of so many bytes: https://www.w3.org/TR/webgpu/#dom-supported-limits-maxcomputeworkgroupstoragesize */
const STEP_BYTES = 16;

/** In bytes. What a device adds counts there alone. */
export function workgroupStorage({ variables }: Pick<Module, 'variables'>): number {
  return variables
    .filter(({ space }) => space === 'workgroup')
    .map(({ sizeBytes, paddingBytes = 0 }) => sizeBytes - paddingBytes)
    .reduce((sum, bytes) => sum + Math.ceil(bytes / STEP_BYTES) * STEP_BYTES, 0);
}
