// Reads a launch file's text into a `Launch`: syntax, then shape, then values. Problems of one stage are
// gathered and returned together, each with its place; a stage is only entered when the one before went well.

import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { type Addresses, readAddressed, readBindings, readWords } from './buffers.ts';
import { type JsonDocument, type JsonValue, type Path, parseDocument } from './document.ts';
import { Fields } from './fields.ts';
import type { Check, Launch } from './launch.ts';
import { type Definition, Scope } from './scope.ts';
import { checkShape } from './shape.ts';
import { readConstraints, readTunables } from './tunables.ts';

/** What the command line changes: `-D N=2048` overrides a param, by a number or an expression. */
export interface Overrides {
  readonly params?: Readonly<Record<string, number | string>>;
  /** Values of the shader's override constants, whether or not the file gives any. */
  readonly constants?: Readonly<Record<string, number | boolean>>;
}

/** Workgroups in one dimension of a dispatch that every WebGPU device takes; many drivers take more. */
const PORTABLE_DISPATCH = 65535;
const U32_MAX = 4294967295;

type Json = { readonly [key: string]: JsonValue };

export function stem(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
}

/** A path in a launch file, seen from where the launch file was opened. */
export function resolveBeside(launchFile: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:)/.test(path)) return path;
  const folder = /^.*[/\\]/.exec(launchFile)?.[0] ?? '';
  return folder + path;
}

export function definitionsOf(
  document: JsonDocument,
  overrides: Overrides,
  problems: Diagnostic[],
): Definition[] {
  const root = document.value as Json;
  const read = (key: 'params' | 'constants', kind: Definition['kind']): Definition[] =>
    Object.entries((root[key] ?? {}) as Json).map(([name, text]) => ({
      name,
      kind,
      text: text as number | string | boolean,
      span: document.span([key, name]),
    }));
  const params = read('params', 'param');
  const known = params.map((param) => param.name);
  for (const [name, text] of Object.entries(overrides.params ?? {})) {
    const at = known.indexOf(name);
    if (at >= 0) params[at] = { name, kind: 'param', text };
    else problems.push(unknownParam(name, known, document));
  }
  const overridden = overrides.constants ?? {};
  const constants = read('constants', 'constant').filter(({ name }) => !Object.hasOwn(overridden, name));
  const given = Object.entries(overridden).map(
    ([name, text]): Definition => ({ name, kind: 'constant', text }),
  );
  return [...params, ...constants, ...given];
}

function unknownParam(name: string, known: readonly string[], document: JsonDocument): Diagnostic {
  const list = known.length > 0 ? `its params: ${known.join(', ')}` : 'it has none';
  return {
    severity: 'invalid',
    code: 'launch/unknown-param',
    message: `-D ${excerpt(name)}: ${document.file} has no such param (${list})${didYouMean(name, known)}`,
  };
}

/** One to three whole numbers, filled up with 1. */
export function readSize(
  fields: Fields,
  root: Json,
  key: string,
  limit: number,
  path: Path = [],
  least = 1,
): [number, number, number] | undefined {
  const entries = root[key] as (number | string)[];
  const values = entries.map((entry, i) => fields.integer(entry, [...path, key, i], 1, least, limit));
  if (values.includes(undefined)) return undefined;
  return [values[0]!, values[1] ?? 1, values[2] ?? 1];
}

/** A dispatch larger than WebGPU promises is predicted all the same: the device may well take it. */
export function readDispatch(
  fields: Fields,
  root: Json,
  path: Path = [],
  least = 1,
): [number, number, number] | undefined {
  const dispatch = readSize(fields, root, 'dispatch', U32_MAX, path, least);
  dispatch?.forEach((count, i) => {
    const message = `${count} workgroups in one dimension; WebGPU promises only ${PORTABLE_DISPATCH}`;
    if (count > PORTABLE_DISPATCH) fields.warn('launch/large-dispatch', [...path, 'dispatch', i], message);
  });
  return dispatch;
}

function readCheck(fields: Fields, root: Json, resolvePath: (path: string) => string): Check | undefined {
  const check = root['check'] as Json | undefined;
  if (check === undefined) return undefined;
  const whole = (key: string): number | undefined =>
    fields.integer(check[key] as number | string | undefined, ['check', key], 0, 0, Number.MAX_SAFE_INTEGER);
  const [group, binding] = [whole('group'), whole('binding')];
  if (group === undefined || binding === undefined) return undefined;
  const reference = check['reference'] as string | undefined;
  return { group, binding, ...(reference === undefined ? {} : { reference: resolvePath(reference) }) };
}

function readImmediates(fields: Fields, root: Json, addresses: Addresses): Launch['immediates'] {
  const values = root['immediates'] as JsonValue[] | undefined;
  if (values === undefined) return undefined;
  return {
    words: readWords(fields, values, ['immediates'], 'u32', addresses),
    span: fields.span(['immediates']),
  };
}

/** What makes the shader's text a whole one: files before it, and names with their values or texts. */
function readTemplate(
  fields: Fields,
  root: Json,
  scope: Scope,
  resolvePath: (path: string) => string,
): Pick<Launch, 'prepend' | 'defines'> {
  const files = root['prepend'] as readonly string[] | undefined;
  const names = root['defines'] as Readonly<Record<string, JsonValue>> | undefined;
  const prepend = files?.map((each, k) => ({ file: resolvePath(each), span: fields.span(['prepend', k]) }));
  const defines = names && Object.entries(names).map(([name, value]) => [name, definedText(scope, value)]);
  return { ...(prepend ? { prepend } : {}), ...(defines ? { defines: Object.fromEntries(defines) } : {}) };
}

/** The number of an expression over params and constants; what is none stands for itself. */
function definedText(scope: Scope, value: JsonValue): string {
  return typeof value === 'string' ? String(scope.numberOrNone(value) ?? value) : String(value);
}

export function readLimits(fields: Fields, root: Json): Launch['limits'] {
  const limits = root['limits'] as Readonly<Record<string, number | string>> | undefined;
  if (limits === undefined) return undefined;
  const entries = Object.entries(limits).map(([name, value]) => [
    name,
    fields.integer(value, ['limits', name], 0, 1, U32_MAX),
  ]);
  return Object.fromEntries(entries) as Launch['limits'];
}

function isOfApp(root: unknown): boolean {
  return /^kernelcast\/app@/.test(String((root as Json | undefined)?.['schema']));
}

function appInstead(file: string): Diagnostic {
  const message = `${file} is an app file; expected the launch file of one kernel`;
  const notes = ['predict, diagnose, measure, search and tune take apps'];
  return { severity: 'invalid', code: 'launch/app', message, notes };
}

/**
 * Reads a launch file. `file` is its path, for names, for places and to find the files it names; nothing is
 * opened. The value is absent when anything is wrong.
 */
export function parseLaunch(text: string, file: string, overrides: Overrides = {}): Outcome<Launch> {
  const { document, diagnostics } = parseDocument(text, file);
  if (document === undefined) return { diagnostics };
  if (isOfApp(document.value)) return { diagnostics: [appInstead(file)] };
  diagnostics.push(...checkShape(document));
  if (diagnostics.length > 0) return { diagnostics };

  const root = document.value as Json;
  const definitions = definitionsOf(document, overrides, diagnostics);
  const scope = new Scope(text, definitions);
  const fields = new Fields(document, scope);
  const params = scope.values('param');
  const constants = scope.values('constant');
  const dispatch = readDispatch(fields, root);
  const workgroupSize =
    root['workgroupSize'] === undefined
      ? undefined
      : readSize(fields, root, 'workgroupSize', Number.MAX_SAFE_INTEGER);
  const resolvePath = (path: string) => resolveBeside(file, path);
  const addressed = (root['addressed'] ?? []) as JsonValue[];
  const addresses = addressed.map((each) => String((each as Json)['name']));
  const bindings = [
    ...readBindings(fields, (root['bindings'] ?? []) as JsonValue[], resolvePath, addresses),
    ...readAddressed(fields, addressed, resolvePath, addresses),
  ];
  const immediates = readImmediates(fields, root, addresses);
  const check = readCheck(fields, root, resolvePath);
  const limits = readLimits(fields, root);
  const template = readTemplate(fields, root, scope, resolvePath);
  const tunables = readTunables(fields, document);
  const constraints = readConstraints(document);
  diagnostics.push(...scope.diagnostics);
  if (diagnostics.length > 0 || dispatch === undefined) return { diagnostics };

  const launch: Launch = {
    name: (root['name'] as string | undefined) ?? stem(file),
    file,
    shaderPath: resolvePath(root['shader'] as string),
    shaderSpan: document.span(['shader']),
    ...template,
    params,
    constants,
    dispatch,
    dispatchSpan: document.span(['dispatch']),
    bindings,
    ...(immediates === undefined ? {} : { immediates }),
    ...(root['entryPoint'] === undefined ? {} : { entryPoint: root['entryPoint'] as string }),
    ...(workgroupSize === undefined
      ? {}
      : { workgroupSize, workgroupSizeSpan: document.span(['workgroupSize']) }),
    ...(check === undefined ? {} : { check }),
    ...(limits === undefined ? {} : { limits }),
    ...(tunables.length === 0 ? {} : { tunables }),
    ...(constraints.length === 0 ? {} : { constraints }),
    definitions,
  };
  return { value: launch, diagnostics: fields.warnings };
}
