// Execution: SIMT, a warp in lockstep, compiled to JavaScript. Runs a machine program on generated or real
// buffers, in full (the reference interpreter) or for a sample of its workgroups with a trace for emulation.

export { compileProgram, type Kernel } from './compile-program.ts';
export type { Geometry, MemoryGeometry } from './geometry.ts';
export { createMemory, type Memory, type PagedBuffer, readBuffer, releaseMemory } from './memory.ts';
export {
  type RunResult,
  runInFull,
  runSampled,
} from './run.ts';
export type { RunOptions, SampleOptions } from './run-options.ts';
export { askingOthers, isSteeredByAtomics } from './steering.ts';
export type { Trace } from './trace.ts';
export type { Dispatch } from './workgroup.ts';
