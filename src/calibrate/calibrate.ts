// Answers the plan's questions from measurements: each number is set to what makes the model agree with the
// device, in the order of the plan, and later answers rely on earlier ones.

import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { predictTime } from '../emulate/estimate.ts';
import { type Preparation, prepare } from '../emulate/prepare.ts';
import type { Trace } from '../execute/trace.ts';
import type { Launch } from '../launch/launch.ts';
import { invocationsOf } from '../predict/limits.ts';
import { traceLaunch } from '../predict/traced-launch.ts';
import type { Profile } from '../profile/profile.ts';
import { numberAt, sourceAt, withNumber } from './field.ts';
import { type Fit, fitNumber, type Observation } from './fit.ts';
import { type Step, variantsOf } from './plan.ts';

/** What one launch of a step took: the median, and half the range of its middle samples. */
export interface Timed {
  readonly timeNs: number;
  readonly errorNs: number;
}

/** One question, answered or not. */
export interface Answer {
  readonly step: Step;
  readonly observed?: Observation;
  /** The model's nanoseconds with the old number. */
  readonly modelNs?: number;
  readonly old?: number;
  readonly oldSource?: string;
  readonly fit?: Fit;
  /** What the number is now, where it was taken over. */
  readonly value?: number;
  /** Why there is no answer: not measured, refused by the model. */
  readonly problem?: string;
}

/** A profile with the numbers that were measured, and each answer with what it rests on. */
export interface Calibration {
  readonly profile: Profile;
  readonly answers: readonly Answer[];
}

export interface CalibrationInput {
  readonly profile: Profile;
  readonly plan: readonly Step[];
  /** The launch and source of a step's variant. @throws DiagnosticError */
  readonly open: (step: Step, variant: number) => { readonly launch: Launch; readonly source: string };
  /** What was measured, by step and variant; undefined where it was not. */
  readonly timed: (step: Step, variant: number) => Timed | undefined;
  /** Cited by each number that is set: `measured:KEY`. */
  readonly source: (step: Step) => string;
  readonly onStep?: (step: Step) => void;
}

export function calibrate(input: CalibrationInput): Calibration {
  let { profile } = input;
  const answers: Answer[] = [];
  for (const asked of input.plan) {
    const step = onDevice(asked, profile);
    input.onStep?.(step);
    const answer = answerStep(step, profile, input);
    const value = newValue(answer);
    answers.push(value === undefined ? answer : { ...answer, value });
    if (step.field !== undefined && value !== undefined) {
      profile = withNumber(profile, step.field, value, input.source(step));
    }
  }
  return { profile, answers };
}

/** Where the device has no such resource, the class of that name has a number of its own: one pipe may serve several. */
function onDevice(step: Step, { resources, classes }: Profile): Step {
  const [kind, name, key] = step.field?.split('.') ?? [];
  const isElsewhere = kind === 'resources' && !(name in resources) && name in classes;
  return isElsewhere ? { ...step, field: `classes.${name}.${key}` } : step;
}

/** The number to take over; of a bound only what keeps the old number inside. */
function newValue({ fit, old }: Answer): number | undefined {
  if (fit?.kind === 'value') return rounded(fit.value);
  return fit?.kind === 'bound' && fit.value !== old ? rounded(fit.value) : undefined;
}

function answerStep(step: Step, profile: Profile, input: CalibrationInput): Answer {
  const variants = [...variantsOf(step).keys()];
  const timed = variants.map((variant) => input.timed(step, variant));
  if (timed.some((each) => each === undefined)) return { step, problem: 'not measured' };
  const observed = observationOf(timed as Timed[]);
  try {
    const traced = variants.map((variant) => traceOf(input.open(step, variant), profile));
    const model = (changed: Profile): number => {
      const times = traced.map((each) => timeOf(each, changed));
      return times.length === 1 ? times[0] : times[1] - times[0];
    };
    const modelNs = model(profile);
    if (step.field === undefined) return { step, observed, modelNs };
    const { field } = step;
    const old = numberAt(profile, field) ?? defaultOf(profile, field);
    const oldSource = sourceAt(profile, field);
    const about = { step, observed, modelNs, old, ...(oldSource === undefined ? {} : { oldSource }) };
    if (observed.ns <= 0) return { ...about, problem: 'the longer launch was not slower' };
    return { ...about, fit: fitNumber(old, observed, (value) => model(withNumber(profile, field, value))) };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { step, observed, problem: messageOf(error.diagnostics) };
  }
}

function observationOf(timed: readonly Timed[]): Observation {
  const [first, second] = timed;
  if (!second) return { ns: first.timeNs, errorNs: first.errorNs };
  return { ns: second.timeNs - first.timeNs, errorNs: Math.hypot(first.errorNs, second.errorNs) };
}

/** What optional numbers are near to where a profile does not give them. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'memory.l2WriteBytesPerSecond': 'memory.l2BytesPerSecond',
  'memory.dramBurstBytes': 'memory.sectorBytes',
  'launch.firstAccessNs': 'launch.overheadNs',
};

/** A class without numbers of its own has those of its resource. */
function defaultOf(profile: Profile, field: string): number {
  const [kind, name, key] = field.split('.') as [string, string, string];
  const resource = kind === 'classes' ? profile.classes[name]?.resource : undefined;
  const like = resource === undefined ? DEFAULTS[field] : `resources.${resource}.${key}`;
  return (like === undefined ? undefined : numberAt(profile, like)) ?? 1;
}

interface Traced {
  readonly trace: Trace;
  readonly workgroupSize: number;
  readonly preparation: Preparation;
}

function traceOf({ launch, source }: { launch: Launch; source: string }, profile: Profile): Traced {
  const { value, diagnostics } = traceLaunch(launch, source, {
    profile,
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
  });
  if (!value) throw new DiagnosticError(diagnostics);
  const { trace, program } = value;
  return { trace, workgroupSize: invocationsOf(program.module), preparation: prepare(trace, profile) };
}

function timeOf({ trace, workgroupSize, preparation }: Traced, profile: Profile): number {
  return predictTime({ trace, profile, workgroupSize, cache: 'warm', preparation }).timeNs;
}

function messageOf(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.find((each) => each.severity !== 'warning')?.message ?? 'refused';
}

/** Four significant digits: more than any clock supports. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
