// App files written down as objects, for the tests of their parts.

import { expect } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { parseApp } from '../../src/app/parse.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';

export const FILE = 'app.json';

/** Two buffers of 1 KiB and 256 bytes, and a pipeline, beside what `file` says. */
export function textOf(file: object): string {
  return JSON.stringify({
    schema: 'kernelcast/app@1',
    buffers: { a: { size: 1024 }, b: { size: 256 } },
    pipelines: { run: { shader: 'run.wgsl' } },
    steps: [],
    ...file,
  });
}

export function read(file: object): App {
  const { value, diagnostics } = parseApp(textOf(file), FILE);
  expect(diagnostics).toEqual([]);
  return value!;
}

/** What is wrong with it, each with the text at its place. */
export function problems(file: object): [code: string, message: string, place: string | undefined][] {
  const text = textOf(file);
  const { value, diagnostics } = parseApp(text, FILE);
  expect(value).toBeUndefined();
  return diagnostics.map(({ code, message, span }: Diagnostic) => [
    code,
    message,
    span && text.slice(span.start, span.end),
  ]);
}
