// Forecasts and diagnoses of launch files, for the tests of the diagnosis. The latest answers are kept for who asks the
// same again: neither is ever changed.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnosed, diagnose } from '../../src/analyze/diagnose.ts';
import type { Editable } from '../../src/analyze/findings.ts';
import type { CarryOut } from '../../src/analyze/steps/step.ts';
import type { Dialect } from '../../src/compilers/dialects.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { carryOutWith } from '../../src/predict/carry-out.ts';
import { type Forecast, forecastLaunch, type PredictOptions } from '../../src/predict/predict.ts';
import type { ShaderSource } from '../../src/predict/shader.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { overrideProfile } from '../../src/profile/override.ts';

const root = path.join(import.meta.dirname, '../..');

export interface Chosen {
  readonly profile?: string;
  readonly set?: readonly string[];
  readonly params?: Readonly<Record<string, string>>;
  /** A SPIR-V binary instead of the launch file's shader. */
  readonly binary?: string;
  readonly dialect?: Dialect;
  readonly without?: readonly string[];
}

interface Forecasted {
  readonly forecast: Forecast;
  readonly source: { file: string; text: string } | undefined;
  readonly editable: Editable | undefined;
  readonly carryOut: CarryOut;
}

type Question = readonly [file: string, chosen?: Chosen];

/** Each has megabytes of traces, and test files share a process. */
const MOST_KEPT = 16;

/** The function, which remembers its latest answers. */
function once<Answer extends object>(
  answer: (...question: Question) => Answer,
): (...question: Question) => Answer {
  const known = new Map<string, Answer>();
  return (...question) => {
    const key = JSON.stringify(question);
    const found = known.get(key) ?? answer(...question);
    known.delete(key);
    known.set(key, found);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value!);
    return found;
  };
}

function forecastAnew(
  file: string,
  { profile: name = 'nvidia-h200', set = [], params = {}, binary, dialect, without = [] }: Chosen = {},
): Forecasted {
  const launch = loadLaunch(path.join(root, file), { params }, { allowRead: [root] }).value!;
  const profile = overrideProfile(loadProfile(name).value!, set).value!;
  const shader: ShaderSource = binary
    ? { file: binary, bytes: readFileSync(path.join(root, binary)) }
    : readFileSync(launch.shaderPath, 'utf8');
  const options: PredictOptions = {
    profile,
    cache: 'warm',
    dialect,
    without,
    seed: 0,
    files: () => new Uint8Array(),
    now: () => 0,
  };
  return {
    forecast: forecastLaunch(launch, shader, options).value!,
    source: typeof shader === 'string' ? { file: launch.shaderPath, text: shader } : undefined,
    editable: typeof shader === 'string' ? { launch, text: shader } : undefined,
    carryOut: carryOutWith(launch, shader, options),
  };
}

export const forecastFile = once(forecastAnew);

export const diagnoseFile = once((...question) => diagnosisOf(forecastFile(...question)));

/** With nothing that was known before. */
export const diagnoseAnew = (...question: Question): Diagnosed => diagnosisOf(forecastAnew(...question));

const diagnosisOf = ({ forecast, ...rest }: Forecasted): Diagnosed => diagnose({ ...forecast, ...rest });
