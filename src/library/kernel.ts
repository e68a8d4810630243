// A kernel from texts, as a page or a test has them: the launch, and its shader with what stands before it.

import { isSpirvFile, spirvSource } from '../decode/spirv/read.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { assemble, isTemplate } from '../launch/assemble.ts';
import type { Launch } from '../launch/launch.ts';
import { type Overrides, parseLaunch } from '../launch/parse.ts';
import type { Kernel, ShaderSource } from '../predict/shader.ts';

/** What a launch file does not say itself. */
export interface KernelSettings extends Overrides {
  /** The launch file's path, for messages and to find what it names. */
  readonly file?: string;
}

/**
 * Reads a launch file's text with the shader that it names. Nothing is opened and no compiler is asked whether the
 * WGSL is valid: `validateWgsl` does that.
 * @param files shaders and `prepend` files by the path that the launch names; a text by itself is the shader
 */
export function parseKernel(
  launchText: string,
  files: string | Readonly<Record<string, string | Uint8Array>>,
  { file = 'launch.json', ...overrides }: KernelSettings = {},
): Outcome<Kernel> {
  const { value: parsed, diagnostics } = parseLaunch(launchText, file, overrides);
  if (parsed === undefined) return { diagnostics };
  const table = typeof files === 'string' ? { [parsed.shaderPath]: files } : files;
  const named = [parsed.shaderPath, ...(parsed.prepend ?? []).map((each) => each.file)];
  const missing = named.filter((path) => !Object.hasOwn(table, path));
  if (missing.length > 0) return { diagnostics: [...diagnostics, ...missing.map(notGiven)] };
  const preludes = (parsed.prepend ?? []).map((each) => ({
    file: each.file,
    text: textOf(table[each.file]),
  }));
  const launch = parsed.prepend ? { ...parsed, preludes } : parsed;
  const source = sourceOf(launch, table[launch.shaderPath]);
  const found = [...diagnostics, ...source.diagnostics];
  return source.value === undefined
    ? { diagnostics: found }
    : { value: { launch, source: source.value }, diagnostics: found };
}

function sourceOf(launch: Launch, shader: string | Uint8Array): Outcome<ShaderSource> {
  if (isSpirvFile(launch.shaderPath)) {
    const bytes = typeof shader === 'string' ? new TextEncoder().encode(shader) : shader;
    return spirvSource(launch.shaderPath, bytes);
  }
  const text = textOf(shader);
  return { value: isTemplate(launch) ? assemble(launch, text).text : text, diagnostics: [] };
}

function textOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function notGiven(path: string): Diagnostic {
  const message = `the content of ${path} is not given: pass it as \`files\``;
  return { severity: 'invalid', code: 'launch/missing-file', message };
}
