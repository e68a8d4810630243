// Opens the kernel that a launch file describes: the launch itself, its shader, and what Tint says about it.

import { readFileSync, statSync } from 'node:fs';
import { describeBinary, isSpirvFile, spirvSource } from '../decode/spirv/read.ts';
import { type Diagnostic, DiagnosticError, type Outcome, type Severity } from '../diagnostics/diagnostic.ts';
import { validateWgsl } from '../hardware/tint.ts';
import { assemble, isTemplate } from '../launch/assemble.ts';
import type { Launch } from '../launch/launch.ts';
import { loadLaunch, type ReadOptions, readText } from '../launch/load.ts';
import type { Kernel, ShaderSource } from '../predict/shader.ts';
import { rememberBinary, rememberOrigins } from './terminal.ts';

export type { Kernel } from '../predict/shader.ts';

/** Far beyond what a driver would take. */
const MAXIMUM_SHADER_BYTES = 64 * 1024 ** 2;

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function loadKernel(
  path: string,
  params: Readonly<Record<string, string>> = {},
  options: ReadOptions = {},
): Promise<Outcome<Kernel>> {
  const loaded = loadLaunch(path, { params }, options);
  const launch = loaded.value;
  if (launch === undefined) return { diagnostics: loaded.diagnostics };
  const source = wholeSource(launch);
  if (source.value === undefined) return { diagnostics: [...loaded.diagnostics, ...source.diagnostics] };
  const found: Diagnostic[] = [...loaded.diagnostics];
  if (typeof source.value === 'string') found.push(...(await validateWgsl(source.value, launch.shaderPath)));
  if (found.some((diagnostic) => diagnostic.severity !== 'warning')) return { diagnostics: found };
  return { value: { launch, source: source.value }, diagnostics: found };
}

/** The launch's shader with what stands before it and what its names stand for. */
function wholeSource(
  launch: Pick<Launch, 'shaderPath' | 'shaderSpan' | 'preludes' | 'defines'>,
): Outcome<ShaderSource> {
  const source = readShader(launch);
  if (source.value === undefined || !isTemplate(launch)) return source;
  if (typeof source.value !== 'string') {
    const message = `"prepend" and "defines" are for WGSL; ${launch.shaderPath} is SPIR-V`;
    return { diagnostics: [{ severity: 'invalid', code: 'launch/template', message }] };
  }
  const assembled = assemble(launch, source.value);
  rememberOrigins(launch.shaderPath, assembled.origin);
  return { ...source, value: assembled.text };
}

/** A shader by itself and with what stands before it, read and validated as that of a launch is. */
export async function openShader(
  shaderPath: string,
  prepend: readonly string[] = [],
): Promise<Outcome<ShaderSource>> {
  const texts = prepend.map((file) => ({ file, ...readText(file, 'launch/missing-file') }));
  const diagnostics = texts.flatMap((each) => each.diagnostics);
  if (diagnostics.length > 0) return { diagnostics };
  const preludes = texts.map(({ file, value }) => ({ file, text: value! }));
  const source = wholeSource({ shaderPath, preludes });
  if (typeof source.value !== 'string') return source;
  const found = await validateWgsl(source.value, shaderPath);
  const isWrong = found.some(({ severity }) => severity !== 'warning');
  return isWrong ? { diagnostics: found } : { ...source, diagnostics: found };
}

/** The ending decides the language. */
function readShader({
  shaderPath,
  shaderSpan,
}: Pick<Launch, 'shaderPath' | 'shaderSpan'>): Outcome<ShaderSource> {
  const place = shaderSpan === undefined ? {} : { span: shaderSpan };
  const fail = (severity: Severity, code: string, message: string): Outcome<ShaderSource> => ({
    diagnostics: [{ severity, code, message: `cannot read the shader ${shaderPath}: ${message}`, ...place }],
  });
  try {
    const { size } = statSync(shaderPath);
    if (size > MAXIMUM_SHADER_BYTES) {
      const message = `it has ${size} bytes; at most ${MAXIMUM_SHADER_BYTES} are read`;
      return fail('unsupported', 'launch/large-file', message);
    }
    if (!isSpirvFile(shaderPath)) return readText(shaderPath, 'launch/missing-file');
    const source = spirvSource(shaderPath, readFileSync(shaderPath));
    if (source.value && 'bytes' in source.value) rememberBinary(shaderPath, describeBinary(source.value));
    return source;
  } catch (error) {
    return fail('invalid', 'launch/missing-file', (error as Error).message);
  }
}

/** Data files are read whole, so they must fit into memory beside everything else. */
const MAXIMUM_FILE_BYTES = 512 * 1024 ** 2;

/** Reads the files of `file` buffers, each once. The function throws a `DiagnosticError`. */
export function fileReader(): (path: string) => Uint8Array {
  const known = new Map<string, Uint8Array>();
  return (path) => {
    const bytes = known.get(path) ?? readData(path);
    known.set(path, bytes);
    return bytes;
  };
}

function readData(path: string): Uint8Array {
  const refuse = (severity: Severity, code: string, message: string): never => {
    throw new DiagnosticError([{ severity, code, message: `cannot read ${path}: ${message}` }]);
  };
  try {
    const { size } = statSync(path);
    if (size > MAXIMUM_FILE_BYTES) {
      refuse(
        'unsupported',
        'launch/large-file',
        `it has ${size} bytes; at most ${MAXIMUM_FILE_BYTES} are read`,
      );
    }
    return readFileSync(path);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    return refuse('invalid', 'launch/missing-file', (error as Error).message);
  }
}
