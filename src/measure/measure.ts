// Measures one launch: works out what its output must be, has the GPU run it, compares, and sums the samples
// up. The GPU runs elsewhere (`hardware/`); this decides what to ask of it and what the answer is worth.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { LaunchGpu } from '../hardware/gpu.ts';
import { GpuError } from '../hardware/gpu-error.ts';
import type { JobBinding } from '../hardware/job.ts';
import { summarize } from '../hardware/quality.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import { isImmediate, wordsGiven } from '../predict/bindings.ts';
import { anySubgroupSize, compileKernel } from '../predict/compile.ts';
import { buffersToRestore } from '../predict/reference.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { beyondLimits } from './beyond-limits.ts';
import { gpuProblem } from './gpu-problem.ts';
import type { Measurement } from './measurement.ts';
import { expectedOf, pagesOf, verify } from './verify.ts';

export interface MeasureOptions {
  readonly samples: number;
  readonly verifies: boolean;
  /** Params of the launch file that were overridden. */
  readonly params: Readonly<Record<string, string>>;
  /** Reads the bytes of a buffer's `file` data. */
  readonly files: (path: string) => Uint8Array;
  readonly now: () => number;
  readonly date: string;
  readonly webgpuVersion: string;
}

/** Diagnostics are fatal when there is no value; a wrong output is a value whose verification says so. */
export async function measureLaunch(
  gpu: LaunchGpu,
  launch: Launch,
  source: ShaderSource,
  options: MeasureOptions,
): Promise<Outcome<Measurement>> {
  if (typeof source !== 'string') return notWgsl(launch);
  try {
    const device = await gpu.device();
    const lanes = device.subgroupSizes[0] || anySubgroupSize();
    const without = device.subgroupSizes[0] === anySubgroupSize() ? [] : ['subgroup-size'];
    const compiled = compileKernel(launch, source, { without });
    if (!compiled.value) return { diagnostics: compiled.diagnostics };
    const { program, bindings } = compiled.value;
    const excess = beyondLimits(launch, compiled.value, device);
    if (excess.length > 0) return { diagnostics: excess };
    const restored = new Set(buffersToRestore(program));
    const bound = bindings.filter((each) => !isImmediate(each));
    const about = { launch, bindings, subgroupSize: lanes, ...options };
    const expected = options.verifies ? expectedOf(program, about) : undefined;
    const { pages, samples, wanted, fullSpinNs, repeats } = await gpu.run({
      code: source,
      entryPoint: program.module.entryPoint,
      constants: launch.constants,
      dispatch: launch.dispatch,
      bindings: bound.map((binding) => {
        const index = bindings.indexOf(binding);
        return jobBinding(binding, {
          isRestored: restored.has(index),
          readPages: pagesOf(binding, expected),
          isStorageTexture: program.module.buffers[index].texture?.format !== undefined,
        });
      }),
      ...wordsGiven(launch, bindings),
      samples: options.samples,
    });
    const timing = summarize(samples, Math.min(wanted, options.samples), device.isSoftware, fullSpinNs);
    if (!timing) throw new GpuError('internal', 'the GPU returned no time above zero');
    const { timeNs, minNs, maxNs, spread, quality } = timing;
    let verification = verify(expected, bound, pages);
    if (verification.mismatches > 0 && verification.method !== 'file') {
      const uncontracted = compileKernel(launch, source, { without: [...without, 'contraction'] }).value!;
      const other = expectedOf(uncontracted.program, about, expected);
      verification = verify(expected, bound, pages, other);
    }
    const value: Measurement = {
      schema: 'kernelcast/measurement@1',
      name: launch.name,
      launch: launch.file,
      device: device.device,
      driver: device.driver,
      webgpu: options.webgpuVersion,
      date: options.date,
      timeNs,
      minNs,
      maxNs,
      spread,
      quality,
      verification,
      ...(Object.keys(options.params).length > 0 ? { params: options.params } : {}),
      restored: [...restored].map((index) => program.module.buffers[index].name),
      ...(repeats > 1 ? { dispatchesPerSample: repeats } : {}),
      samples,
    };
    return { value, diagnostics: compiled.diagnostics };
  } catch (error) {
    if (!(error instanceof GpuError)) throw error;
    return { diagnostics: [gpuProblem(launch.name, error.reason, error.message)] };
  }
}

function notWgsl(launch: Launch): { diagnostics: Diagnostic[] } {
  const message = `${launch.shaderPath} is SPIR-V, and WebGPU takes WGSL only: it can be predicted, not measured`;
  const place = launch.shaderSpan === undefined ? {} : { span: launch.shaderSpan };
  return { diagnostics: [{ severity: 'unsupported', code: 'measure/spirv', message, ...place }] };
}

function jobBinding(
  { group, binding, usage, sizeBytes, data, texture, sampler }: Binding,
  about: {
    readonly isRestored: boolean;
    readonly readPages: Uint32Array | undefined;
    readonly isStorageTexture: boolean;
  },
): JobBinding {
  const { isRestored, readPages, isStorageTexture } = about;
  return {
    group,
    binding,
    usage,
    sizeBytes,
    data,
    isRestored,
    ...(texture ? { texture, isStorageTexture } : {}),
    ...(sampler ? { sampler } : {}),
    ...(readPages ? { readPages } : {}),
  };
}
