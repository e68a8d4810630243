// Measures an app: has the GPU run it as it is and with every dispatch alone in a pass, compares what it leaves with
// kernelcast's own execution, and sums the rounds up.

import {
  type App,
  type AppBinding,
  type AppBuffer,
  isDispatch,
  isIndirect,
  type Operation,
  type Range,
} from '../app/app.ts';
import type { AppForecast, ForecastDispatch } from '../app/predict.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { AppJob, AppTimes, JobDispatch, JobOperation } from '../hardware/app-job.ts';
import type { TextureUse } from '../hardware/device-textures.ts';
import type { Gpu } from '../hardware/gpu.ts';
import { GpuError } from '../hardware/gpu-error.ts';
import type { DeviceInfo, Sample } from '../hardware/job.ts';
import { summarize, type Timing } from '../hardware/quality.ts';
import { placeOf } from '../launch/launch.ts';
import type { TextureView } from '../texture/places.ts';
import type { AppMeasurement, DispatchMeasurement } from './app-measurement.ts';
import { type ExpectedApp, expectedOfApp, verifyApp } from './app-verify.ts';
import { gpuProblem } from './gpu-problem.ts';
import type { MeasureOptions } from './measure.ts';

export interface MeasureAppOptions extends Omit<MeasureOptions, 'now' | 'files'> {
  /** Lanes of a subgroup in the forecast's execution. */
  readonly subgroupSize: number;
  /**
   * Another execution, with another legal rounding: where the two differ, rounding decides. Asked for when the output
   * is not as expected.
   */
  readonly otherRounding: () => AppForecast | undefined;
}

/** Diagnostics are fatal when there is no value; a wrong output is a value whose verification says so. */
export async function measureApp(
  gpu: Gpu,
  app: App,
  forecast: AppForecast,
  options: MeasureAppOptions,
): Promise<Outcome<AppMeasurement>> {
  const problems = unmeasurable(app, forecast);
  if (problems.length > 0) return { diagnostics: problems };
  try {
    const device = await gpu.device();
    const expected = expectationOf(app, forecast, device, options);
    const job = jobOf(app, forecast, expected, options.samples);
    const { pages, times } = await gpu.runApp(job);
    let verification = verifyApp(expected, pages);
    if (verification.mismatches > 0) {
      const other = options.otherRounding();
      if (other) verification = verifyApp(expected, pages, expectedOfApp(app, other.results));
    }
    const measured = timesOf(times, forecast, options.samples, device.isSoftware);
    const { webgpuVersion: webgpu, date, params } = options;
    const value: AppMeasurement = {
      schema: 'kernelcast/app-measurement@1',
      name: app.name,
      app: app.file,
      ...(Object.keys(params).length > 0 ? { params } : {}),
      device: device.device,
      driver: device.driver,
      webgpu,
      date,
      ...measured,
      untimed: untimedOf(app),
      skipped: [...new Set(app.operations.flatMap((each) => (each.kind === 'skipped' ? [each.what] : [])))],
      verification,
      restored: forecast.restored.map(({ name }) => name),
      samples: times.whole,
    };
    return { value, diagnostics: [] };
  } catch (error) {
    if (!(error instanceof GpuError)) throw error;
    return { diagnostics: [gpuProblem(app.name, error.reason, error.message)] };
  }
}

/** The steps that lie within the time of a measurement: from the first dispatch to the last. */
export function timedSteps(steps: AppForecast['steps']): AppForecast['steps'] {
  const first = steps.findIndex(({ operation }) => isDispatch(operation));
  const last = steps.findLastIndex(({ operation }) => isDispatch(operation));
  return steps.slice(Math.max(first, 0), last + 1);
}

/** What WebGPU has no way to run. */
function unmeasurable({ operations, name, pipelines }: App, { steps }: AppForecast): Diagnostic[] {
  const problem = (code: string, message: string, place: Pick<Diagnostic, 'span'> = {}): Diagnostic => ({
    severity: 'unsupported',
    code,
    message,
    ...place,
  });
  const found: Diagnostic[] = [];
  const spirv = new Set(steps.flatMap(({ dispatched: d }) => (d && typeof d.source !== 'string' ? [d] : [])));
  for (const { shaderPath, shaderSpan } of pipelines) {
    if (![...spirv].some(({ operation }) => operation.pipeline.shaderPath === shaderPath)) continue;
    const message = `${shaderPath} is SPIR-V, and WebGPU takes WGSL only: it can be predicted, not measured`;
    found.push(problem('measure/spirv', message, shaderSpan === undefined ? {} : { span: shaderSpan }));
  }
  const dispatches = operations.filter(isDispatch);
  const beyond = dispatches.find(({ bindings }) => bindings.some((each) => each.element));
  if (beyond) {
    const message = `dispatch "${beyond.name}": arrays of buffers can be predicted, not measured`;
    found.push(problem('measure/app', message, { span: beyond.span }));
  }
  if (dispatches.length === 0) found.push(problem('measure/app', `${name} has no dispatch to measure`));
  return found;
}

function expectationOf(
  app: App,
  { steps, results }: AppForecast,
  device: DeviceInfo,
  { verifies, subgroupSize }: MeasureAppOptions,
): ExpectedApp | undefined {
  if (!verifies) return undefined;
  const usesSubgroups = steps.some(({ dispatched: d }) => /\bsubgroup/.test(String(d?.source)));
  const [least, most] = device.subgroupSizes;
  const isOtherSize = usesSubgroups && !(least === subgroupSize && most === subgroupSize);
  const reason = isOtherSize
    ? `not verified: subgroups have ${least === most ? most : `${least} to ${most}`} lanes here, not the ${subgroupSize} of the profile`
    : undefined;
  return expectedOfApp(app, results, reason);
}

function jobOf(
  app: App,
  { steps, restored }: AppForecast,
  expected: ExpectedApp | undefined,
  samples: number,
): Omit<AppJob, 'id'> {
  const at = new Map(app.buffers.map((buffer, index) => [buffer, index]));
  const part = ({ buffer, offsetBytes, sizeBytes }: Range) => ({
    buffer: at.get(buffer)!,
    offsetBytes,
    sizeBytes,
  });
  const used = app.pipelines.filter((pipeline) =>
    steps.some(({ dispatched }) => dispatched?.operation.pipeline === pipeline),
  );
  const sources = new Map(
    steps.flatMap(({ dispatched: d }) => (d ? [[d.operation.pipeline, d.source as string] as const] : [])),
  );
  const operations = steps.flatMap(({ operation, dispatched }): JobOperation[] => {
    const { submit } = operation;
    if (operation.kind === 'skipped') return [];
    if (dispatched) return [jobDispatch(dispatched, used.indexOf(dispatched.operation.pipeline), part)];
    if (operation.kind === 'copy') {
      const { from, to, texels } = operation;
      return [{ kind: 'copy', submit, from: part(from), to: part(to), ...(texels ? { texels } : {}) }];
    }
    if (operation.kind === 'clear') return [{ kind: 'clear', submit, to: part(operation.to) }];
    if (operation.kind !== 'write') return [];
    const { data, to, texels } = operation;
    return [{ kind: 'write', submit, to: part(to), data, ...(texels ? { texels } : {}) }];
  });
  return {
    kind: 'app',
    buffers: app.buffers.map((buffer, index) => {
      const { sizeBytes, data, texture: shape } = buffer;
      const readPages = expected?.pagesOf(index);
      const isRestored = restored.includes(buffer);
      const texture = shape ? { texture: { shape, ...textureUse(buffer, steps) } } : {};
      return { sizeBytes, data, isRestored, ...texture, ...(readPages ? { readPages } : {}) };
    }),
    pipelines: used.map((pipeline) => {
      const { entryPoint, constants } = pipeline;
      const code = sources.get(pipeline)!;
      return { code, constants, ...(entryPoint === undefined ? {} : { entryPoint }) };
    }),
    operations,
    samples,
  };
}

/** Whether the kernel has it as a storage texture. */
function isStored(
  { forecast }: ForecastDispatch,
  { group, binding }: Pick<AppBinding, 'group' | 'binding'>,
): boolean {
  const buffers = forecast?.program.module.buffers ?? [];
  const bound = buffers.find((each) => each.group === group && each.binding === binding);
  return bound?.texture?.format !== undefined;
}

/** What the app's kernels do with a texture. */
function textureUse(buffer: AppBuffer, steps: AppForecast['steps']): TextureUse {
  const bound = steps.flatMap(({ dispatched }) =>
    dispatched
      ? dispatched.operation.bindings.flatMap((each) =>
          each.buffer === buffer ? [{ view: each.view!, isStored: isStored(dispatched, each) }] : [],
        )
      : [],
  );
  const formats = new Set(bound.map(({ view }) => view.format));
  formats.delete(buffer.texture!.format);
  return {
    isStored: bound.some((each) => each.isStored),
    isSampled: bound.some((each) => !each.isStored),
    viewFormats: [...formats],
  };
}

/** A storage texture shows one level. */
function viewOf(dispatched: ForecastDispatch, bound: AppBinding): TextureView {
  return isStored(dispatched, bound) ? { ...bound.view!, mipLevelCount: 1 } : bound.view!;
}

function jobDispatch(
  dispatched: ForecastDispatch,
  pipeline: number,
  part: (range: Range) => { buffer: number; offsetBytes: number; sizeBytes: number },
): JobDispatch {
  const { operation, launch, written } = dispatched;
  const { submit, pass = 0, dispatch } = operation;
  // The launch has what the kernel uses, which is what a layout made from the shader has.
  const bindings = launch.bindings.map(({ group, binding, usage, sampler }) => {
    if (sampler) return { group, binding, usage: 'sampler', sampler } as const;
    const bound = operation.bindings.find((each) => placeOf(each) === placeOf({ group, binding }))!;
    if (!bound.view) return { group, binding, usage: usage as 'storage' | 'uniform', ...part(bound) };
    const { buffer } = part(bound);
    return { group, binding, usage: 'texture', buffer, view: viewOf(dispatched, bound) } as const;
  });
  return {
    kind: 'dispatch',
    submit,
    pass,
    pipeline,
    dispatch: isIndirect(dispatch) ? part(dispatch) : dispatch,
    bindings,
    ...(launch.immediates ? { immediates: launch.immediates.words } : {}),
    ...(written.length > 0 ? { anchor: part(written[0]).buffer } : {}),
  };
}

type Times = Pick<AppMeasurement, 'timeNs' | 'minNs' | 'maxNs' | 'spread' | 'quality' | 'dispatches'>;

function timesOf(
  { whole, apart, wanted, fullSpinNs }: AppTimes,
  { steps }: AppForecast,
  samples: number,
  isSoftware: boolean,
): Times {
  const summed = (taken: readonly Sample[], count: number): Timing => {
    const timing = summarize(taken, Math.min(count, samples), isSoftware, fullSpinNs);
    if (!timing) throw new GpuError('internal', 'the GPU returned no time above zero');
    return timing;
  };
  const { timeNs, minNs, maxNs, spread, quality } = summed(whole, wanted.whole);
  const dispatched = steps.flatMap(({ dispatched: each }) => each ?? []);
  const dispatches = dispatched.map(({ operation, launch }, at): DispatchMeasurement => {
    const rounds = apart.map(({ spinNs, dispatchNs }) => ({ spinNs, timeNs: dispatchNs[at] }));
    const timing = summed(rounds, wanted.apart);
    return {
      name: operation.name,
      pipeline: operation.pipeline.name,
      dispatch: launch.dispatch,
      timeNs: timing.timeNs,
      spread: timing.spread,
      quality: timing.quality,
    };
  });
  return { timeNs, minNs, maxNs, spread, quality, dispatches };
}

/** What stands before the first dispatch, or behind the last. */
function untimedOf({ operations }: App): string[] {
  const first = operations.findIndex(isDispatch);
  const last = operations.findLastIndex(isDispatch);
  const told = (some: readonly Operation[], where: string) => {
    const kinds = new Set(some.flatMap(({ kind }) => (kind === 'skipped' ? [] : [kind])));
    return [...kinds].map((kind) => `${kind} ${where}`);
  };
  return [
    ...told(operations.slice(0, first), 'before the first pass'),
    ...told(operations.slice(last + 1), 'after the last pass'),
  ];
}
