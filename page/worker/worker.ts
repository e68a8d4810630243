// The worker that answers the page's questions: all of kernelcast that it needs, and no thread of the page's own.

import { whatIf } from '../../src/analyze/what-if.ts';
import type { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { Buffer } from '../../src/ir/ir.ts';
import { diagnoseForecast } from '../../src/predict/diagnose-forecast.ts';
import {
  type Forecast,
  forecastLaunch,
  type PredictOptions,
  predictLaunch,
} from '../../src/predict/predict.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { draftText } from '../../src/reflect/draft-text.ts';
import { draftsOf } from '../../src/reflect/drafts.ts';
import type { Document } from '../document.ts';
import type { Answer, Answered, Asked, BindingFacts, Question } from '../messages.ts';
import { lineFacts } from './line-facts.ts';
import { fileReader, open, problemsOf } from './open.ts';

type Say = (answer: Answer) => void;

/** By name. */
const profiles: Promise<Readonly<Record<string, Profile>>> = fetch('profiles.json').then((each) =>
  each.json(),
);

let kept: Forecast | undefined;

/** What the commands take when no flag says otherwise. */
const optionsFor = (profile: Profile, document: Document): PredictOptions => ({
  profile,
  dialect: undefined,
  cache: 'warm',
  without: [],
  seed: 0,
  files: fileReader(document),
  now: () => performance.now(),
  timeoutMs: 60_000,
});

async function diagnose(document: Document, profileName: string, say: Say): Promise<void> {
  kept = undefined;
  const opened = open(document);
  if (!opened.value) return say({ kind: 'failed', problems: problemsOf(document, opened.diagnostics) });
  const { launch, source, origin } = opened.value;
  const options = optionsFor((await profiles)[profileName], document);
  const forecast = forecastLaunch(launch, source, options);
  const problems = problemsOf(document, [...opened.diagnostics, ...forecast.diagnostics], origin);
  if (!forecast.value) return say({ kind: 'failed', problems });
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

async function devices(document: Document, say: Say): Promise<void> {
  const { value } = open(document);
  if (!value) return;
  for (const [profile, each] of Object.entries(await profiles)) {
    const { value: prediction, diagnostics } = predictLaunch(
      value.launch,
      value.source,
      optionsFor(each, document),
    );
    if (prediction) say({ kind: 'device', profile, prediction });
    else say({ kind: 'device', profile, why: diagnostics[0]?.message ?? 'no prediction' });
  }
}

function draft(document: Document, say: Say): void {
  const shader = { file: document.shaderName, text: document.shader };
  const { value, diagnostics } = draftsOf(shader, { path: document.shaderName, given: {} });
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
      return devices(question.document, say);
    case 'draft':
      return draft(question.document, say);
  }
}

/** What a question shows of bugs, and what is thrown as diagnostics outside of a forecast. */
function problemOf(error: unknown): Answer {
  const { diagnostics, message } = error as Partial<DiagnosticError>;
  const text = diagnostics?.[0]?.message ?? `${message} (a bug in kernelcast)`;
  return { kind: 'failed', problems: [{ severity: 'unsupported', message: text, notes: [] }] };
}

let queue = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const say: Say = (each) => postMessage({ id: data.id, answer: each } satisfies Answered);
  queue = queue
    .then(() => answer(data.question, say))
    .catch((error) => say(problemOf(error)))
    .then(() => say({ kind: 'done' }));
});
