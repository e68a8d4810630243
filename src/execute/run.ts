// Runs a kernel: in full, as the reference interpreter, which changes the memory as the kernel does, or for a
// sample of its workgroups, recording a trace.

import { type Diagnostic, DiagnosticError, type Outcome, unreachable } from '../diagnostics/diagnostic.ts';
import type { CompiledKernel, Kernel } from './compile-program.ts';
import type { Geometry } from './geometry.ts';
import { FEWEST_TO_SHORTEN } from './loop-code.ts';
import type { Memory } from './memory.ts';
import { WarpRecorder } from './recorder.ts';
import type { RunOptions, SampleOptions } from './run-options.ts';
import { sampleInOrder } from './sample-in-order.ts';
import type { Trace } from './trace.ts';
import { traceBuilder } from './trace-builder.ts';
import { type Work, WorkMeter } from './work-meter.ts';
import { type Dispatch, WorkgroupRunner } from './workgroup.ts';
import type { AccessSite } from './writer.ts';

export interface FullRunOptions extends RunOptions {
  /** Linear indices of the workgroups to run; all of them unless told. */
  readonly workgroups?: readonly number[];
}

export interface RunResult {
  /** Why the run stopped early (endless loop, divergent barrier), and warnings. */
  readonly diagnostics: readonly Diagnostic[];
  /** True when every workgroup ran to its end. */
  readonly isComplete: boolean;
}

/** A loop that runs this often in one warp is taken for endless. */
const MAXIMUM_ITERATIONS = 20_000_000;
/** A single warp may execute this many times the sample's budget before it is taken for endless, ... */
const BUDGET_FACTOR = 20;
/** ... but at least and at most this many machine instructions: their trace has to fit into memory. */
const INSTRUCTIONS_BEFORE_ENDLESS = { least: 5_000_000, most: 20_000_000 };
const SHORTEN_FROM = 48;

/** Runs workgroups one after the other, for what they leave in memory. Read it with `readBuffer`. */
export function runInFull(
  kernel: Kernel,
  memory: Memory,
  launch: { readonly dispatch: Dispatch },
  options: FullRunOptions = {},
): RunResult {
  const compiled = kernel.full();
  prepare(compiled, kernel, memory);
  compiled.limits.iterations = options.maximumLoopIterations ?? MAXIMUM_ITERATIONS;
  const [x, y, z] = launch.dispatch;
  try {
    const runner = new WorkgroupRunner(kernel, compiled, launch.dispatch);
    if (options.workgroups) for (const index of options.workgroups) runner.run(index, []);
    else for (let index = 0; index < x * y * z; index++) runner.run(index, []);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { diagnostics: error.diagnostics, isComplete: false };
  }
  return { diagnostics: outOfBounds(compiled, kernel), isComplete: true };
}

/** Runs some workgroups and records what they do. The value is absent when a workgroup could not end. */
export function runSampled(
  kernel: Kernel,
  memory: Memory,
  launch: { readonly dispatch: Dispatch },
  options: SampleOptions,
): Outcome<Trace> {
  const compiled = kernel.traced(options.computesAll ?? false);
  const geometry: Geometry = { subgroupSize: kernel.subgroupSize, ...options.geometry };
  const bases = prepare(compiled, kernel, memory, geometry.sectorBytes);
  setLimits(compiled, options);
  const builder = traceBuilder();
  const [x, y, z] = launch.dispatch;
  let coResidents = 0;
  try {
    const runner = new WorkgroupRunner(kernel, compiled, launch.dispatch);
    const { spillBytes, sharedSpillBytes = 0 } = kernel.program;
    const privateBytes = kernel.layout.privateBytes + spillBytes - sharedSpillBytes;
    const privateSectors = Math.ceil((privateBytes * kernel.subgroupSize) / geometry.sectorBytes);
    let warpsRecorded = 0;
    const record = (workgroup: number, recorders: readonly WarpRecorder[]): Work => {
      options.checkTime?.();
      for (const recorder of recorders) {
        recorder.reset();
        recorder.privateBaseSector = bases.at(-1)! + warpsRecorded++ * privateSectors;
        recorder.spillOffset = kernel.layout.privateBytes;
      }
      runner.run(workgroup, recorders);
      return {
        instructions: recorders.reduce((sum, { instructions }) => sum + instructions, 0),
        sectors: recorders.reduce((sum, { sectorCount }) => sum + sectorCount, 0),
      };
    };
    const newRecorders = () => Array.from({ length: runner.warpCount }, () => new WarpRecorder(geometry));
    if (options.earlierWarpInstructions !== undefined) {
      const passer = new WorkgroupRunner(kernel, prepareToPass(kernel, memory, options), launch.dispatch);
      coResidents = sampleInOrder(builder, x * y * z, options, {
        record: (workgroup) => {
          const recorders = newRecorders();
          return { recorders, work: record(workgroup, recorders) };
        },
        pass: (workgroup) => {
          options.checkTime?.();
          passer.run(workgroup, []);
        },
      });
    } else {
      const recorders = newRecorders();
      coResidents = sampleListed(options, (workgroup) => {
        const work = record(workgroup, recorders);
        builder.addWorkgroup(workgroup, recorders);
        return work;
      });
    }
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { diagnostics: error.diagnostics };
  }
  const diagnostics = outOfBounds(compiled, kernel);
  const trace = builder.finish({
    program: kernel.program,
    geometry,
    memory,
    bufferBaseSector: bases,
    dispatch: launch.dispatch,
    coResidents,
    isExtrapolated: compiled.state.isShortened,
    warnings: diagnostics.map((each) => each.message),
  });
  return { value: trace, diagnostics };
}

function setLimits(compiled: CompiledKernel, options: SampleOptions): void {
  compiled.limits.iterations = options.maximumLoopIterations ?? MAXIMUM_ITERATIONS;
  const { least, most } = INSTRUCTIONS_BEFORE_ENDLESS;
  const budget = options.maximumWarpInstructions * BUDGET_FACTOR;
  compiled.limits.instructions = Math.max(least, Math.min(most, budget));
  compiled.shortening.threshold = options.shortenLoops
    ? Math.max(FEWEST_TO_SHORTEN, options.shortenFrom ?? SHORTEN_FROM)
    : Infinity;
  compiled.state.isShortened = false;
}

/** Executes those that are resident together, then the sample, within the budget; how many of the former. */
function sampleListed(options: SampleOptions, execute: (workgroup: number) => Work): number {
  let coResidents = 0;
  let executed = 0;
  const meter = new WorkMeter(options);
  for (const workgroup of options.coResidents ?? []) {
    const work = execute(workgroup);
    meter.note(work);
    executed += work.instructions;
    coResidents++;
    if (executed >= options.maximumWarpInstructions) break;
  }
  for (const workgroup of options.workgroups) if (meter.isEnough(execute(workgroup))) break;
  return coResidents;
}

/** The kernel for workgroups that run only for what they leave. */
function prepareToPass(kernel: Kernel, memory: Memory, options: SampleOptions): CompiledKernel {
  const compiled = options.computesAll ? kernel.full() : kernel.steered();
  prepare(compiled, kernel, memory);
  compiled.limits.iterations = options.maximumLoopIterations ?? MAXIMUM_ITERATIONS;
  return compiled;
}

/** Where buffers lie is the allocator's doing, not the device's: those from here on are allocations of their own, ... */
const LARGE_BYTES = 4 * 2 ** 20;
/** ... which start at multiples of this; ... */
const PAGE_BYTES = 2 * 2 ** 20;
/** ... the others at multiples of their size rounded up to a power of two, as WebGPU's buddy allocators deal them out. */
const SMALL_BYTES = 256;

/** Binds the memory; returns the first sector of each buffer and, last, of private memory. */
function prepare(
  compiled: CompiledKernel,
  kernel: Kernel,
  memory: Memory,
  sectorBytes = SMALL_BYTES,
): Int32Array {
  if (memory.buffers.length !== kernel.program.module.buffers.length) unreachable('memory of another kernel');
  const bases = new Int32Array(memory.buffers.length + 1);
  memory.buffers.forEach((buffer, index) => {
    const ownBytes = memory.textures[index]?.blockedBytes ?? buffer.addressableBytes;
    const roundedBytes = 2 ** Math.ceil(Math.log2(Math.max(SMALL_BYTES, ownBytes)));
    const align = (ownBytes >= LARGE_BYTES ? PAGE_BYTES : roundedBytes) / sectorBytes;
    bases[index] = Math.ceil(bases[index] / align) * align;
    const bytes = Math.ceil(ownBytes / SMALL_BYTES) * SMALL_BYTES;
    bases[index + 1] = bases[index] + bytes / sectorBytes;
  });
  compiled.siteCounts.fill(0);
  compiled.bind(memory, bases);
  return bases;
}

/** One warning per place that left its buffer or variable. */
function outOfBounds(compiled: CompiledKernel, kernel: Kernel): Diagnostic[] {
  const seen = new Map<string, { site: AccessSite; count: number }>();
  compiled.sites.forEach((site, index) => {
    const count = compiled.siteCounts[index];
    if (count === 0) return;
    const key = `${site.root.space} ${site.root.index} ${site.isWrite} ${site.span?.start} ${site.span?.end}`;
    const known = seen.get(key);
    if (known) known.count += count;
    else seen.set(key, { site, count });
  });
  return [...seen.values()].map(({ site, count }) => outOfBoundsWarning(kernel, site, count));
}

function outOfBoundsWarning(kernel: Kernel, site: AccessSite, count: number): Diagnostic {
  const { module } = kernel.program;
  const isBuffer = site.root.space === 'buffer';
  const name = isBuffer ? module.buffers[site.root.index].name : module.variables[site.root.index].name;
  const what = site.isWrite ? 'writes' : 'reads';
  const result = isBuffer ? (site.isWrite ? 'they were dropped' : 'they gave 0') : 'they were moved inside';
  return {
    severity: 'warning',
    code: 'execute/out-of-bounds',
    message: `out-of-bounds ${what} of ${isBuffer ? 'buffer' : 'variable'} \`${name}\`: ${count} in the workgroups that were executed; ${result}`,
    ...(site.span ? { span: site.span } : {}),
  };
}
