// Makes an executable kernel of a program: plans it, generates JavaScript and compiles that, once without
// and once with tracing, each on first use.

import { type Diagnostic, DiagnosticError, type Span } from '../diagnostics/diagnostic.ts';
import type { BarrierInstruction, ConstructId, Instruction, Module, ValueId } from '../ir/ir.ts';
import { forEachInstruction, operandsOf, resultsOf } from '../ir/walk.ts';
import { forEachInstructionIn } from '../machine/nodes.ts';
import type { Program } from '../machine/program.ts';
import { writeDriver } from './driver-code.ts';
import type { HelperFunctions } from './expressions.ts';
import { firstIteration } from './first-hold.ts';
import { firstLanes, type LaneMask, lanesWithout, lowestLane, wideSets } from './lanes.ts';
import { layOutVariables, type VariableLayout } from './layout.ts';
import { writeShortening } from './loop-code.ts';
import type { Memory } from './memory.ts';
import { type Plan, planProgram } from './plan.ts';
import { recordTexture } from './record-texture.ts';
import type { WarpRecorder } from './recorder.ts';
import { runtimeFunctions } from './runtime.ts';
import { outsideOf } from './scaled-indices.ts';
import { SpreadRecording } from './spread-recording.ts';
import { EVERYTHING, findSteering, type Steering } from './steering.ts';
import { StretchedRecording } from './stretched-recording.ts';
import type { AccessSite, Generation } from './writer.ts';

/** Bounds that generated code checks at every iteration of a loop. */
export interface RunLimits {
  /** Iterations of all loops together, per warp. */
  iterations: number;
  /** Machine instructions per warp, counted when tracing. */
  instructions: number;
}

/** How traced loops are shortened; iterations, see loop-code.ts. */
export interface ShorteningLimits {
  /** Loops of fewer iterations run in full; Infinity to shorten none. */
  threshold: number;
}

/** Lanes per warp that can run in lockstep. */
const SUBGROUP_SIZES: readonly number[] = [4, 8, 16, 32, 64, 128];

export type WarpRun = Generator<number, void, void>;

/** One compiled form of a kernel. */
export interface CompiledKernel {
  readonly source: string;
  readonly hasBarriers: boolean;
  readonly sites: readonly AccessSite[];
  /** How often each site left its memory. */
  readonly siteCounts: Float64Array;
  readonly limits: RunLimits;
  readonly shortening: ShorteningLimits;
  /** Set by generated code when it shortens a loop. */
  readonly state: { isShortened: boolean };
  /** First sector of each buffer, and after the last one of private memory. */
  bind(memory: Memory, baseSectors: Int32Array): void;
  begin(
    workgroup: readonly [number, number, number],
    dispatch: readonly [number, number, number],
    integers: Int32Array,
    floats: Float32Array,
  ): void;
  /** Runs a warp on three views of its arena; a generator of barrier numbers when the kernel has barriers. */
  run(
    integers: Int32Array,
    floats: Float32Array,
    doubles: Float64Array,
    mask: LaneMask,
    recorder: WarpRecorder | undefined,
    warp: number,
  ): WarpRun | undefined;
}

export interface Kernel {
  readonly program: Program;
  readonly subgroupSize: number;
  readonly plan: Plan;
  readonly layout: VariableLayout;
  /** Words of a warp's arena, private memory included. */
  readonly arenaWords: number;
  /** Without tracing. */
  full(): CompiledKernel;
  /** Without `computesAll` only what steers is computed: see steering.ts. */
  traced(computesAll: boolean): CompiledKernel;
  /** Neither traced nor complete: only what steers. */
  steered(): CompiledKernel;
}

/**
 * Compiles a program for warps of `subgroupSize` lanes: a power of two from 4 to 128.
 * @throws DiagnosticError for what execution does not cover (i64).
 */
export function compileProgram(program: Program, options: { readonly subgroupSize: number }): Kernel {
  const { subgroupSize } = options;
  if (!SUBGROUP_SIZES.includes(subgroupSize)) throw new RangeError(`subgroup size ${subgroupSize}`);
  rejectWideTypes(program.module);
  const plan = planProgram(program, subgroupSize);
  const layout = layOutVariables(program.module);
  const privateWord = plan.arenaWords;
  const arenaWords = privateWord + (layout.privateBytes / 4) * subgroupSize;
  let full: CompiledKernel | undefined;
  let steered: CompiledKernel | undefined;
  const traced = new Map<boolean, CompiledKernel>();
  return {
    program,
    subgroupSize,
    plan,
    layout,
    arenaWords,
    full: () => (full ??= compile(plan, layout, privateWord, false, EVERYTHING)),
    steered: () => (steered ??= compile(plan, layout, privateWord, false, findSteering(program))),
    traced: (computesAll) => {
      const known = traced.get(computesAll);
      if (known) return known;
      const steering = computesAll ? EVERYTHING : findSteering(program);
      const compiled = compile(plan, layout, privateWord, true, steering);
      traced.set(computesAll, compiled);
      return compiled;
    },
  };
}

/** 64-bit integers are two words by now, unless the optimiser did not run. */
function rejectWideTypes(module: Module): void {
  const isWide = (value: ValueId): boolean => module.values[value].type === 'i64';
  forEachInstruction(module.body, (instruction) => {
    const parameters = instruction.kind === 'loop' ? instruction.parameters : [];
    const touched = [...operandsOf(instruction), ...resultsOf(instruction), ...parameters];
    if (!touched.some(isWide)) return;
    throw new DiagnosticError([
      {
        severity: 'unsupported',
        code: 'execute/wide-type',
        message: 'The kernel computes with i64, which execution does not cover: run `wideIntegers` first.',
        ...spanOf(instruction),
      },
    ]);
  });
}

function compile(
  plan: Plan,
  layout: VariableLayout,
  privateWord: number,
  isTraced: boolean,
  steering: Steering,
): CompiledKernel {
  const helpers: HelperFunctions = new Map();
  const generation: Generation = {
    plan,
    layout,
    isTraced,
    steering,
    helpers,
    sites: [],
    limits: new Set(),
    subgroupOps: new Set(),
    sinks: [],
    privateWord,
  };
  const driver = writeDriver(generation, (loop) =>
    isTraced ? writeShortening(generation, loop) : undefined,
  );
  const siteCounts = new Float64Array(generation.sites.length);
  const limits: RunLimits = { iterations: Infinity, instructions: Infinity };
  const shortening: ShorteningLimits = { threshold: Infinity };
  const state = { isShortened: false };
  const accesses = Math.max(1, ...plan.program.segments.map((segment) => segment.accessCount));
  const runtime = {
    ...runtimeFunctions(siteCounts, helpers, generation.subgroupOps),
    C: siteCounts,
    K: generation.sinks,
    P: plan.program.segments,
    recordTexture,
    A: new Int32Array(accesses * plan.subgroupSize),
    T: new Float64Array(plan.subgroupSize),
    TL: new Float64Array(plan.subgroupSize),
    O: new Float64Array(plan.subgroupSize),
    ...setsOfLanes(plan),
    limits,
    shortening,
    state,
    firstIteration,
    outsideOf,
    SpreadRecording,
    StretchedRecording,
    endless: endlessLoop(plan.program),
    divergedAt: divergedAt(plan),
  };
  const hasBarriers = plan.barriers.length > 0;
  const source = assemble(generation, driver, Object.keys(runtime), hasBarriers);
  const factory = new Function('runtime', source) as (
    runtime: object,
  ) => Pick<CompiledKernel, 'bind' | 'begin' | 'run'>;
  const compiled = factory(runtime);
  return { source, hasBarriers, sites: generation.sites, siteCounts, limits, shortening, state, ...compiled };
}

function assemble(
  generation: Generation,
  driver: { readonly functions: readonly string[]; readonly body: readonly string[] },
  names: readonly string[],
  hasBarriers: boolean,
): string {
  const { buffers } = generation.plan.program.module;
  const limits = [...generation.limits].map((each) => each.split('_') as [string, string]);
  const perBuffer = buffers.map(({ kind }, index) => {
    if (kind === 'texture') return `T${index}, Q${index} = 0`;
    return kind === 'sampler' ? `S${index}` : `B${index}, L${index} = 0, Q${index} = 0`;
  });
  const variables = [
    'WX = 0',
    'WY = 0',
    'WZ = 0',
    'NX = 1',
    'NY = 1',
    'NZ = 1',
    'WI',
    'WF',
    'OUTSIDE = 0',
    ...perBuffer,
  ];
  const bindings = buffers.flatMap((buffer, index) => {
    if (buffer.kind === 'sampler') return [`S${index} = memory.samplers[${index}];`];
    if (buffer.kind === 'texture')
      return [`T${index} = memory.textures[${index}];`, `Q${index} = baseSectors[${index}];`];
    const array = buffer.runtimeArray;
    const length = array
      ? `Math.max(0, Math.floor((B${index}.addressableBytes - ${array.offsetBytes}) / ${array.strideBytes})) | 0`
      : '0';
    return [
      `B${index} = memory.buffers[${index}];`,
      `L${index} = ${length};`,
      `Q${index} = baseSectors[${index}];`,
    ];
  });
  return [
    "'use strict';",
    `const { ${names.join(', ')} } = runtime;`,
    `let ${[...variables, ...limits.map(([b, bytes]) => `E${b}_${bytes} = 0`)].join(', ')};`,
    ...driver.functions,
    `function${hasBarriers ? '*' : ''} run(I, F, D, M, R, W) {`,
    'const ALL = M;',
    'let iterations = 0;',
    ...driver.body,
    '}',
    'function bind(memory, baseSectors) {',
    ...bindings,
    'OUTSIDE = outsideOf(memory.buffers);',
    ...limits.map(([b, bytes]) => `E${b}_${bytes} = Math.max(0, B${b}.addressableBytes - ${bytes} + 1);`),
    '}',
    'function begin(workgroup, dispatch, integers, floats) {',
    '[WX, WY, WZ] = workgroup;',
    '[NX, NY, NZ] = dispatch;',
    'WI = integers;',
    'WF = floats;',
    '}',
    'return { run, bind, begin };',
  ].join('\n');
}

/**
 * For a warp that is over its limit: takes the loops that it is in, outermost first, each as its number and
 * the iterations until its end (Infinity when no end is known).
 */
function endlessLoop(program: Program): (iterations: number, ...loops: number[]) => never {
  return (iterations, ...loops) => {
    let endless: number | undefined;
    for (let at = 0; at < loops.length; at += 2) if (loops[at + 1] === Infinity) endless = loops[at];
    const span = spanOf(findConstruct(program, endless ?? loops.at(-2)!));
    const diagnostic: Diagnostic =
      endless !== undefined
        ? {
            severity: 'invalid',
            code: 'execute/endless-loop',
            message:
              'this loop seems endless: a warp was still in it after more iterations than a prediction executes; is there a way out of it?',
            ...span,
          }
        : {
            severity: 'unsupported',
            code: 'execute/too-long',
            message: `this loop is too long to execute: a warp was still in it after ${iterations} iterations of its loops; forecast fewer of them and scale up`,
            ...span,
          };
    throw new DiagnosticError([diagnostic]);
  };
}

function findConstruct(program: Program, id: ConstructId): Instruction | undefined {
  let found: Instruction | undefined;
  forEachInstructionIn(program.nodes, (each) => {
    if ('id' in each && each.id === id) found = each;
  });
  return found;
}

function spanOf(instruction: { readonly span?: Span } | undefined): { span?: Span } {
  return instruction?.span ? { span: instruction.span } : {};
}

/** What generated code for larger warps does with sets of lanes. */
function setsOfLanes({ masks, subgroupSize }: Plan): object {
  if (masks.words === 1) return {};
  const [none, every] = [0, subgroupSize].map((count) => firstLanes(count, subgroupSize));
  return { ...wideSets, NO_LANES: none, ALL_LANES: every };
}

/** For a warp that comes to a barrier without some of its lanes. */
function divergedAt(plan: Plan): (barrier: number, mask: LaneMask, all: LaneMask, warp: number) => never {
  return (barrier, mask, all, warp) => {
    const lane = lowestLane(lanesWithout(all, mask));
    const first = warp * plan.subgroupSize + lane;
    throw new DiagnosticError([
      divergentBarrier(
        plan.barriers[barrier],
        `invocation ${first} (local index) does not reach it together with others of its subgroup`,
      ),
    ]);
  };
}

/** @param who which invocations do not reach the barrier, as a clause. */
export function divergentBarrier(barrier: BarrierInstruction, who: string): Diagnostic {
  return {
    severity: 'invalid',
    code: 'execute/divergent-barrier',
    message: `this barrier is in divergent control flow: ${who}; all invocations of a workgroup must reach it`,
    ...spanOf(barrier),
  };
}
