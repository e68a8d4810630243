// What the page asks its workers, and what they answer. An answer carries the number of its question.

import type { Diagnosis } from '../src/analyze/diagnosis.ts';
import type { AppPrediction } from '../src/app/prediction.ts';
import type { Severity } from '../src/diagnostics/diagnostic.ts';
import type { Measurement } from '../src/measure/measurement.ts';
import type { Prediction } from '../src/predict/prediction.ts';
import type { Profile } from '../src/profile/profile.ts';
import type { ExpectedGain } from '../src/search/doubt.ts';
import type { Document } from './document.ts';
import type { CodeShown } from './machine-code.ts';

/** By name. */
export type Profiles = Readonly<Record<string, Profile>>;

/** A file with its path from the folder that was opened. */
export interface OpenedFile {
  readonly path: string;
  readonly file: File;
}

export type Question =
  /** A prediction, then its diagnosis; the forecast is kept for `what-if`. */
  | { readonly kind: 'diagnose'; readonly document: Document; readonly profile: Profile }
  /** The kept forecast with numbers of its device changed, as `diagnose --what-if` takes them. */
  | { readonly kind: 'what-if'; readonly changes: readonly string[] }
  /** The prediction on every device, one answer each. */
  | { readonly kind: 'devices'; readonly document: Document; readonly profiles: Profiles }
  /**
   * A launch file made from the shader, as `init` does; numbers of the present one stay where names do. Of several
   * entry points, for this one or the first.
   */
  | { readonly kind: 'draft'; readonly document: Document; readonly entryPoint?: string | undefined }
  /** Runs it on the GPU of this browser. */
  | { readonly kind: 'measure'; readonly document: Document }
  /** A faster configuration, by so many predictions at most. */
  | {
      readonly kind: 'search';
      readonly document: Document;
      readonly profile: Profile;
      readonly budget: number;
    }
  /** The prediction of an app; it is kept for `dispatch`. */
  | { readonly kind: 'app'; readonly files: readonly OpenedFile[]; readonly profile: Profile }
  /** A dispatch of the kept app as a document, by its position in the prediction. */
  | { readonly kind: 'dispatch'; readonly at: number }
  /** A profile of this browser's GPU, beginning with another. */
  | { readonly kind: 'calibrate'; readonly profile: Profile };

export type Answer =
  /** What the texts say, before anything is predicted; no numbers where the launch cannot be read. */
  | {
      readonly kind: 'read';
      readonly numbers: LaunchNumbers | undefined;
      readonly entryPoints: readonly string[];
    }
  | {
      readonly kind: 'predicted';
      readonly prediction: Prediction;
      readonly problems: readonly Problem[];
      readonly bindings: readonly BindingFacts[];
    }
  | {
      readonly kind: 'diagnosed';
      readonly diagnosis: Diagnosis;
      readonly lines: readonly LineFacts[];
      readonly code: CodeShown;
    }
  | { readonly kind: 'failed'; readonly problems: readonly Problem[] }
  | { readonly kind: 'changed'; readonly timeNs: number; readonly speedup: number }
  | {
      readonly kind: 'device';
      readonly profile: string;
      readonly prediction?: Prediction;
      readonly why?: string;
    }
  | { readonly kind: 'drafted'; readonly launch: string }
  /** What is at hand, in words. */
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'measured'; readonly measurement: Measurement }
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'app'; readonly prediction: AppPrediction }
  | { readonly kind: 'opened'; readonly document: Document }
  | {
      readonly kind: 'calibrated';
      readonly device: string;
      readonly isSoftware: boolean;
      readonly profile: Profile;
      /** Numbers of the profile that were asked for, and those that were set. */
      readonly asked: number;
      readonly set: number;
      readonly problems: readonly string[];
    }
  /** Nothing more follows. */
  | { readonly kind: 'done' };

export type Say = (answer: Answer) => void;

export interface Asked {
  readonly id: number;
  readonly question: Question;
}

export interface Answered {
  readonly id: number;
  readonly answer: Answer;
}

/** What a search has found. */
export interface Found {
  /** As it is, where that has a prediction. */
  readonly baseNs?: number;
  readonly bestNs: number;
  readonly expectedGain?: ExpectedGain;
  /** Parameters of the space whose values differ. */
  readonly changes: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly evaluations: number;
  readonly points: number;
  readonly refused: number;
  readonly isWhole: boolean;
  /** Nothing is better than the kernel as it is. */
  readonly isBase: boolean;
  readonly document: Document;
}

/** A diagnostic with its place in one of the two editors. */
export interface Problem {
  readonly severity: Severity;
  readonly message: string;
  readonly notes: readonly string[];
  /** Offsets in UTF-16 units. */
  readonly place?: { readonly editor: 'shader' | 'launch'; readonly start: number; readonly end: number };
}

/** What the expressions of a launch file are. */
export interface LaunchNumbers {
  readonly params: Readonly<Record<string, number>>;
  readonly dispatch: readonly number[];
  /** In bytes, in the order of the file's bindings. */
  readonly sizes: readonly number[];
}

/** What the shader says of a binding. */
export interface BindingFacts {
  readonly group: number;
  readonly binding: number;
  readonly name: string;
  readonly use: string;
}

/** What a line of the shader costs. */
export interface LineFacts {
  /** From 1. */
  readonly line: number;
  /** Share of warp time, 0 to 1. */
  readonly timeFraction: number;
  readonly issueFraction: number;
  readonly mostly: string;
  /** Machine instructions as written, in issue order. */
  readonly instructions: readonly string[];
  /** Of memory, per request of a warp: sectors moved, and passes of workgroup memory. */
  readonly accesses: readonly {
    readonly name: string;
    readonly sectorsPerRequest: number;
    readonly passesPerRequest: number;
  }[];
}
