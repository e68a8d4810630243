// Tries configurations on the GPU of this machine: measured under the rules of docs/measuring.md, and checked
// against what the base kernel leaves. What goes wrong with one configuration is its result; only the loss of
// the GPU itself is thrown.

import type { Instance } from '../../configure/tunable.ts';
import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { GpuError } from '../../hardware/gpu-error.ts';
import type { BufferComparison, DeviceInfo, VariantTimes } from '../../hardware/job.ts';
import { summarize } from '../../hardware/quality.ts';
import type { VariantGpu, VariantOutcome, VariantRequest } from '../../hardware/variants.ts';
import type { Evaluation } from '../trials/trial.ts';
import { type BaseFacts, beyondLimits, factsOf, placeOf, reasonOf, variantOf } from './variant-of.ts';

export interface HardwareOptions {
  readonly samples: number;
  /** The base kernel is measured well: everything is compared with it. */
  readonly baseSamples: number;
}

/** Share of integers made from floats that may fall to the other side of a step. */
const STRAYS = 1e-4;

export class HardwareEvaluator {
  private readonly gpu: VariantGpu;
  private readonly options: HardwareOptions;
  private facts: BaseFacts | undefined;
  private info: DeviceInfo | undefined;
  private reference: VariantRequest | undefined;
  /** Places of buffers on which two runs of the base kernel differ. */
  private unsteady: ReadonlySet<string> = new Set();

  constructor(gpu: VariantGpu, options: HardwareOptions) {
    this.gpu = gpu;
    this.options = options;
  }

  /** Buffers whose contents cannot be compared, and why. */
  get unverified(): readonly string[] {
    return [...this.unsteady].map((place) => `${this.nameOf(place)}: two runs of the base kernel differ`);
  }

  /** Room for so many more at once. */
  get room(): number {
    return this.gpu.room;
  }

  /** Measures the base kernel and keeps its output to compare with. @throws GpuError */
  async open(base: Instance): Promise<Outcome<Evaluation>> {
    const facts = factsOf(base);
    if (!facts.value) return { diagnostics: facts.diagnostics };
    this.facts = facts.value;
    this.info = await this.gpu.device();
    const variant = variantOf(base, facts.value);
    if (!variant.value) return { diagnostics: variant.diagnostics };
    const { module: _, ...run } = variant.value;
    const samples = this.options.baseSamples;
    this.reference = { ...run, samples, limitNs: Number.POSITIVE_INFINITY };
    const outcome = await this.gpu.setReference(this.reference);
    if (outcome.kind !== 'measured') {
      const { message } = failureOf(outcome);
      const text = `the base configuration cannot be measured: ${message}`;
      return { diagnostics: [{ severity: 'invalid', code: 'tune/base', message: text }] };
    }
    const differing = outcome.times.comparisons.filter((each) => this.isMismatch(each));
    this.unsteady = new Set(differing.map(placeOf));
    return { value: this.timed(outcome.times), diagnostics: facts.diagnostics };
  }

  /** Makes what the base kernel leaves the reference again, where another has taken its place. @throws GpuError */
  async resume(): Promise<void> {
    if (this.reference === undefined || this.gpu.isReference(this.reference)) return;
    const outcome = await this.gpu.setReference(this.reference);
    if (outcome.kind === 'measured') return;
    const { message } = failureOf(outcome);
    throw new GpuError('internal', `the base kernel, which ran before, does not any more: ${message}`);
  }

  /**
   * Tries one configuration; several may be under way at once.
   * @param limitNs hopeless beyond this: one sample is enough
   * @param isAgain what may be known of it already does not count
   * @throws GpuError
   */
  async evaluate(
    instance: Instance,
    limitNs = Number.POSITIVE_INFINITY,
    samples = this.options.samples,
    isAgain = false,
  ): Promise<Evaluation> {
    const variant = variantOf(instance, this.facts!);
    if (!variant.value) return { status: 'constraints', message: reasonOf(variant.diagnostics) };
    const { module, ...run } = variant.value;
    const excess = beyondLimits(module, this.info!);
    if (excess !== undefined) return { status: 'constraints', message: excess };
    const outcome = await this.gpu.measure({ ...run, samples, limitNs }, isAgain);
    if (outcome.kind !== 'measured') return failureOf(outcome);
    const { times } = outcome;
    const wrong = times.comparisons.find(
      (each) => !this.unsteady.has(placeOf(each)) && this.isMismatch(each),
    );
    if (!wrong) return this.timed(times);
    const { words, mismatches, first } = wrong;
    const where = `${this.nameOf(placeOf(wrong))}: ${mismatches} of ${words} words`;
    const message = `${where} differ from what the base kernel leaves, word ${first} first`;
    return { ...this.timed(times), status: 'correctness', message };
  }

  private isMismatch({ mismatches, words }: BufferComparison): boolean {
    return mismatches > (this.facts!.isRounded ? STRAYS * words : 0);
  }

  private nameOf(place: string): string {
    return this.facts?.names.get(place) ?? `binding ${place}`;
  }

  private timed(times: VariantTimes): Evaluation {
    const { samples, wanted, isHopeless, compileMs, fastestSpinNs } = times;
    const timing = summarize(samples, wanted, this.info!.isSoftware, fastestSpinNs);
    if (!timing) return { status: 'runtime', message: 'the GPU returned no time above zero' };
    const { timeNs, minNs, spread, spinNs, used } = timing;
    const quality = isHopeless ? [...timing.quality, 'stopped-early' as const] : timing.quality;
    return {
      status: 'correct',
      timeNs,
      minNs,
      spread,
      spinNs,
      used,
      ...(quality.length > 0 ? { quality } : {}),
      compileMs: Math.round(compileMs * 10) / 10,
      samples,
    };
  }
}

function failureOf(outcome: Exclude<VariantOutcome, { kind: 'measured' }>): Evaluation & { message: string } {
  if (outcome.kind === 'timeout') {
    return outcome.stage === 'running'
      ? { status: 'timeout', message: 'a dispatch did not end within the limit' }
      : { status: 'compile', message: 'compiling did not end within the limit' };
  }
  const message = outcome.message.split('\n')[0];
  if (outcome.reason === 'hang') return { status: 'timeout', message };
  return { status: outcome.reason === 'validation' ? 'compile' : 'runtime', message };
}
