// How much workgroup memory a kernel asks for, as WebGPU counts it.

import type { Module } from './ir.ts';

/** Each variable counts in steps of so many bytes: https://www.w3.org/TR/webgpu/#dom-supported-limits-maxcomputeworkgroupstoragesize */
const STEP_BYTES = 16;

/** In bytes. */
export function workgroupStorage({ variables }: Pick<Module, 'variables'>): number {
  return variables
    .filter(({ space }) => space === 'workgroup')
    .reduce((sum, { sizeBytes }) => sum + Math.ceil(sizeBytes / STEP_BYTES) * STEP_BYTES, 0);
}
