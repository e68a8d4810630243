// What is worth working on in an app: the JSON contract of `diagnose APP`, of which fields may be added and none
// renamed. A kernel is told by the dispatch of it that takes longest; the others are taken to gain in proportion.

import type { Advice, Diagnosis } from '../analyze/diagnosis.ts';
import type { Profile } from '../profile/profile.ts';
import { type Gaps, gapsOf } from './gaps.ts';
import type { AppPrediction, DispatchPrediction } from './prediction.ts';
import { type KernelWork, workLeft } from './worth.ts';

/** Which dispatch of an app, in words and as `--dispatch` takes it. */
export interface DispatchPlace
  extends Pick<DispatchPrediction, 'name' | 'dispatch' | 'submit' | 'pass' | 'timeNs' | 'workNs'> {
  /** From 1, in the order of execution. */
  readonly number: number;
}

export interface KernelDiagnosis {
  readonly pipeline: string;
  readonly shader: string;
  readonly dispatches: number;
  /** All its dispatches, without what lies between them. */
  readonly workNs: number;
  readonly share: number;
  /** The one that was diagnosed. */
  readonly dispatch: DispatchPlace;
  readonly bottleneck: Diagnosis['bottleneck'];
  readonly advice: readonly Advice[];
  /** What the first step would save of the app's time. */
  readonly savedNs: number;
  /** The app's time now over that after the first step; 1 where there is none. */
  readonly gain: number;
}

export interface AppDiagnosis extends Pick<AppPrediction, 'name' | 'profile' | 'timeNs' | 'errorBandNs'> {
  readonly schema: 'kernelcast/app-diagnosis@1';
  /** Those that were diagnosed, the largest share first. */
  readonly kernels: readonly KernelDiagnosis[];
  /** Kernels that were not, as their share is small. */
  readonly notDiagnosed: readonly Pick<KernelDiagnosis, 'pipeline' | 'share'>[];
  readonly gaps: Gaps;
  readonly warnings: readonly string[];
}

export interface DiagnosedKernel {
  readonly kernel: KernelWork;
  readonly diagnosis: Pick<Diagnosis, 'bottleneck' | 'advice'>;
}

export function appDiagnosis(
  app: AppPrediction,
  diagnosed: readonly DiagnosedKernel[],
  rest: readonly KernelWork[],
  profile: Profile,
): AppDiagnosis {
  const { name, timeNs, errorBandNs, warnings } = app;
  return {
    schema: 'kernelcast/app-diagnosis@1',
    name,
    profile: app.profile,
    timeNs,
    errorBandNs,
    kernels: diagnosed.map((each) => kernelDiagnosis(app, each)),
    notDiagnosed: rest.map(({ pipeline, share }) => ({ pipeline, share })),
    gaps: gapsOf(app, profile),
    warnings,
  };
}

function kernelDiagnosis(app: AppPrediction, { kernel, diagnosis }: DiagnosedKernel): KernelDiagnosis {
  const { pipeline, workNs, share, dispatches } = kernel;
  const longest = app.dispatches[kernel.longest];
  const { bottleneck, advice } = diagnosis;
  const [first] = advice;
  const savedNs = first ? workNs * (1 - workLeft(longest, first.timeNs)) : 0;
  const { name, dispatch, submit, pass, timeNs } = longest;
  return {
    pipeline,
    shader: longest.shader,
    dispatches: dispatches.length,
    workNs,
    share,
    dispatch: {
      number: kernel.longest + 1,
      name,
      dispatch,
      submit,
      pass,
      timeNs,
      workNs: longest.workNs,
    },
    bottleneck,
    advice,
    savedNs,
    gain: app.timeNs / (app.timeNs - savedNs),
  };
}
