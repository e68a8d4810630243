// The adapters of this machine by name. WebGPU gives one at a time, but where it is asked for one that is not there, the
// process that owns a GPU says which there are.

import { Gpu } from './gpu.ts';
import type { GpuProgram } from './gpu-child.ts';
import { GpuError } from './gpu-error.ts';

/** In no adapter's name. */
const NOBODY = 'no adapter at all';
const LIST_MS = 60_000;

/** Devices of the same kind have the same name. @param program the bundled process that owns a GPU, and its variables */
export async function adapterNames(program: Omit<GpuProgram, 'adapter'>): Promise<string[]> {
  const gpu = new Gpu({ ...program, adapter: NOBODY, timeoutMs: LIST_MS });
  try {
    return [(await gpu.device()).device];
  } catch (error) {
    if (!(error instanceof GpuError)) throw error;
    const [, list = ''] = error.message.split('; there are ');
    return [...list.matchAll(/'([^']*)'/g)].map(([, name]) => name);
  } finally {
    gpu.close();
  }
}
