// What a device's compiler is to the rest of the model: from the IR as decoded to a machine program. One folder beside
// this file per compiler; `for-device.ts` picks.

import type { Module } from '../ir/ir.ts';
import type { Program } from '../machine/program.ts';
import type { Pass, PassRunner } from './pass.ts';

/** What a compiler must know of the device that it makes code for. */
export interface DeviceLimits {
  readonly subgroupSize: number;
  readonly registersPerThread: number;
  readonly registersPerSm: number;
  /** Registers are handed to a warp in multiples of this many. */
  readonly registerAllocation: number;
  /** Warps of a workgroup are rounded up to a multiple of this for registers. */
  readonly warpAllocation: number;
  readonly warpsPerSm: number;
  readonly workgroupsPerSm: number;
}

export interface Compiler {
  /** Vendor's compiler and generation, e.g. `nvidia hopper`. */
  readonly name: string;
  /** Every pass that may run, each once, in the order of its first use. */
  readonly passes: readonly Pass[];
  /** The IR that code is generated from. */
  readonly optimize: (module: Module, runner: PassRunner) => Module;
  /** The machine program of a module after `optimize`. @param without names of behaviours to leave out */
  readonly generate: (module: Module, without: ReadonlySet<string>) => Program;
}

/** What stands between the shader's language and the device's compiler, and makes the language's promises true. */
export interface ShaderCompiler {
  /** In the order in which they run, before anything is optimised. */
  readonly additions: readonly Pass[];
  /** Turns each `bound` into what the compiler makes of it; without it, a `bound` is its index. */
  readonly indexClamp?: Pass;
}
