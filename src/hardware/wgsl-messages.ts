// Has the compiler behind a WebGPU device validate WGSL, and makes problems with places of what it says.

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { positionOf } from '../diagnostics/render.ts';
import { withoutLongLines } from './long-lines.ts';

// Dawn prints every warning of a shader on the process's standard output, among the results, and offers no
// way to stop it. So warnings are not asked for: the rule that is a warning by default is switched off in
// front of the source; severities that the source asks for give way to `off`, and rules that Tint would warn
// about because it does not know them to blanks, at the same length.
const NO_WARNINGS = 'diagnostic(off,chromium.unreachable_code);';
const KNOWN_RULE =
  /^(derivative_uniformity|subgroup_uniformity|chromium\.(unreachable_code|subgroup_matrix_uniformity))$/;
const DIRECTIVE = /@?\bdiagnostic\s*\(\s*(off|info|warning|error)\s*,\s*([\w.]+)\s*,?\s*\)\s*;?/g;

function withoutWarnings(source: string): { code: string; shift: number } {
  const code = source.replace(DIRECTIVE, (whole: string, severity: string, rule: string) => {
    if (!KNOWN_RULE.test(rule)) return whole.replace(/\S/g, ' ');
    if (severity === 'off' || severity === 'error') return whole;
    return whole.replace(severity, 'off'.padEnd(severity.length));
  });
  if (source.includes('chromium.unreachable_code')) return { code, shift: 0 };
  return { code: NO_WARNINGS + code, shift: NO_WARNINGS.length };
}

/** What Tint knows, but takes only where it is asked for in a way that nobody can from here. */
const NOT_HERE = [
  /^extension '(?<extension>[^']+)' is not allowed in the current environment/,
  /^language feature '(?<feature>[^']+)' is not allowed in the current environment/,
  /requires the (?<feature>\w+) language feature, which is not allowed in the current environment/,
];

/** What needs a line that the source lacks. */
const NOT_ENABLED = [
  /without '(\w+)' extension enabled/,
  /without (?:the )?extension '(\w+)'/,
  /requires enabling extension '(\w+)'/,
];

/** Extensions that a source may enable; others nobody can use here. */
const EXTENSIONS = ['f16', 'subgroups', 'subgroup_size_control'];

/** What the first pattern that matches has found. */
function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return undefined;
}

/** The name of what is missing, as a noun, where Tint or kernelcast do not take it at all. */
function unsupportedPart(text: string, extension: string | undefined): string | undefined {
  const groups = firstMatch(NOT_HERE, text)?.groups;
  if (groups?.feature) return `language feature '${groups.feature}'`;
  const missing = groups?.extension ?? extension;
  return missing === undefined || EXTENSIONS.includes(missing) ? undefined : `extension '${missing}'`;
}

function diagnosticOf(
  message: CompilationMessage,
  source: string,
  file: string,
  toSource: (offset: number) => number,
): Diagnostic {
  const place = (offset: number) => Math.max(0, Math.min(toSource(offset), source.length));
  const start = place(message.offset);
  const end = place(message.offset + Math.max(message.length, 1));
  const [text, ...notes] = message.message.split('\n');
  const extension = firstMatch(NOT_ENABLED, text)?.[1];
  const part = unsupportedPart(text, extension);
  if (part !== undefined) {
    const named = `the ${part} is not supported`;
    return { severity: 'unsupported', code: 'wgsl/extension', message: named, span: { file, start, end } };
  }
  if (extension !== undefined) {
    notes.push(`${file}:1:1: add the line \`enable ${extension};\` here, in front of all declarations`);
  }
  return {
    severity: message.type === 'error' ? 'invalid' : 'warning',
    code: message.type === 'error' ? 'wgsl/invalid' : 'wgsl/warning',
    message: text,
    span: { file, start, end: Math.max(start, end) },
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Tint explains a problem by the `info` messages after it: they become its notes. */
function diagnosticsOf(
  messages: Iterable<CompilationMessage>,
  source: string,
  file: string,
  toSource: (offset: number) => number,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const message of messages) {
    const explained = message.type === 'info' ? diagnostics.pop() : undefined;
    if (explained === undefined) {
      diagnostics.push(diagnosticOf(message, source, file, toSource));
      continue;
    }
    const { line, column } = positionOf(source, toSource(message.offset));
    const place = message.lineNum > 0 ? `${file}:${line}:${column}: ` : '';
    diagnostics.push({ ...explained, notes: [...(explained.notes ?? []), place + message.message] });
  }
  return diagnostics;
}

/** What is used of a `GPUDevice`. */
export interface WgslCompiler {
  /** As WebGPU has it. */
  pushErrorScope(filter: 'validation'): void;
  /** As WebGPU has it. */
  popErrorScope(): Promise<unknown>;
  /** As WebGPU has it. */
  createShaderModule(descriptor: { readonly code: string }): {
    /** As WebGPU has it. */
    getCompilationInfo(): Promise<{ readonly messages: Iterable<CompilationMessage> }>;
  };
}

/** A `GPUCompilationMessage`. */
export interface CompilationMessage {
  readonly message: string;
  readonly type: 'error' | 'warning' | 'info';
  readonly lineNum: number;
  readonly offset: number;
  readonly length: number;
}

/** Tint may take a kilobyte of memory for each character, as it does for thousands of small functions. */
const MAXIMUM_SOURCE = 1_500_000;

/**
 * What the compiler behind a WebGPU device says about a WGSL source named `file`, in a page as in Node: empty when the
 * shader is fine.
 */
export async function validateOn(device: WgslCompiler, source: string, file: string): Promise<Diagnostic[]> {
  if (source.length > MAXIMUM_SOURCE) {
    const message = `the shader has ${source.length} characters; at most ${MAXIMUM_SOURCE} are validated`;
    const span = { file, start: 0, end: 0 };
    return [{ severity: 'unsupported', code: 'wgsl/too-large', message, span }];
  }
  // Without a scope, Dawn prints the error on stderr by itself.
  device.pushErrorScope('validation');
  const broken = withoutLongLines(source);
  const { code, shift } = withoutWarnings(broken.code);
  const info = await device.createShaderModule({ code }).getCompilationInfo();
  await device.popErrorScope();
  return diagnosticsOf(info.messages, source, file, (offset) => broken.toSource(offset - shift));
}
