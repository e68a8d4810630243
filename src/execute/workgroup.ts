// Runs workgroups: sets up each warp's arena, runs the warps, and for kernels with barriers lets each warp
// run to its next barrier until all have ended.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { type CompiledKernel, divergentBarrier, type Kernel, type WarpRun } from './compile-program.ts';
import { firstLanes, type LaneMask } from './lanes.ts';
import { FIXED_LANE_ROWS, LOCAL_X, LOCAL_Y, LOCAL_Z } from './plan.ts';
import type { WarpRecorder } from './recorder.ts';

interface Arena {
  readonly integers: Int32Array;
  readonly floats: Float32Array;
  readonly doubles: Float64Array;
  /** Lanes that exist. */
  readonly mask: LaneMask;
}

export type Dispatch = readonly [number, number, number];

export class WorkgroupRunner {
  private readonly kernel: Kernel;
  private readonly compiled: CompiledKernel;
  private readonly dispatch: Dispatch;
  private readonly arenas: readonly Arena[];
  private readonly integers: Int32Array;
  private readonly floats: Float32Array;

  constructor(kernel: Kernel, compiled: CompiledKernel, dispatch: Dispatch) {
    this.kernel = kernel;
    this.compiled = compiled;
    this.dispatch = dispatch;
    this.arenas = makeArenas(kernel);
    this.integers = new Int32Array(kernel.layout.workgroupBytes / 4);
    this.floats = new Float32Array(this.integers.buffer);
  }

  get warpCount(): number {
    return this.arenas.length;
  }

  /** Runs one workgroup by linear index (x fastest). `recorders` has one recorder per warp when tracing. */
  run(linearIndex: number, recorders: readonly WarpRecorder[]): void {
    const [x, y] = this.dispatch;
    const workgroup = [
      linearIndex % x,
      Math.floor(linearIndex / x) % y,
      Math.floor(linearIndex / (x * y)),
    ] as const;
    this.integers.fill(0);
    this.compiled.begin(workgroup, this.dispatch, this.integers, this.floats);
    const runs = this.arenas.map((arena, warp) => {
      if (this.kernel.layout.privateBytes > 0) arena.integers.fill(0, this.kernel.plan.arenaWords);
      const { integers, floats, doubles, mask } = arena;
      return this.compiled.run(integers, floats, doubles, mask, recorders[warp], warp);
    });
    if (this.compiled.hasBarriers) this.runToBarriers(runs as WarpRun[]);
  }

  /** Every round takes each warp to its next barrier, which must be the same one for all. */
  private runToBarriers(runs: readonly WarpRun[]): void {
    for (;;) {
      let common: number | undefined;
      for (let warp = 0; warp < runs.length; warp++) {
        const { value } = runs[warp].next();
        const barrier = value ?? -1;
        if (common === undefined) common = barrier;
        else if (barrier !== common) this.refuse(warp, barrier, common);
      }
      if (common === -1 || common === undefined) return;
    }
  }

  private refuse(warp: number, barrier: number, common: number): never {
    const size = this.kernel.subgroupSize;
    const isEarlierOne = common < 0;
    const waiting = this.kernel.plan.barriers[isEarlierOne ? barrier : common];
    const absent = isEarlierOne ? warp - 1 : warp;
    const state = isEarlierOne || barrier < 0 ? 'have ended' : 'wait at another barrier';
    const [x, y, z] = this.kernel.program.module.workgroupSize;
    const last = Math.min((absent + 1) * size, x * y * z) - 1;
    throw new DiagnosticError([
      divergentBarrier(
        waiting,
        `invocations ${absent * size} to ${last} (local index) ${state} while others wait here`,
      ),
    ]);
  }
}

function makeArenas(kernel: Kernel): Arena[] {
  const [x, y, z] = kernel.program.module.workgroupSize;
  const size = kernel.subgroupSize;
  const invocations = x * y * z;
  return Array.from({ length: Math.ceil(invocations / size) }, (_, warp) => {
    const integers = new Int32Array(kernel.arenaWords);
    const first = warp * size;
    const lanes = Math.min(size, invocations - first);
    for (let lane = 0; lane < size; lane++) {
      const index = first + lane;
      integers[LOCAL_X * size + lane] = index % x;
      integers[LOCAL_Y * size + lane] = Math.floor(index / x) % y;
      integers[LOCAL_Z * size + lane] = Math.floor(index / (x * y));
    }
    integers[FIXED_LANE_ROWS * size] = first;
    integers[FIXED_LANE_ROWS * size + 1] = warp;
    const mask = firstLanes(lanes, size);
    const floats = new Float32Array(integers.buffer);
    const doubles = new Float64Array(integers.buffer, 0, integers.length >>> 1);
    return { integers, floats, doubles, mask };
  });
}
