// The launch file of one configuration: the original's fields with the values decided on, and nothing left to
// vary. Expressions stay as they are where they still say what the instance needs.

import { type JsonValue, parseDocument } from '../launch/document.ts';
import { parseLaunch } from '../launch/parse.ts';
import { kindOf } from '../space/declare.ts';
import { configurationOf, type Point } from '../space/space.ts';
import type { Instance, Tunable } from './tunable.ts';

export interface Placement {
  /** Where the launch file will lie. */
  readonly file: string;
  /** Path of the new shader from there. */
  readonly shader: string;
  /** The same for other files, from what their path was. */
  readonly move: (path: string) => string;
  /** Params that the command line changed. */
  readonly params: Readonly<Record<string, string>>;
}

type Json = { readonly [key: string]: JsonValue };

/** @param instance what `point` stands for */
export function launchFileOf(
  tunable: Tunable,
  point: Point,
  { launch }: Instance,
  placement: Placement,
): string {
  const { tunables: _, constraints: __, ...original } = documentOf(tunable);
  const decided = decidedBy(tunable, point);
  const params = { ...fieldsOf(original, 'params'), ...placement.params, ...decided.params };
  const constants = { ...fieldsOf(original, 'constants'), ...decided.constants };
  const document: Json = {
    ...original,
    shader: placement.shader,
    ...(launch.entryPoint === undefined ? {} : { entryPoint: launch.entryPoint }),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(Object.keys(constants).length > 0 ? { constants } : {}),
    ...movedPaths(original, placement.move),
  };
  const withDispatch = { ...document, dispatch: [...launch.dispatch] };
  const texts = [document, withDispatch, { ...withDispatch, constants: { ...launch.constants } }].map(textOf);
  return texts.find((text) => says(text, placement.file, launch)) ?? texts.at(-1)!;
}

function documentOf({ launch, launchText }: Tunable): Json {
  return parseDocument(launchText, launch.file).document!.value as Json;
}

function fieldsOf(document: Json, key: string): Json {
  return (document[key] ?? {}) as Json;
}

function decidedBy({ launch, shaders, space }: Tunable, point: Point): { params: Json; constants: Json } {
  const named = Object.entries(configurationOf(space, point));
  const ofKind = (kind: string) =>
    Object.fromEntries(named.filter(([name]) => kindOf(name, launch, shaders) === kind));
  return { params: ofKind('param'), constants: ofKind('constant') };
}

function movedPaths(document: Json, move: (path: string) => string): Json {
  const bindings = (document['bindings'] ?? []) as readonly Json[];
  const moved = bindings.map((binding) => {
    const data = binding['data'] as Json | undefined;
    return typeof data?.['path'] === 'string'
      ? { ...binding, data: { ...data, path: move(data['path']) } }
      : binding;
  });
  const check = document['check'] as Json | undefined;
  const reference = check?.['reference'];
  return {
    ...(moved.length > 0 ? { bindings: moved } : {}),
    ...(typeof reference === 'string' ? { check: { ...check, reference: move(reference) } } : {}),
  };
}

/** Fields on lines of their own, what they hold on one line as far as that can be read. */
function textOf(document: Json): string {
  const fields = Object.entries(document).map(([key, value]) => {
    const items = key === 'bindings' ? (value as readonly JsonValue[]) : undefined;
    const rows = items?.map((item) => `\n    ${spaced(item)}`).join(',');
    return `  ${JSON.stringify(key)}: ${rows === undefined ? spaced(value) : `[${rows}\n  ]`}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Whether a launch file means the launch of the instance. */
function says(text: string, file: string, wanted: Instance['launch']): boolean {
  const launch = parseLaunch(text, file).value;
  if (launch === undefined) return false;
  const names = Object.keys(wanted.constants);
  return (
    launch.dispatch.every((count, axis) => count === wanted.dispatch[axis]) &&
    names.every((name) => launch.constants[name] === wanted.constants[name])
  );
}
