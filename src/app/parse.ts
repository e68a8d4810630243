// Reads an app file's text into an `App`: syntax, then shape, then values. Problems of one stage are gathered and
// returned together, each with its place; a stage is only entered when the one before went well.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { checkSize, readData } from '../launch/buffers.ts';
import { type JsonValue, outlineOf, type Path, parseDocument } from '../launch/document.ts';
import { Fields } from '../launch/fields.ts';
import { definitionsOf, type Overrides, readLimits, readSize, resolveBeside, stem } from '../launch/parse.ts';
import { type Definition, Scope } from '../launch/scope.ts';
import { checkShape, type Shape } from '../launch/shape.ts';
import { readConstraints, readTunables } from '../launch/tunables.ts';
import type { App, AppBuffer, Pipeline } from './app.ts';
import type { Named } from './places.ts';
import schema from './schema.json' with { type: 'json' };
import { readSteps } from './steps.ts';
import { readAppSampler, readAppTexture } from './textures.ts';
import validate from './validate-shape.ts';

type Json = { readonly [key: string]: JsonValue };

const APP_SHAPE: Shape = { name: 'the app file', schema: schema as unknown as Shape['schema'], validate };

/** Whether a text means to be an app file, and not a launch file, whose data may have any names. */
export function isAppText(text: string): boolean {
  if (!/kernelcast\/app@|"steps"/.test(text)) return false;
  const { schema, steps } = outlineOf(text);
  return (typeof schema === 'string' && schema.startsWith('kernelcast/app@')) || Array.isArray(steps);
}

/**
 * Reads an app file. `file` is its path, for names, for places and to find the files it names; nothing is opened.
 * The value is absent when anything is wrong.
 */
export function parseApp(text: string, file: string, overrides: Overrides = {}): Outcome<App> {
  const { document, diagnostics } = parseDocument(text, file);
  if (document === undefined) return { diagnostics };
  diagnostics.push(...checkShape(document, APP_SHAPE));
  if (diagnostics.length > 0) return { diagnostics };

  const root = document.value as Json;
  const definitions = definitionsOf(document, overrides, diagnostics);
  const scope = new Scope(text, definitions);
  const fields = new Fields(document, scope);
  const params = scope.values('param');
  const resolvePath = (path: string) => resolveBeside(file, path);
  const buffers = Object.entries((root['buffers'] ?? {}) as Json).flatMap(
    ([name, each]) => readBuffer(fields, name, each as Json, resolvePath) ?? [],
  );
  const textures = Object.entries((root['textures'] ?? {}) as Json).flatMap(
    ([name, each]) => readAppTexture(fields, name, each as Json, resolvePath) ?? [],
  );
  const samplers = Object.entries((root['samplers'] ?? {}) as Json).flatMap(([name, each]) => {
    const sampler = readAppSampler(fields, name, each as Json);
    return sampler ? [[name, sampler] as const] : [];
  });
  const pipelines = Object.entries((root['pipelines'] ?? {}) as Json).flatMap(
    ([name, each]) => readPipeline(fields, text, definitions, name, each as Json, resolvePath) ?? [],
  );
  const limits = readLimits(fields, root);
  const tunables = readTunables(fields, document);
  const constraints = readConstraints(document);
  diagnostics.push(...scope.diagnostics);
  if (diagnostics.length > 0) return { diagnostics };

  const named: Named = {
    buffers: byName(buffers),
    textures: byName(textures),
    samplers: new Map(samplers),
    pipelines: byName(pipelines),
  };
  const operations = readSteps({ document, text, definitions, named, resolvePath });
  diagnostics.push(...operations.diagnostics);
  if (!operations.value) return { diagnostics };
  const app: App = {
    name: excerpt((root['name'] as string | undefined) ?? stem(file)),
    file,
    params,
    ...(limits === undefined ? {} : { limits }),
    ...(tunables.length === 0 ? {} : { tunables, constraints, definitions }),
    buffers: [...buffers, ...textures],
    pipelines,
    operations: operations.value,
  };
  return { value: app, diagnostics: [...fields.warnings, ...operations.diagnostics] };
}

function byName<T extends { readonly name: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((each) => [each.name, each]));
}

function readBuffer(
  fields: Fields,
  name: string,
  json: Json,
  resolvePath: (path: string) => string,
): AppBuffer | undefined {
  const path: Path = ['buffers', name];
  const size = json['size'] as number | string;
  const sizeBytes = fields.integer(size, [...path, 'size'], 0, 1, Number.MAX_SAFE_INTEGER);
  const lacksData = json['data'] === undefined;
  const given = (json['data'] ?? { kind: 'zeros' }) as Json;
  const data = readData(fields, given, [...path, 'data'], resolvePath, []);
  if (sizeBytes === undefined || data === undefined) return undefined;
  checkSize(fields, sizeBytes, [...path, 'size'], data);
  return { name, sizeBytes, data, lacksData, span: fields.span(path) };
}

/** Constants are named anew by each pipeline, and may use params. */
function readPipeline(
  fields: Fields,
  text: string,
  definitions: readonly Definition[],
  name: string,
  json: Json,
  resolvePath: (path: string) => string,
): Pipeline | undefined {
  const path: Path = ['pipelines', name];
  const own = Object.entries((json['constants'] ?? {}) as Json).map(
    ([constant, value]): Definition => ({
      name: constant,
      kind: 'constant',
      text: value as number | string | boolean,
      span: fields.span([...path, 'constants', constant]),
    }),
  );
  const scope = new Scope(text, [...definitions, ...own]);
  const constants = scope.values('constant');
  for (const { code, message, span } of scope.diagnostics) fields.report(code, message, span);
  const workgroupSize =
    json['workgroupSize'] === undefined
      ? undefined
      : readSize(fields, json, 'workgroupSize', Number.MAX_SAFE_INTEGER, path);
  return {
    name,
    shaderPath: resolvePath(json['shader'] as string),
    shaderSpan: fields.span([...path, 'shader']),
    constants,
    ...(json['entryPoint'] === undefined ? {} : { entryPoint: json['entryPoint'] as string }),
    ...(workgroupSize === undefined
      ? {}
      : { workgroupSize, workgroupSizeSpan: fields.span([...path, 'workgroupSize']) }),
  };
}
