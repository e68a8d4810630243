// Opens app files: the one part of `app/` that reads from disk. Checks that the files which an app names are there,
// so that a missing one is reported at its place in the app file.

import type { Diagnostic, Outcome, Span } from '../diagnostics/diagnostic.ts';
import { fileOf } from '../launch/launch.ts';
import { type ReadOptions, readText, refusalToRead, sizeOf } from '../launch/load.ts';
import type { Overrides } from '../launch/parse.ts';
import type { App } from './app.ts';
import { isAppText, parseApp } from './parse.ts';

/** Whether a file means to be an app file; what cannot be read is none. */
export function isAppFile(file: string): boolean {
  const text = /\.jsonc?$/i.test(file) ? readText(file, 'app/missing-file').value : undefined;
  return text !== undefined && isAppText(text);
}

/** Reads the app file and checks the files it names. The shaders themselves are not read. */
export function loadApp(file: string, overrides: Overrides = {}, options: ReadOptions = {}): Outcome<App> {
  const text = readText(file, 'app/missing-file');
  if (text.value === undefined) return { diagnostics: text.diagnostics };
  const parsed = parseApp(text.value, file, overrides);
  const app = parsed.value;
  if (app === undefined) return parsed;
  const missing = (named: string, span: Span | undefined): Diagnostic[] => {
    const reason = refusalToRead(named, file, options) ?? sizeOf(named);
    if (typeof reason !== 'string') return [];
    const place = span === undefined ? {} : { span };
    const message = `cannot read ${named}: ${reason}`;
    return [{ severity: 'invalid', code: 'app/missing-file', message, ...place }];
  };
  const written = app.operations.flatMap((each) =>
    each.kind === 'write' ? [{ data: each.data, span: each.span }] : [],
  );
  const diagnostics = [
    ...parsed.diagnostics,
    ...app.pipelines.flatMap(({ shaderPath, shaderSpan }) => missing(shaderPath, shaderSpan)),
    ...[...app.buffers, ...written].flatMap(({ data, span }) => {
      const path = fileOf(data);
      return path === undefined ? [] : missing(path, span);
    }),
  ];
  if (diagnostics.some(({ severity }) => severity !== 'warning')) return { diagnostics };
  return { value: app, diagnostics };
}
