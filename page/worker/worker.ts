// The worker that answers the page's questions: all of kernelcast that it needs, and no thread of the page's own.

import { whatIf } from '../../src/analyze/what-if.ts';
import type { Buffer } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { coverageWarnings } from '../../src/predict/coverage.ts';
import { diagnoseForecast } from '../../src/predict/diagnose-forecast.ts';
import {
  type Forecast,
  forecastLaunch,
  type PredictOptions,
  predictLaunch,
} from '../../src/predict/predict.ts';
import { nothingShared } from '../../src/predict/traced-launch.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';
import { entryPointsOf } from '../../src/reflect/shader.ts';
import type { Document } from '../document.ts';
import type { Answered, Asked, BindingFacts, LaunchNumbers, Profiles, Question, Say } from '../messages.ts';
import { lineFacts } from './line-facts.ts';
import { fileReader, open, problemsOf } from './open.ts';
import { problemOf } from './thrown.ts';

let kept: Forecast | undefined;

/** What the commands take when no flag says otherwise. */
const modelOptions = (profile: Profile) => ({
  profile,
  dialect: undefined,
  cache: 'warm' as const,
  without: [],
  seed: 0,
  now: () => performance.now(),
  timeoutMs: 60_000,
});

const optionsFor = (profile: Profile, document: Document): PredictOptions => ({
  ...modelOptions(profile),
  files: fileReader(document),
});

function diagnose(document: Document, profile: Profile, say: Say): void {
  kept = undefined;
  const opened = open(document);
  const entryPoints = entryPointsIn(opened.value?.source ?? document.shader);
  say({ kind: 'read', numbers: opened.value && numbersOf(opened.value.launch), entryPoints });
  if (!opened.value) {
    say({ kind: 'failed', problems: problemsOf(document, opened.diagnostics) });
    return;
  }
  const { launch, source, origin } = opened.value;
  const options = optionsFor(profile, document);
  const forecast = forecastLaunch(launch, source, options);
  const warnings = forecast.value ? coverageWarnings(launch, source) : [];
  const all = [...opened.diagnostics, ...forecast.diagnostics, ...warnings];
  const problems = problemsOf(document, all, origin);
  if (!forecast.value) {
    say({ kind: 'failed', problems });
    return;
  }
  kept = forecast.value;
  const { prediction, program } = kept;
  say({ kind: 'predicted', prediction, problems, bindings: program.module.buffers.map(factsOf) });
  const { diagnosis, observation } = diagnoseForecast({ launch, source }, kept, options);
  const code = {
    code: observation.code,
    ...(observation.source ? { source: observation.source } : {}),
    heat: diagnosis.lines,
  };
  say({ kind: 'diagnosed', diagnosis, lines: lineFacts(opened.value, kept, diagnosis), code });
}

function numbersOf({ params, dispatch, bindings }: Launch): LaunchNumbers {
  return { params, dispatch, sizes: bindings.map(({ sizeBytes }) => sizeBytes) };
}

/** Of a shader with one, nothing is to be chosen. */
function entryPointsIn(text: string): string[] {
  if ((text.match(/@compute\b/g)?.length ?? 0) < 2) return [];
  return entryPointsOf({ file: '', text }).value?.map(({ name }) => name) ?? [];
}

function factsOf({ group, binding, name, kind, access }: Buffer): BindingFacts {
  const use = kind === 'storage' ? (access === 'read' ? 'read' : 'read and written') : kind;
  return { group, binding, name, use };
}

function change(changes: readonly string[], say: Say): void {
  if (!kept) return;
  const { timing, prediction } = kept;
  const { value } = whatIf(timing, prediction.timeNs, [changes.join(',')]);
  const [result] = value?.whatIf ?? [];
  if (result) say({ kind: 'changed', timeNs: result.timeNs, speedup: result.speedup });
}

function devices(document: Document, profiles: Profiles, say: Say): void {
  const { value } = open(document);
  if (!value) return;
  const shared = nothingShared();
  for (const [profile, each] of Object.entries(profiles)) {
    const { value: prediction, diagnostics } = predictLaunch(
      value.launch,
      value.source,
      optionsFor(each, document),
      shared,
    );
    if (prediction) say({ kind: 'device', profile, prediction });
    else say({ kind: 'device', profile, why: diagnostics[0]?.message ?? 'no prediction' });
  }
}

/** @param chosen which entry point, unless the shader has it no more */
function draft(document: Document, chosen: string | undefined, say: Say): void {
  const shader = { file: document.shaderName, text: document.shader };
  const { params, constants } = parseLaunch(document.launch, document.launchName).value ?? {};
  const given = { ...constants, ...params };
  const entryPoint = entryPointsIn(document.shader).find((each) => each === chosen);
  const { value, diagnostics } = draftsOf(shader, {
    path: document.shaderName,
    given,
    ...(entryPoint === undefined ? {} : { entryPoint }),
  });
  if (value?.[0]) say({ kind: 'drafted', launch: draftText(value[0].draft) });
  else say({ kind: 'failed', problems: problemsOf(document, diagnostics) });
}

async function answer(question: Question, say: Say): Promise<void> {
  switch (question.kind) {
    case 'diagnose':
      return diagnose(question.document, question.profile, say);
    case 'what-if':
      return change(question.changes, say);
    case 'devices':
      return devices(question.document, question.profiles, say);
    case 'draft':
      return draft(question.document, question.entryPoint, say);
    case 'measure':
      return (await import('./measure.ts')).measure(question.document, say);
    case 'app': {
      const { openApp } = await import('./app.ts');
      return openApp(question.files, modelOptions(question.profile), say);
    }
    case 'dispatch':
      return (await import('./app.ts')).openDispatch(question.at, say);
    case 'calibrate':
      return (await import('./calibrate.ts')).calibrateHere(question.profile, say);
    case 'search': {
      const { searchDocument } = await import('./search.ts');
      const options = optionsFor(question.profile, question.document);
      return searchDocument(question.document, options, question.budget, say);
    }
  }
}

let queue = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const say: Say = (each) => postMessage({ id: data.id, answer: each } satisfies Answered);
  queue = queue
    .then(() => answer(data.question, say))
    .catch((error) => say(problemOf(error)))
    .then(() => say({ kind: 'done' }));
});
