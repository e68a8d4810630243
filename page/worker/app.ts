// An app that was opened: its prediction, and single dispatches of it as documents.

import { filesOf } from '../../src/app/archive.ts';
import { launchText } from '../../src/app/launch-text.ts';
import { isAppText, parseApp } from '../../src/app/parse.ts';
import { type AppOptions, type ForecastDispatch, forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { isSpirvFile, spirvSource } from '../../src/decode/spirv/read.ts';
import { type Diagnostic, DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { ShaderSource } from '../../src/predict/shader.ts';
import type { OpenedFile, Say } from '../messages.ts';
import { problemsOf } from './open.ts';

type Files = ReadonlyMap<string, Uint8Array>;

interface Kept {
  readonly dispatches: readonly ForecastDispatch[];
  readonly files: Files;
}

let kept: Kept | undefined;

/** Its files by their paths from the folder of the app file, which is told with it. */
async function read(opened: readonly OpenedFile[]): Promise<{ appFile: string; files: Files }> {
  const [only] = opened;
  if (opened.length === 1 && /\.tar$/i.test(only.path)) {
    try {
      return { appFile: 'app.json', files: filesOf(new Uint8Array(await only.file.arrayBuffer())) };
    } catch (error) {
      throw invalid(`cannot read ${only.path}: ${(error as Error).message}`);
    }
  }
  const contents = opened.map(
    async ({ path, file }) => [path, new Uint8Array(await file.arrayBuffer())] as const,
  );
  const all = await Promise.all(contents);
  const app = all
    .filter(([path, bytes]) => /\.jsonc?$/i.test(path) && isAppText(new TextDecoder().decode(bytes)))
    .sort(([a], [b]) => a.split('/').length - b.split('/').length)[0];
  if (!app) throw invalid('there is no app file among the files (app.json, as captures have it)');
  const folder = app[0].slice(0, app[0].lastIndexOf('/') + 1);
  const within = all.filter(([path]) => path.startsWith(folder));
  return {
    appFile: app[0].slice(folder.length),
    files: new Map(within.map(([path, bytes]) => [path.slice(folder.length), bytes])),
  };
}

export async function openApp(
  opened: readonly OpenedFile[],
  options: Omit<AppOptions, 'files' | 'sourceOf' | 'progress'>,
  say: Say,
): Promise<void> {
  kept = undefined;
  const start = performance.now();
  const { appFile, files } = await read(opened);
  const text = new TextDecoder().decode(files.get(appFile));
  const parsed = parseApp(text, appFile);
  const app = parsed.value;
  const isFatal = ({ severity }: Diagnostic) => severity !== 'warning';
  const fail = (diagnostics: readonly Diagnostic[]) =>
    say({ kind: 'failed', problems: problemsOf(NO_DOCUMENT, diagnostics.filter(isFatal)) });
  if (!app) {
    fail(parsed.diagnostics);
    return;
  }
  const bytesOf = (path: string): Uint8Array => {
    const bytes = files.get(path);
    if (!bytes) throw invalid(`${path}, which the app file names, is not among its files`);
    return bytes;
  };
  const sources = new Map(app.pipelines.map(({ shaderPath }) => [shaderPath, sourceOf(shaderPath, bytesOf)]));
  const outcome = forecastApp(app, {
    ...options,
    files: bytesOf,
    sourceOf: ({ shaderPath }) => sources.get(shaderPath)!,
    progress: (done, of) => say({ kind: 'progress', text: `${done} of ${of} operations` }),
  });
  if (!outcome.value) {
    fail(outcome.diagnostics);
    return;
  }
  kept = { dispatches: outcome.value.steps.flatMap(({ dispatched }) => dispatched ?? []), files };
  const seconds = (performance.now() - start) / 1000;
  say({ kind: 'app', prediction: summarize(app, outcome.value, options.profile, seconds) });
}

/** The dispatch at a position of the prediction's, as a document. @throws DiagnosticError */
export function openDispatch(at: number, say: Say): void {
  const { dispatches, files } = kept!;
  const { launch, source } = dispatches[at];
  if (typeof source !== 'string')
    throw invalid(`${launch.shaderPath} is SPIR-V, which the page does not edit`);
  const made = launchText(launch, (path) => files.get(path)!);
  const named = launch.bindings.flatMap(({ data }) => (data.kind === 'file' ? [data.path] : []));
  say({
    kind: 'opened',
    document: {
      launchName: `${launch.name.replace(/[^\w.-]+/g, '-')}.json`,
      launch: made.text,
      shaderName: launch.shaderPath,
      shader: source,
      files: { ...Object.fromEntries(named.map((path) => [path, files.get(path)!])), ...made.files },
    },
  });
}

function sourceOf(path: string, bytesOf: (path: string) => Uint8Array): ShaderSource {
  if (!isSpirvFile(path)) return new TextDecoder().decode(bytesOf(path));
  const { value, diagnostics } = spirvSource(path, bytesOf(path));
  if (!value) throw new DiagnosticError(diagnostics);
  return value;
}

const NO_DOCUMENT = { launchName: '', launch: '', shaderName: '', shader: '', files: {} };

function invalid(message: string): DiagnosticError {
  return new DiagnosticError([{ severity: 'invalid', code: 'page/app', message }]);
}
