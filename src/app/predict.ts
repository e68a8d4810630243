// The time of an app. Operations follow one another as they would run: each dispatch is predicted with the buffers as
// those before have left them and with what they left in L2; those whose results steer later ones are executed
// whole. Dispatches that cannot be told apart are predicted once.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { type CacheState, heldBytes } from '../emulate/l2.ts';
import { Allowance } from '../execute/allowance.ts';
import { compileProgram, createMemory, type Kernel, runInFull } from '../execute/index.ts';
import { PAGE_WORDS } from '../execute/memory.ts';
import { type Binding, type Launch, placeOf } from '../launch/launch.ts';
import { guarded } from '../predict/compile-stages.ts';
import {
  type Forecast,
  type PredictOptions,
  type PreparedLaunch,
  prepareLaunch,
  timeLaunch,
} from '../predict/predict.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { type CompiledLaunch, compileLaunch } from '../predict/traced-launch.ts';
import {
  type App,
  type AppBinding,
  type AppBuffer,
  type Dispatch,
  isDispatch,
  isIndirect,
  movedBytes,
  type Operation,
  type Pipeline,
  replacesAll,
} from './app.ts';
import { AppContents } from './contents.ts';
import { launchOfDispatch, launchOfPipeline } from './launches.ts';
import { wordsOfMembers } from './member-data.ts';
import { type BufferUse, bufferUse, needsOf } from './needs.ts';
import { Residency, type Touch } from './residency.ts';
import { AppResults } from './results.ts';

export interface AppOptions extends Omit<PredictOptions, 'cache'> {
  /** Whether L2 holds at first what a run of the app before has left. */
  readonly cache: 'warm' | 'cold';
  /** The source of a pipeline's shader. */
  readonly sourceOf: (pipeline: Pipeline) => ShaderSource;
  /** Told before each operation, for whoever waits. */
  readonly progress?: (done: number, of: number) => void;
  /** Warp instructions that dispatches may take in all that are executed whole; 2^26 when left out. */
  readonly wholeWarpInstructions?: number;
  /** The same for dispatches that steer nothing, executed only for what they leave; 0 when left out. */
  readonly furtherWarpInstructions?: number;
}

/** A dispatch with all that its prediction was made from. */
export interface ForecastDispatch {
  readonly operation: Dispatch;
  readonly launch: Launch;
  readonly source: ShaderSource;
  /** Absent where no workgroup runs. */
  readonly forecast?: Forecast;
  /** The bindings that its kernel writes. */
  readonly written: readonly AppBinding[];
  readonly isExecutedWhole: boolean;
}

export interface AppForecast {
  /** In the order of execution; those without a dispatch have nothing. */
  readonly steps: readonly { readonly operation: Operation; readonly dispatched?: ForecastDispatch }[];
  readonly warnings: readonly string[];
  /** Dispatches that were predicted, alike ones once. */
  readonly predicted: number;
  /** Buffers that must hold their first contents again before the app does the same work again. */
  readonly restored: readonly AppBuffer[];
  /** What the app leaves, as far as it was executed. */
  readonly results: AppResults;
}

const WHOLE_WARP_INSTRUCTIONS = 2 ** 26;
/** The default of WebGPU's `maxComputeWorkgroupsPerDimension`: an indirect dispatch beyond does nothing. */
const MOST_WORKGROUPS = 65535;

/** Diagnostics hold warnings, or what makes the app impossible; those of a dispatch name it. */
export function forecastApp(app: App, options: AppOptions): Outcome<AppForecast> {
  return guarded(() => new AppRun(app, options).run());
}

interface CompiledPipeline {
  readonly compiled: CompiledLaunch;
  readonly outcome: Outcome<CompiledLaunch>;
  readonly use: BufferUse;
  readonly source: ShaderSource;
  /** Compiled for execution when first needed. */
  kernel?: Kernel;
}

class AppRun {
  private readonly app: App;
  private readonly options: AppOptions;
  private readonly contents: AppContents;
  private readonly residency: Residency;
  private readonly pipelines = new Map<Pipeline, CompiledPipeline>();
  private readonly diagnostics: Diagnostic[] = [];
  private readonly warnings = new Set<string>();
  private readonly prepared = new Map<string, PreparedLaunch>();
  private readonly forecasts = new Map<string, Forecast>();
  /** Buffers that hold less than their dispatches would have left, and whose fault that is. */
  private readonly sampled = new Map<AppBuffer, Dispatch>();
  /** Data by members, as the first shader that has a type for them lays them out. */
  private membersAsWords: ReturnType<typeof wordsOfMembers> = new Map();
  private readonly results: AppResults;
  /** Warp instructions that may still be executed, of dispatches that steer others and of all others. */
  private readonly budget: { steering: number; further: number };

  constructor(app: App, options: AppOptions) {
    this.app = app;
    this.options = options;
    this.budget = {
      steering: options.wholeWarpInstructions ?? WHOLE_WARP_INSTRUCTIONS,
      further: options.furtherWarpInstructions ?? 0,
    };
    const allowance = new Allowance(options, options.now);
    this.contents = new AppContents(app, {
      files: options.files,
      wordsOf: (data) => this.membersAsWords.get(data),
      allowance,
    });
    this.results = new AppResults(this.contents);
    const bound = new Map<AppBuffer, number>(app.buffers.map((each) => [each, 0]));
    for (const operation of app.operations)
      for (const { buffer, sizeBytes } of isDispatch(operation) ? operation.bindings : [])
        bound.set(buffer, Math.max(bound.get(buffer)!, sizeBytes));
    const appBytes = [...bound.values()].reduce((all, bytes) => all + bytes, 0);
    this.residency = new Residency(options.profile.memory.l2Bytes.value, appBytes, options.cache);
  }

  /** @throws DiagnosticError */
  run(): Outcome<AppForecast> {
    const { operations } = this.app;
    for (const operation of operations) if (isDispatch(operation)) this.compile(operation);
    if (this.diagnostics.some(({ severity }) => severity !== 'warning'))
      return { diagnostics: this.diagnostics };
    this.membersAsWords = wordsOfMembers(
      this.app,
      ({ pipeline }) => this.pipelines.get(pipeline)!.compiled.module,
    );
    const { dispatches: needed, restored } = needsOf(
      this.app,
      ({ pipeline }) => this.pipelines.get(pipeline)!.use,
    );
    const steps = operations.map((operation, at) => {
      this.options.progress?.(at, operations.length);
      if (isDispatch(operation)) return { operation, dispatched: this.dispatch(operation, needed) };
      this.transfer(operation);
      return { operation };
    });
    const warnings = [...this.warnings];
    const predicted = this.forecasts.size;
    const { results } = this;
    return { value: { steps, warnings, predicted, restored, results }, diagnostics: this.diagnostics };
  }

  private compile(operation: Dispatch): void {
    const { pipeline } = operation;
    if (this.pipelines.has(pipeline)) return;
    const source = this.options.sourceOf(pipeline);
    const launch = launchOfPipeline(this.app, pipeline, []);
    const outcome = guarded(() => compileLaunch(launch, source, { ...this.options }));
    this.diagnostics.push(...outcome.diagnostics);
    if (!outcome.value) return;
    const use = bufferUse(outcome.value.module);
    this.pipelines.set(pipeline, { compiled: outcome.value, outcome, use, source });
  }

  private dispatch(operation: Dispatch, needed: ReadonlySet<Dispatch>): ForecastDispatch {
    const pipeline = this.pipelines.get(operation.pipeline)!;
    const counts = this.countsOf(operation);
    const { module } = pipeline.compiled;
    const launch = launchOfDispatch(this.app, operation, counts, module, this.contents);
    const written = operation.bindings.filter((each) => pipeline.use.writes.has(placeOf(each)));
    const result = { operation, launch, source: pipeline.source, written };
    if (counts.includes(0)) return { ...result, isExecutedWhole: false };
    const key = this.keyOf(operation, counts, pipeline);
    const prepared = this.prepared.get(key) ?? this.prepare(launch, pipeline, operation);
    this.prepared.set(key, prepared);
    this.warnOfSamples(operation, pipeline);

    const touches = this.touchesOf(operation, prepared, module.buffers);
    const kept = this.residency.keptOf(touches.map(({ touch }) => touch));
    // Of what is written first, nothing is to be written back, as little as where nothing ran before.
    const isFirst = this.options.cache === 'cold' && this.residency.isEmpty;
    this.residency.touch(touches.map(({ touch }) => touch));
    const cache = isFirst ? 'cold' : cacheState(touches, kept);
    const forecast = this.time(key, launch, pipeline.source, prepared, cache);
    const isExecutedWhole = needed.has(operation)
      ? this.execute(operation, launch, pipeline, prepared, 'steering')
      : this.executeFurther(operation, launch, pipeline, prepared);
    if (!isExecutedWhole) for (const { buffer } of written) this.sampled.set(buffer, operation);
    this.results.dispatch(operation, pipeline.use, pipeline.compiled.program, isExecutedWhole);
    return { ...result, forecast, isExecutedWhole };
  }

  private prepare(
    launch: Launch,
    { source, outcome }: CompiledPipeline,
    operation: Dispatch,
  ): PreparedLaunch {
    const { value, diagnostics } = prepareLaunch(
      launch,
      source,
      { ...this.options, cache: 'warm' },
      new Allowance(this.options, this.options.now),
      { ...(outcome.value ? { value: outcome.value } : {}), diagnostics: [] },
    );
    if (!value) throw new DiagnosticError(diagnostics.map((each) => inDispatch(each, operation)));
    for (const { message, severity } of diagnostics)
      if (severity === 'warning') this.warnings.add(`${operation.name}: ${message}`);
    for (const message of value.trace.warnings) this.warnings.add(`${operation.name}: ${message}`);
    return value;
  }

  /** What a prediction hangs on but for the caches: the same text, the same prediction. */
  private keyOf(operation: Dispatch, counts: readonly number[], { use }: CompiledPipeline): string {
    const bindings = operation.bindings.map((bound) => {
      const place = placeOf(bound);
      const what = use.steers.has(place)
        ? this.contents.nameOf(bound)
        : this.contents.isUnknown(bound.buffer);
      const shape = bound.texture === undefined ? '' : Object.values(bound.texture).join();
      // Where two places are one buffer, what one writes the other reads.
      const alias = operation.bindings.findIndex(({ buffer }) => buffer === bound.buffer);
      return `${place}:${bound.sizeBytes}:${bound.offsetBytes % ALIGNMENT}:${shape}:${alias}:${what}`;
    });
    const immediates = operation.immediates?.words.join() ?? '';
    const samplers = operation.samplers.map(
      (each) => `${placeOf(each)}:${Object.values(each.sampler).join()}`,
    );
    return [operation.pipeline.name, counts.join(), immediates, ...bindings, ...samplers].join(';');
  }

  private time(
    key: string,
    launch: Launch,
    source: ShaderSource,
    prepared: PreparedLaunch,
    cache: CacheState,
  ): Forecast {
    const state = typeof cache === 'string' ? cache : cache.map((share) => share.toFixed(3)).join();
    const whole = `${key}|${state}`;
    const known = this.forecasts.get(whole);
    if (known) return known;
    const options = { ...this.options, cache };
    const forecast = timeLaunch(launch, source, prepared, options);
    this.forecasts.set(whole, forecast);
    return forecast;
  }

  private touchesOf(
    { bindings }: Dispatch,
    { trace, preparation }: PreparedLaunch,
    buffers: CompiledLaunch['module']['buffers'],
  ): readonly { readonly at: number; readonly touch: Touch }[] {
    const held = heldBytes(preparation.footprint, this.options.profile, trace.totalWorkgroups);
    return buffers.flatMap((buffer, at) => {
      const range = bindings.find((bound) => placeOf(bound) === placeOf(buffer));
      return range ? [{ at, touch: { range, heldBytes: held[at] } }] : [];
    });
  }

  private countsOf(operation: Dispatch): readonly [number, number, number] {
    if (!isIndirect(operation.dispatch)) return operation.dispatch;
    const { buffer } = operation.dispatch;
    const [x, y, z] = this.contents.words(operation.dispatch);
    const isKnown = !this.sampled.has(buffer) && !this.contents.isUnknown(buffer);
    if (Math.max(x, y, z) > MOST_WORKGROUPS) {
      const message = `"${buffer.name}" holds ${x} × ${y} × ${z} workgroups for the indirect dispatch; more than ${MOST_WORKGROUPS} in one dimension, and WebGPU runs none`;
      throw new DiagnosticError([
        inDispatch(
          { severity: 'invalid', code: 'app/indirect', message, span: operation.dispatchSpan },
          operation,
        ),
      ]);
    }
    if (!isKnown)
      this.warnings.add(
        `${operation.name}: how many workgroups run says "${buffer.name}", whose contents are not known; taken to be ${x} × ${y} × ${z}`,
      );
    return [x, y, z];
  }

  private warnOfSamples(operation: Dispatch, { use }: CompiledPipeline): void {
    for (const bound of operation.bindings) {
      const writer = this.sampled.get(bound.buffer);
      if (!writer || !use.steers.has(placeOf(bound))) continue;
      this.warnings.add(
        `${operation.name}: goes by what ${writer.name} leaves in "${bound.buffer.name}", which was not executed whole; its old contents are taken`,
      );
    }
  }

  /** Runs all workgroups, and takes over what they leave; false where that takes too long. */
  private execute(
    operation: Dispatch,
    launch: Launch,
    pipeline: CompiledPipeline,
    { program, bindings, preparation, trace }: PreparedLaunch,
    budget: keyof AppRun['budget'],
  ): boolean {
    const cost = preparation.spread.workPerWorkgroup * trace.totalWorkgroups;
    if (cost > this.budget[budget]) return false;
    this.budget[budget] -= cost;
    const subgroupSize = this.options.profile.limits.subgroupSize.value;
    pipeline.kernel ??= compileProgram(program, { subgroupSize });
    const allowance = new Allowance(this.options, this.options.now);
    const now = bindingsNow(bindings, launch);
    const memory = createMemory(program.module.buffers, now, this.options.files, allowance);
    const { isComplete, diagnostics } = runInFull(pipeline.kernel, memory, launch);
    if (!isComplete) throw new DiagnosticError(diagnostics.map((each) => inDispatch(each, operation)));
    // What is made of results that are not known is not known either.
    const unknown = operation.bindings
      .filter((each) => pipeline.use.reads.has(placeOf(each)))
      .map(({ buffer }) => this.sampled.get(buffer))
      .find((writer) => writer !== undefined);
    program.module.buffers.forEach((buffer, index) => {
      const bound = operation.bindings.find((each) => placeOf(each) === placeOf(buffer));
      if (!bound || !pipeline.use.writes.has(placeOf(bound))) return;
      this.takeOver(bound, memory.buffers[index].integerPages);
      if (unknown) this.sampled.set(bound.buffer, unknown);
      else this.sampled.delete(bound.buffer);
    });
    return true;
  }

  /** What no prediction hangs on may come to nothing, as where it takes too much memory. */
  private executeFurther(...about: [Dispatch, Launch, CompiledPipeline, PreparedLaunch]): boolean {
    if (this.budget.further === 0) return false;
    try {
      return this.execute(...about, 'further');
    } catch (error) {
      if (error instanceof DiagnosticError) return false;
      throw error;
    }
  }

  private takeOver(bound: AppBinding, pages: readonly (Int32Array | undefined)[]): void {
    pages.forEach((page, index) => {
      if (page === undefined) return;
      const words = Math.min(PAGE_WORDS, bound.sizeBytes / 4 - index * PAGE_WORDS);
      this.contents.update(bound, index * PAGE_WORDS, new Uint32Array(page.buffer, 0, words));
    });
  }

  private transfer(operation: Exclude<Operation, Dispatch>): void {
    if (operation.kind === 'skipped') return;
    const { to } = operation;
    if (operation.kind === 'clear') this.contents.write(to, { kind: 'zeros' });
    else if (operation.kind === 'copy') this.contents.copy(operation.from, to, operation.rows);
    else
      this.contents.write(
        to,
        operation.data as Exclude<typeof operation.data, { kind: 'pages' }>,
        operation.rows,
      );
    this.results.transfer(operation);
    const sampled = operation.kind === 'copy' ? this.sampled.get(operation.from.buffer) : undefined;
    if (sampled) this.sampled.set(to.buffer, sampled);
    else if (replacesAll(operation)) this.sampled.delete(to.buffer);
    const ranges = operation.kind === 'copy' ? [operation.from, to] : [to];
    this.residency.touch(ranges.map((range) => ({ range, heldBytes: movedBytes(operation) })));
  }
}

/** What was prepared for a dispatch alike holds the contents of that one's buffers. */
function bindingsNow(prepared: readonly Binding[], launch: Launch): Binding[] {
  return prepared.map((each) => {
    const now = launch.bindings.find((bound) => placeOf(bound) === placeOf(each));
    return now && now.data.kind !== 'struct' ? { ...each, data: now.data } : each;
  });
}

/** Of offsets, so much decides how accesses lie in lines. */
const ALIGNMENT = 256;

/** By the kernel's buffers; what is not of the app counts as left by a launch alike. */
function cacheState(touches: readonly { readonly at: number }[], kept: readonly number[]): number[] {
  const shares: number[] = [];
  touches.forEach(({ at }, index) => {
    shares[at] = kept[index];
  });
  return Array.from(shares, (share) => share ?? 1);
}

function inDispatch(diagnostic: Diagnostic, { name }: Dispatch): Diagnostic {
  return { ...diagnostic, message: `dispatch "${name}": ${diagnostic.message}` };
}
