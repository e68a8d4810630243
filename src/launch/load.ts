// Opens launch files: the one part of `launch/` that reads from disk. Checks that the files which a launch
// names are there, so that a missing one is reported at its place in the launch file.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { Binding, Launch } from './launch.ts';
import { type Overrides, parseLaunch } from './parse.ts';

/** What some editors put in front of a text; no part of it. */
const BYTE_ORDER_MARK = /^\ufeff/;

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'no permission';
  if (code === 'EISDIR') return 'it is a folder';
  return String((error as Error).message);
}

/** The size of a file in bytes, or why there is none. */
export function sizeOf(file: string): number | string {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) return 'it is a folder';
    // A device or a pipe may have no end, and what the system makes up while it is read no size.
    return stat.isFile() ? stat.size : 'it is no file';
  } catch (error) {
    return reasonOf(error);
  }
}

/** What a launch file from elsewhere may make its reader open. */
export interface ReadOptions {
  /** Folders beside the launch file's own whose files it may name. */
  readonly allowRead?: readonly string[];
}

/**
 * Why a launch file may not name this file; undefined where it may. Its own folder, what is below, and the folders
 * that the user allows are told by the place itself, with links resolved.
 */
export function refusalToRead(
  file: string,
  launchFile: string,
  { allowRead = [] }: ReadOptions,
): string | undefined {
  const folders = [path.dirname(launchFile), ...allowRead];
  const isWithin = (place: string, inside: (folder: string) => string) =>
    folders.some((folder) => {
      const way = path.relative(inside(folder), place);
      return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
    });
  // By the name first: whether there is anything at a forbidden place must not show.
  const place = path.resolve(file);
  const real = isWithin(place, path.resolve) || isWithin(place, realOf) ? realOf(place) : undefined;
  if (real !== undefined && isWithin(real, realOf)) return undefined;
  return `it lies outside of the launch file's folder; --allow-read ${path.dirname(real ?? place)} allows it`;
}

/** With links resolved, as far as there is something. */
function realOf(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const folder = path.dirname(place);
    return folder === place ? place : path.join(realOf(folder), path.basename(place));
  }
}

/** Texts are read whole; of any launch file or shader, this is a hundred times what people write. */
const MAXIMUM_TEXT_BYTES = 64 * 1024 ** 2;

/** Reads a text file; `code` names the problem when it cannot be read. */
export function readText(file: string, code: string): Outcome<string> {
  const size = sizeOf(file);
  if (typeof size === 'string') {
    const message = `cannot read ${file}: ${size}`;
    return { diagnostics: [{ severity: 'invalid', code, message }] };
  }
  if (size > MAXIMUM_TEXT_BYTES) {
    const message = `cannot read ${file}: it has ${size} bytes; at most ${MAXIMUM_TEXT_BYTES} are read`;
    return { diagnostics: [{ severity: 'unsupported', code: 'launch/large-file', message }] };
  }
  try {
    return { value: readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, ''), diagnostics: [] };
  } catch (error) {
    const message = `cannot read ${file}: ${reasonOf(error)}`;
    return { diagnostics: [{ severity: 'invalid', code, message }] };
  }
}

function checkDataFile(
  binding: Binding,
  readable: (file: string) => string | undefined,
): Diagnostic | undefined {
  if (binding.data.kind !== 'file') return undefined;
  const size = readable(binding.data.path) ?? sizeOf(binding.data.path);
  const place = binding.span === undefined ? {} : { span: binding.span };
  const what = `group ${binding.group}, binding ${binding.binding}`;
  if (typeof size === 'string') {
    const message = `${what}: cannot read ${binding.data.path}: ${size}`;
    return { severity: 'invalid', code: 'launch/missing-file', message, ...place };
  }
  if (size === binding.sizeBytes) return undefined;
  const end = size < binding.sizeBytes ? 'zeros follow' : 'the rest is left out';
  const message = `${what}: ${binding.data.path} has ${size} bytes, the buffer ${binding.sizeBytes}; ${end}`;
  return { severity: 'warning', code: 'launch/file-size', message, ...place };
}

function shaderInstead(file: string): Diagnostic {
  const message = `${file} is a shader; expected a launch file, which names the shader and says how it is dispatched`;
  const shader = file.replace(/^.*[/\\]/, '');
  const notes = [`kernelcast init ${shader} writes one`];
  return { severity: 'invalid', code: 'launch/shader-instead', message, notes };
}

/** Reads the launch file and checks the files it names. The shader itself is not read. */
export function loadLaunch(
  file: string,
  overrides: Overrides = {},
  options: ReadOptions = {},
): Outcome<Launch> {
  const text = readText(file, 'launch/missing-file');
  if (text.value === undefined) return { diagnostics: text.diagnostics };
  if (/\.(wgsl|spv|spvasm)$/i.test(file)) return { diagnostics: [shaderInstead(file)] };
  const parsed = parseLaunch(text.value, file, overrides);
  const launch = parsed.value;
  if (launch === undefined) return parsed;
  const diagnostics = [...parsed.diagnostics];
  const readable = (named: string) => refusalToRead(named, file, options);
  const shaderSize = readable(launch.shaderPath) ?? sizeOf(launch.shaderPath);
  if (typeof shaderSize === 'string') {
    const message = `cannot read the shader ${launch.shaderPath}: ${shaderSize}`;
    const place = launch.shaderSpan === undefined ? {} : { span: launch.shaderSpan };
    diagnostics.push({ severity: 'invalid', code: 'launch/missing-file', message, ...place });
  }
  for (const binding of launch.bindings) {
    const problem = checkDataFile(binding, readable);
    if (problem !== undefined) diagnostics.push(problem);
  }
  const reference = launch.check?.reference;
  const refused = reference === undefined ? undefined : readable(reference);
  if (refused !== undefined) {
    const message = `cannot read the reference ${reference}: ${refused}`;
    diagnostics.push({ severity: 'invalid', code: 'launch/missing-file', message });
  }
  const preludes = (launch.prepend ?? []).flatMap(({ file: named, span }) => {
    const refusal = readable(named);
    const prelude = refusal === undefined ? readText(named, 'launch/missing-file') : { diagnostics: [] };
    const message =
      refusal === undefined ? prelude.diagnostics[0]?.message : `cannot read ${named}: ${refusal}`;
    if (message !== undefined)
      diagnostics.push({ severity: 'invalid', code: 'launch/missing-file', message, span });
    return prelude.value === undefined ? [] : [{ file: named, text: prelude.value }];
  });
  if (diagnostics.some((d) => d.severity !== 'warning')) return { diagnostics };
  return { value: launch.prepend ? { ...launch, preludes } : launch, diagnostics };
}
