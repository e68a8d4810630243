// An app file with other kernels for some of its pipelines: its text, with its comments and order, and with what has to
// differ. Expressions are kept where they say what they have to; where they turn out not to, numbers take their place.

import { applyEdits, getLocation, type JSONPath, modify, parse } from 'jsonc-parser';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type App, type Dispatch, isDispatch, isIndirect, type Pipeline } from './app.ts';
import { parseApp } from './parse.ts';

type Counts = readonly [number, number, number];
type Written = readonly [number | string, number | string, number | string];

/** What becomes of a pipeline. */
export interface PipelineChange {
  readonly pipeline: Pipeline;
  /** Path of its new shader from the new app file. */
  readonly shader: string;
  readonly constants: Readonly<Record<string, number>>;
  /** Limits beyond WebGPU's defaults that it needs. */
  readonly limits: Readonly<Record<string, number>>;
  /** Workgroups of each of its dispatches; those of indirect ones stay. */
  readonly counts: ReadonlyMap<Dispatch, Counts>;
  /** The same for a dispatch as the app file gives it. */
  readonly inFile: (dispatch: Written) => Written;
}

export interface Rewritten {
  readonly text: string;
  readonly app: App;
}

/**
 * @param original the text of the app's file
 * @param file where the new one will lie
 */
export function changedApp(
  original: string,
  app: App,
  changes: readonly PipelineChange[],
  params: Readonly<Record<string, string>>,
  file: string,
): Outcome<Rewritten> {
  const wanted = wantedCounts(app, changes);
  for (const isExpressive of [true, false]) {
    const text = rewritten(original, app, changes, params, isExpressive);
    const parsed = parseApp(text, file).value;
    if (parsed && says(parsed, wanted)) return { value: { text, app: parsed }, diagnostics: [] };
  }
  return { diagnostics: [unwritable(app, changes)] };
}

function rewritten(
  original: string,
  app: App,
  changes: readonly PipelineChange[],
  params: Readonly<Record<string, string>>,
  isExpressive: boolean,
): string {
  let text = original;
  const set = (path: JSONPath, value: unknown) => {
    text = applyEdits(text, modify(text, path, value, {}));
  };
  for (const [name, value] of Object.entries(params)) set(['params', name], numeric(value));
  const limits = new Map(Object.entries(app.limits ?? {}));
  for (const { pipeline, shader, constants, counts, inFile, limits: needed } of changes) {
    for (const [name, value] of Object.entries(needed)) {
      if (value <= (limits.get(name) ?? 0)) continue;
      limits.set(name, value);
      set(['limits', name], value);
    }
    set(['pipelines', pipeline.name, 'shader'], shader);
    for (const [name, value] of Object.entries(constants))
      if (pipeline.constants[name] !== value) set(['pipelines', pipeline.name, 'constants', name], value);
    const places = new Map<string, { readonly path: JSONPath; readonly counts: Counts }>();
    for (const operation of app.operations) {
      if (!isDispatch(operation) || isIndirect(operation.dispatch)) continue;
      const changed = counts.get(operation);
      if (!changed || String(changed) === String(operation.dispatch)) continue;
      const { path } = getLocation(original, operation.dispatchSpan.start + 1);
      const place = path.slice(0, path.lastIndexOf('dispatch') + 1);
      places.set(place.join(), { path: place, counts: changed });
    }
    for (const { path, counts: numbers } of places.values())
      set(path, withoutOnes(isExpressive ? inFile(givenAt(original, path)) : numbers));
  }
  return text;
}

/** As people write it: `[64]` for 64 × 1 × 1. */
function withoutOnes(counts: Written): (number | string)[] {
  const last = counts.findLastIndex((each) => each !== 1);
  return counts.slice(0, Math.max(1, last + 1));
}

function givenAt(text: string, path: JSONPath): Written {
  const root: unknown = parse(text, [], { allowTrailingComma: true });
  const found = path.reduce((value, key) => (value as Record<string | number, unknown>)[key], root);
  const [x = 1, y = 1, z = 1] = found as (number | string)[];
  return [x, y, z];
}

/** In the order of execution; nothing for indirect ones. */
function wantedCounts(app: App, changes: readonly PipelineChange[]): string[] {
  const changed = new Map(changes.flatMap(({ counts }) => [...counts]));
  return countsOf(app, (operation) => changed.get(operation));
}

function countsOf({ operations }: App, changed: (operation: Dispatch) => Counts | undefined): string[] {
  return operations.filter(isDispatch).map((each) => {
    return isIndirect(each.dispatch) ? '' : String(changed(each) ?? each.dispatch);
  });
}

function says(app: App, wanted: readonly string[]): boolean {
  const counts = countsOf(app, () => undefined);
  return counts.length === wanted.length && counts.every((each, at) => each === wanted[at]);
}

function unwritable({ file }: App, changes: readonly PipelineChange[]): Diagnostic {
  const names = changes.map(({ pipeline }) => pipeline.name).join(', ');
  const message = `${file} cannot say how many workgroups the changed kernels need (${names}): one step stands for dispatches that would differ; write its repetition out`;
  return { severity: 'unsupported', code: 'app/rewrite', message };
}

function numeric(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
