// Opens launch files: the one part of `launch/` that reads from disk. Checks that the files which a launch
// names are there, so that a missing one is reported at its place in the launch file.

import { readFileSync, statSync } from 'node:fs';
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
function sizeOf(path: string): number | string {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : 'it is no file';
  } catch (error) {
    return reasonOf(error);
  }
}

/** Texts are read whole; of any launch file or shader, this is a hundred times what people write. */
const MAXIMUM_TEXT_BYTES = 64 * 1024 ** 2;

/** Reads a text file; `code` names the problem when it cannot be read. */
export function readText(path: string, code: string): Outcome<string> {
  const size = sizeOf(path);
  if (typeof size === 'number' && size > MAXIMUM_TEXT_BYTES) {
    const message = `cannot read ${path}: it has ${size} bytes; at most ${MAXIMUM_TEXT_BYTES} are read`;
    return { diagnostics: [{ severity: 'unsupported', code: 'launch/large-file', message }] };
  }
  try {
    return { value: readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, ''), diagnostics: [] };
  } catch (error) {
    const message = `cannot read ${path}: ${reasonOf(error)}`;
    return { diagnostics: [{ severity: 'invalid', code, message }] };
  }
}

function checkDataFile(binding: Binding): Diagnostic | undefined {
  if (binding.data.kind !== 'file') return undefined;
  const size = sizeOf(binding.data.path);
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

function shaderInstead(path: string): Diagnostic {
  const message = `${path} is a shader; expected a launch file, which names the shader and says how it is dispatched`;
  const shader = path.replace(/^.*[/\\]/, '');
  const least = `{ "shader": "${shader}", "dispatch": [64], "bindings": [{ "group": 0, "binding": 0, "size": 4096 }] }`;
  const notes = [`for instance, in a file beside it: ${least}`];
  return { severity: 'invalid', code: 'launch/shader-instead', message, notes };
}

/** Reads the launch file at `path` and checks the files it names. The shader itself is not read. */
export function loadLaunch(path: string, overrides: Overrides = {}): Outcome<Launch> {
  const text = readText(path, 'launch/missing-file');
  if (text.value === undefined) return { diagnostics: text.diagnostics };
  if (/\.(wgsl|spv|spvasm)$/i.test(path)) return { diagnostics: [shaderInstead(path)] };
  const parsed = parseLaunch(text.value, path, overrides);
  const launch = parsed.value;
  if (launch === undefined) return parsed;
  const diagnostics = [...parsed.diagnostics];
  const shaderSize = sizeOf(launch.shaderPath);
  if (typeof shaderSize === 'string') {
    const message = `cannot read the shader ${launch.shaderPath}: ${shaderSize}`;
    const place = launch.shaderSpan === undefined ? {} : { span: launch.shaderSpan };
    diagnostics.push({ severity: 'invalid', code: 'launch/missing-file', message, ...place });
  }
  for (const binding of launch.bindings) {
    const problem = checkDataFile(binding);
    if (problem !== undefined) diagnostics.push(problem);
  }
  if (diagnostics.some((d) => d.severity !== 'warning')) return { diagnostics };
  return { value: launch, diagnostics };
}
