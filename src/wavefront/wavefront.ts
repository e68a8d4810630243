// A wavefront as its file and its cell function say it: a table of which each cell hangs on its neighbours to the west,
// north and north-west. Nothing is opened here.

import { type Diagnostic, DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { readBindings } from '../launch/buffers.ts';
import { type JsonDocument, type JsonValue, parseDocument } from '../launch/document.ts';
import { Fields } from '../launch/fields.ts';
import type { Launch } from '../launch/launch.ts';
import { definitionsOf, type Overrides, readLimits, resolveBeside, stem } from '../launch/parse.ts';
import { Scope } from '../launch/scope.ts';
import { checkShape, type Shape } from '../launch/shape.ts';
import { buffersOf } from '../reflect/shader.ts';
import type { TableSize } from './phases.ts';
import schema from './schema.json' with { type: 'json' };
import { CONTRACT, PATTERN_GROUP, wavefrontSource } from './template.ts';
import validate from './validate-shape.ts';

type Json = { readonly [key: string]: JsonValue };

const SHAPE: Shape = {
  name: 'the wavefront file',
  schema: schema as unknown as Shape['schema'],
  validate,
};

/** A wavefront with all that its app is made of. */
export interface Wavefront extends TableSize {
  readonly name: string;
  /** The file that describes it, as given. */
  readonly file: string;
  /** The user's WGSL, as given. */
  readonly cellFile: string;
  /** All of the shader: the user's WGSL, and the pattern behind it. */
  readonly source: string;
  /** Of an element of the table: the paper's dsize. */
  readonly cellBytes: number;
  /** As they stand in the file, for the app file; params after `-D`. */
  readonly declared: Declared;
}

interface Declared {
  readonly params: Json;
  readonly constants: Json;
  readonly bindings: readonly Json[];
  readonly limits?: Json;
}

/** What a wavefront file says, before its cell function was read. */
export interface WavefrontFile extends Omit<Wavefront, 'source' | 'cellBytes'> {
  readonly constants: Launch['constants'];
}

const STANDARD_SIZE = 1024;
const MOST_SIZE = 65536;
/** The names that the app file gives a meaning. */
const RESERVED = [
  'band',
  'tile',
  'diagonals',
  'workgroup',
  'tilesDown',
  'tilesAcross',
  'tileDiagonals',
  'mainDiagonal',
  'bandFirst',
  'bandEnd',
  'halfOfAll',
  'step',
];

/** Reads a wavefront file; `file` is its path. */
export function parseWavefront(
  text: string,
  file: string,
  overrides: Overrides = {},
): Outcome<WavefrontFile> {
  const { document, diagnostics } = parseDocument(text, file);
  if (document === undefined) return { diagnostics };
  diagnostics.push(...checkShape(document, SHAPE));
  if (diagnostics.length > 0) return { diagnostics };
  const root = document.value as Json;
  const sized: JsonDocument = {
    ...document,
    value: { ...root, params: { rows: STANDARD_SIZE, columns: STANDARD_SIZE, ...(root['params'] as Json) } },
  };
  const definitions = definitionsOf(sized, overrides, diagnostics);
  const scope = new Scope(text, definitions);
  const fields = new Fields(document, scope);
  const params = scope.values('param');
  const constants = scope.values('constant');
  const bindings = (root['bindings'] ?? []) as readonly Json[];
  for (const { group, binding, span } of readBindings(
    fields,
    bindings,
    (path) => resolveBeside(file, path),
    [],
  ))
    if (group === PATTERN_GROUP)
      scope.report(
        'wavefront/group',
        `group ${group}, binding ${binding}: group ${PATTERN_GROUP} is the pattern's own; give the cell function's buffers group 1`,
        span,
      );
  readLimits(fields, root);
  for (const name of ['rows', 'columns'])
    if (!(Number.isInteger(params[name]) && params[name] >= 1 && params[name] <= MOST_SIZE))
      scope.report(
        'wavefront/size',
        `${name} is ${params[name]}: expected a whole number from 1 to ${MOST_SIZE}`,
        fields.span(['params', name]),
      );
  for (const name of RESERVED)
    if (Object.hasOwn(params, name))
      scope.report(
        'wavefront/reserved',
        `params.${name}: the pattern uses this name; choose another`,
        fields.keySpan(['params', name]),
      );
  diagnostics.push(...scope.diagnostics);
  if (diagnostics.length > 0) return { diagnostics };
  const declaredParams = Object.fromEntries(
    definitions.flatMap(({ name, kind, text: value }) =>
      kind === 'param' ? [[name, value as JsonValue]] : [],
    ),
  );
  const limits = root['limits'] as Json | undefined;
  return {
    value: {
      name: (root['name'] as string | undefined) ?? stem(file),
      file,
      cellFile: resolveBeside(file, root['cell'] as string),
      rows: params['rows'],
      columns: params['columns'],
      constants,
      declared: {
        params: declaredParams,
        constants: (root['constants'] ?? {}) as Json,
        bindings,
        ...(limits ? { limits } : {}),
      },
    },
    diagnostics: fields.warnings,
  };
}

/** Joins a wavefront file with the text of its cell function. */
export function withCell(described: WavefrontFile, cellText: string): Outcome<Wavefront> {
  const { constants, ...rest } = described;
  const { cellFile, rows, columns } = described;
  const missing = missingOf(cellText, cellFile);
  if (missing.length > 0) return { diagnostics: missing };
  const source = wavefrontSource(cellText);
  try {
    const found = buffersOf(
      { file: cellFile, text: source },
      { entryPoint: 'diagonals', constants: { ...constants, ROWS: rows, COLUMNS: columns } },
    );
    const problems = found.diagnostics.map((each) => aboutContract(each, cellText.length));
    if (!found.value) return { diagnostics: problems };
    const unbound = unboundOf(found.value, described);
    if (unbound.length > 0) return { diagnostics: [...problems, ...unbound] };
    const table = found.value.find(({ group, binding }) => group === PATTERN_GROUP && binding === 0)!;
    const cellBytes = table.runtimeArray!.strideBytes;
    return { value: { ...rest, source, cellBytes }, diagnostics: problems };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { diagnostics: error.diagnostics.map((each) => aboutContract(each, cellText.length)) };
  }
}

/** What the pattern calls and the file does not declare. */
function missingOf(text: string, file: string): Diagnostic[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const declares = [/\b(?:struct|alias)\s+Cell\b/, /\bfn\s+outside\s*\(/, /\bfn\s+cell\s*\(/];
  const missing = CONTRACT.filter((_, k) => !declares[k].test(code));
  if (missing.length === 0) return [];
  const message = `${file}: a cell function needs ${missing.map((each) => `"${each}"`).join(' and ')}`;
  const notes = ['cell computes one element of the table, outside what lies at row −1 and column −1'];
  return [{ severity: 'invalid', code: 'wavefront/contract', message, notes }];
}

/** A problem in the pattern's own text comes from what the user's declarations are like. */
export function aboutContract(diagnostic: Diagnostic, cellLength: number): Diagnostic {
  const { span, ...rest } = diagnostic;
  if (!span || span.start < cellLength || diagnostic.severity === 'warning') return diagnostic;
  const notes = [...(rest.notes ?? []), 'the pattern needs', ...CONTRACT.map((each) => `  ${each}`)];
  const message = `${span.file} does not fit the pattern: ${rest.message}`;
  return { ...rest, code: 'wavefront/contract', message, notes };
}

/** Buffers of the cell function of which the file says nothing. */
function unboundOf(
  buffers: readonly { readonly group: number; readonly binding: number; readonly name: string }[],
  { declared, file, cellFile }: WavefrontFile,
): Diagnostic[] {
  const isKnown = (group: number, binding: number) =>
    group === PATTERN_GROUP ||
    declared.bindings.some((each) => each['group'] === group && each['binding'] === binding);
  return buffers.flatMap(({ group, binding, name }): Diagnostic[] => {
    if (isKnown(group, binding)) return [];
    const message = `"${name}" of ${cellFile} (group ${group}, binding ${binding}) has no size and no data`;
    const place =
      file === cellFile
        ? `write a JSON file with "cell": "${cellFile.replace(/^.*[/\\]/, '')}"`
        : `in ${file}`;
    const example = `{ "group": ${group}, "binding": ${binding}, "size": "4 * rows", "data": { "kind": "random-u32" } }`;
    return [
      {
        severity: 'invalid',
        code: 'wavefront/binding',
        message,
        notes: [`${place} and "bindings": [${example}]`],
      },
    ];
  });
}
