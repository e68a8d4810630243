// `search APP -o FOLDER`, `tune APP -o FOLDER`: the app with the kernels that were found, as a folder that is whole by itself: its app file,
// the changed shaders, and copies of all else that it names.

import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type App, inputsOf } from '../app/app.ts';
import { changedApp, type PipelineChange } from '../app/rewrite.ts';
import { withParams } from '../app/with-params.ts';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { readText } from '../launch/load.ts';
import { MARK } from '../report/mark.ts';
import { type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { UsageError } from './usage-error.ts';

/** A change with the text of its shader. */
export type KernelChange = Omit<PipelineChange, 'shader'> & { readonly source: string };

/** Where the changed shaders lie in the folder. */
const CHANGED = 'changed';

/** What can be refused before anything is computed. @throws UsageError */
export function refuseNoFolder(flag: string, folder: string, appFile: string): void {
  const refuse = (reason: string) => new UsageError(`${flag} ${folder}: ${reason}`);
  if (/\.(wgsl|jsonc?)$/.test(folder)) throw refuse('expected a folder, since an app has many files');
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw refuse('it is there, and no folder');
  if (path.resolve(folder) === path.resolve(path.dirname(appFile)))
    throw refuse('the app lies there; expected another folder');
}

/** @returns the app file and the changed shaders. @throws UsageError, DiagnosticError */
export function writeApp(
  { folder, force }: { readonly folder: string; readonly force: boolean },
  app: App,
  changes: readonly KernelChange[],
  params: Readonly<Record<string, string>>,
): string[] {
  const inputs = inputsOf(app);
  const from = path.dirname(app.file);
  const file = path.join(folder, path.basename(app.file));
  const named = changes.map((change, at) => ({
    ...change,
    shader: `${CHANGED}/${fileNameOf(change.pipeline.name, at)}.wgsl`,
  }));
  const original = readText(app.file, 'app/missing-file').value ?? '{}';
  const { value, diagnostics } = changedApp(original, app, named, params, file);
  if (!value) throw new DiagnosticError(diagnostics);
  const own = new Set(named.map(({ shader }) => path.resolve(folder, shader)));
  const others = inputsOf(value.app).filter((each) => each !== file && !own.has(path.resolve(each)));
  for (const each of others) {
    const place = path.relative(folder, each);
    if (place.startsWith('..') || path.isAbsolute(place))
      throw new UsageError(`-o ${folder}: the app names ${each}, which does not lie in its own folder`);
  }
  mkdirSync(path.join(folder, CHANGED), { recursive: true });
  const output = (name: string): Output => ({ flag: '-o', file: name, force });
  const shaders = named.map(({ shader, source }) => ({ name: path.join(folder, shader), source }));
  const written = [file, ...shaders.map(({ name }) => name)];
  for (const each of written) refuseUnwritable(output(each), inputs);
  for (const each of others) copy(path.join(from, path.relative(folder, each)), output(each));
  for (const { name, source } of shaders) writeOutput(output(name), `// ${MARK}.\n${source}`, inputs);
  const text = value.text.includes(MARK) ? value.text : `// ${MARK}.\n${value.text}`;
  writeOutput(output(file), text, inputs);
  return written;
}

/**
 * The app with other params, as a folder that is whole by itself.
 * @returns the app file. @throws UsageError
 */
export function writeAppWithParams(
  { folder, force }: { readonly folder: string; readonly force: boolean },
  app: App,
  params: Readonly<Record<string, number | string>>,
): string[] {
  const inputs = inputsOf(app);
  const from = path.dirname(app.file);
  const file = path.join(folder, path.basename(app.file));
  mkdirSync(folder, { recursive: true });
  for (const each of inputs.filter((one) => one !== app.file)) {
    const place = path.relative(from, each);
    if (place.startsWith('..') || path.isAbsolute(place))
      throw new UsageError(`-o ${folder}: the app names ${each}, which does not lie in its own folder`);
    copy(each, { flag: '-o', file: path.join(folder, place), force });
  }
  const text = withParams(readText(app.file, 'app/missing-file').value ?? '{}', params);
  const marked = text.includes(MARK) ? text : `// ${MARK}.\n${text}`;
  writeOutput({ flag: '-o', file, force }, marked, inputs);
  return [file];
}

/** What is there already, and the same, stays. */
function copy(from: string, to: Output): void {
  mkdirSync(path.dirname(to.file), { recursive: true });
  if (existsSync(to.file) && readFileSync(to.file).equals(readFileSync(from))) return;
  refuseUnwritable(to, [from]);
  copyFileSync(from, to.file);
}

/** For what is about one kernel, without its ending. */
export function fileNameOf(pipeline: string, at: number): string {
  return `${at + 1}-${pipeline.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;
}
