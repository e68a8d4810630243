// Execution: SIMT, a warp in lockstep, compiled to JavaScript. Runs a machine program on generated or real
// buffers, in full (the reference interpreter) or for a sample of its workgroups with a trace for emulation.

export type { Geometry, MemoryGeometry } from './geometry.ts';
export { compileProgram, type Kernel } from './kernel.ts';
export { createMemory, type Memory, type PagedBuffer, readBuffer } from './memory.ts';
export {
  type RunResult,
  runInFull,
  runSampled,
} from './run.ts';
export type { RunOptions, SampleOptions } from './run-options.ts';
export { isSteeredByAtomics } from './steering.ts';
export type { Trace, TraceSize } from './trace.ts';
export { traceSize } from './trace.ts';
export type { Dispatch } from './workgroup.ts';
