// Measures one launch: works out what its output must be, has the GPU run it, compares, and sums the samples
// up. The GPU runs elsewhere (`hardware/`); this decides what to ask of it and what the answer is worth.

import type { Diagnostic, Outcome, Severity } from '../diagnostics/diagnostic.ts';
import { compareWords } from '../hardware/compare.ts';
import { type Gpu, GpuError } from '../hardware/gpu.ts';
import { type DeviceInfo, type FailureReason, type JobBinding, PAGE_BYTES } from '../hardware/job.ts';
import { summarize } from '../hardware/quality.ts';
import type { Binding, Launch } from '../launch/launch.ts';
import { compileKernel } from '../predict/compile.ts';
import { buffersToRestore, type ExpectedBuffer, type Reference, referenceOf } from '../predict/reference.ts';
import type { ShaderSource } from '../predict/shader.ts';
import type { Measurement, Verification } from './measurement.ts';

export interface MeasureOptions {
  readonly samples: number;
  readonly verifies: boolean;
  /** Reads the bytes of a buffer's `file` data. */
  readonly files: (path: string) => Uint8Array;
  readonly now: () => number;
  readonly date: string;
  readonly webgpuVersion: string;
}

/** All workgroups are executed for comparison when that takes less than this. */
const REFERENCE_BUDGET_MS = 2000;
const PAGE_WORDS = PAGE_BYTES / 4;
/** The size that the modelled compilers take for granted. */
const NVIDIA_SUBGROUP = 32;
/**
 * Where rounding decides, the GPU may round in a third way and differ in other words than the two references
 * do, but hardly in many times as many.
 */
const SENSITIVITY = 4;
/** Share of integers made from floats that may fall to the other side of a step. */
const STRAYS = 1e-4;

/** Diagnostics are fatal when there is no value; a wrong output is a value whose verification says so. */
export async function measureLaunch(
  gpu: Gpu,
  launch: Launch,
  source: ShaderSource,
  options: MeasureOptions,
): Promise<Outcome<Measurement>> {
  if (typeof source !== 'string') return notWgsl(launch);
  try {
    const device = await gpu.device();
    const without = device.subgroupSizes[0] === NVIDIA_SUBGROUP ? [] : ['subgroup-size'];
    const compiled = compileKernel(launch, source, { without });
    if (!compiled.value) return { diagnostics: compiled.diagnostics };
    const { program, bindings } = compiled.value;
    const restored = new Set(buffersToRestore(program));
    const expected = options.verifies ? expectedOf(program, bindings, launch, device, options) : undefined;
    const { pages, samples } = await gpu.run({
      code: source,
      entryPoint: program.module.entryPoint,
      constants: launch.constants,
      dispatch: launch.dispatch,
      bindings: bindings.map((binding, index) =>
        jobBinding(binding, restored.has(index), pagesOf(binding, expected)),
      ),
      samples: options.samples,
    });
    const timing = summarize(samples, options.samples, device.isSoftware);
    if (!timing) return failure(launch, 'internal', 'the GPU returned no time above zero');
    const { timeNs, minNs, maxNs, spread, quality } = timing;
    let verification = verify(expected, bindings, pages);
    if (verification.mismatches > 0 && verification.method !== 'file') {
      const uncontracted = compileKernel(launch, source, { without: [...without, 'contraction'] }).value!;
      const other = expectedOf(uncontracted.program, bindings, launch, device, options, expected);
      verification = verify(expected, bindings, pages, other);
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
      restored: [...restored].map((index) => program.module.buffers[index]!.name),
      samples,
    };
    return { value, diagnostics: compiled.diagnostics };
  } catch (error) {
    if (error instanceof GpuError) return failure(launch, error.reason, error.message);
    throw error;
  }
}

function notWgsl(launch: Launch): { diagnostics: Diagnostic[] } {
  const message = `${launch.shaderPath} is SPIR-V, and WebGPU takes WGSL only: it can be predicted, not measured`;
  const place = launch.shaderSpan === undefined ? {} : { span: launch.shaderSpan };
  return { diagnostics: [{ severity: 'unsupported', code: 'measure/spirv', message, ...place }] };
}

const SEVERITY: Readonly<Record<FailureReason, Severity>> = {
  'no-adapter': 'no-gpu',
  'no-timestamps': 'no-gpu',
  validation: 'invalid',
  'out-of-memory': 'no-gpu',
  lost: 'no-gpu',
  hang: 'no-gpu',
  crash: 'no-gpu',
  internal: 'no-gpu',
};

const ADVICE: Partial<Readonly<Record<FailureReason, string>>> = {
  'no-adapter': 'install a Vulkan, Metal or D3D12 driver, or name one by VK_DRIVER_FILES',
  'no-timestamps': 'another adapter may have them: choose it by --adapter',
  hang: 'a longer limit can be set by --timeout',
  'out-of-memory': 'the launch needs more memory than the device gives',
};

function failure(launch: Launch, reason: FailureReason, message: string): { diagnostics: Diagnostic[] } {
  const advice = ADVICE[reason];
  const diagnostic: Diagnostic = {
    severity: SEVERITY[reason],
    code: `measure/${reason}`,
    message: `${launch.name}: ${message.split('\n')[0]}`,
    ...(advice ? { notes: [advice] } : {}),
  };
  return { diagnostics: [diagnostic] };
}

function jobBinding(binding: Binding, isRestored: boolean, readPages: Uint32Array | undefined): JobBinding {
  const { group, binding: number, usage, sizeBytes, data } = binding;
  return { group, binding: number, usage, sizeBytes, data, isRestored, ...(readPages ? { readPages } : {}) };
}

type Program = Parameters<typeof referenceOf>[0];

/** What `check` names, or else what kernelcast's own execution leaves. */
function expectedOf(
  program: Program,
  bindings: readonly Binding[],
  launch: Launch,
  device: DeviceInfo,
  options: MeasureOptions,
  like?: Expected,
): Expected {
  const checked = fileReference(program, launch, options);
  if (checked) return checked;
  const { files, now } = options;
  const subgroupSize = device.subgroupSizes[0] || 32;
  const sample = like?.method === 'full' || like?.method === 'sampled' ? like.method : undefined;
  return referenceOf(program, bindings, launch, {
    subgroupSize,
    files,
    now,
    budgetMs: REFERENCE_BUDGET_MS,
    ...(sample ? { like: { method: sample, workgroups: like!.workgroups } } : {}),
  });
}

type Expected = Omit<Reference, 'method'> & { readonly method: Verification['method'] };

/** The launch's own reference file: `"check": { "binding": 2, "reference": "expected.bin" }`. */
function fileReference(program: Program, launch: Launch, options: MeasureOptions): Expected | undefined {
  const { check } = launch;
  if (check?.reference === undefined) return undefined;
  const bytes = options.files(check.reference);
  const buffer = program.module.buffers.find(
    (each) => each.group === check.group && each.binding === check.binding,
  );
  const count = Math.ceil(bytes.length / PAGE_BYTES);
  const words = new Uint32Array(count * PAGE_WORDS);
  new Uint8Array(words.buffer).set(bytes);
  const changed = new Uint8Array(words.length).fill(1, 0, Math.floor(bytes.length / 4));
  const pages = Uint32Array.from({ length: count }, (_, index) => index);
  const name = buffer?.name ?? `${check.group}/${check.binding}`;
  const { group, binding } = check;
  const about = { group, binding, name, kind: 'mixed', isRounded: false } as const;
  const expected: ExpectedBuffer = { ...about, pages, words, changed };
  return { method: 'file', workgroups: 0, buffers: [expected], unverifiable: [] };
}

function pagesOf(binding: Binding, expected: Expected | undefined): Uint32Array | undefined {
  return expected?.buffers.find((each) => each.group === binding.group && each.binding === binding.binding)
    ?.pages;
}

/** `other` is the expectation with another legal rounding: where the two differ, rounding decides. */
function verify(
  expected: Expected | undefined,
  bindings: readonly Binding[],
  pages: readonly (Uint32Array | undefined)[],
  other?: Expected,
): Verification {
  if (!expected) {
    return { method: 'none', workgroups: 0, words: 0, mismatches: 0, unverified: ['not asked for'] };
  }
  let [words, mismatches, sensitive] = [0, 0, 0];
  let firstMismatch: string | undefined;
  expected.buffers.forEach((buffer, i) => {
    const index = bindings.findIndex(
      (each) => each.group === buffer.group && each.binding === buffer.binding,
    );
    const actual = pages[index] ?? new Uint32Array();
    const counted = countedWords(buffer, other?.buffers[i]);
    const result = compareWords({ kind: buffer.kind, expected: buffer.words, actual, counted: counted.mask });
    sensitive += counted.sensitive;
    words += result.words;
    const byRounding = Math.max(
      SENSITIVITY * counted.sensitive,
      buffer.isRounded ? STRAYS * result.words : 0,
    );
    if (result.mismatches <= byRounding) {
      sensitive += result.mismatches;
      words -= result.mismatches;
      return;
    }
    mismatches += result.mismatches;
    if (result.first !== undefined) firstMismatch ??= describeMismatch(buffer, result.first, actual);
  });
  const { method, workgroups, unverifiable } = expected;
  const unverified = unverifiable.map((name) => `${name}: other workgroups may write the same places`);
  return {
    method,
    workgroups,
    words,
    mismatches,
    unverified,
    ...(sensitive > 0 ? { sensitive } : {}),
    ...(firstMismatch === undefined ? {} : { firstMismatch }),
  };
}

/** One for the words that count: those that were changed and on which both expectations agree. */
function countedWords(
  buffer: ExpectedBuffer,
  other: ExpectedBuffer | undefined,
): { readonly mask: Uint8Array | undefined; readonly sensitive: number } {
  if (!other || other.words.length !== buffer.words.length) return { mask: buffer.changed, sensitive: 0 };
  const mask = buffer.changed?.slice() ?? new Uint8Array(buffer.words.length).fill(1);
  let sensitive = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0 || buffer.words[i] === other.words[i]) continue;
    if (buffer.kind !== 'integer') continue;
    mask[i] = 0;
    sensitive++;
  }
  return { mask, sensitive };
}

function describeMismatch(buffer: ExpectedBuffer, at: number, actual: Uint32Array): string {
  const word = buffer.pages[Math.floor(at / PAGE_WORDS)]! * PAGE_WORDS + (at % PAGE_WORDS);
  const show = (bits: number | undefined) => {
    if (bits === undefined) return 'nothing';
    const float = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
    return buffer.kind === 'float' ? String(float) : `0x${bits.toString(16)}`;
  };
  return `${buffer.name}[word ${word}] is ${show(actual[at])}, expected ${show(buffer.words[at])}`;
}
