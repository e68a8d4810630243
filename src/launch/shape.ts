// Turns what a schema finds wrong with a launch file, or one like it, into problems with a place and plain words.

import type { ErrorObject } from 'ajv';
import type { Diagnostic, Span } from '../diagnostics/diagnostic.ts';
import { excerpt } from '../diagnostics/excerpt.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { type JsonDocument, type JsonValue, MOST_PROBLEMS, type Path } from './document.ts';
import schema from './schema.json' with { type: 'json' };
import validateLaunch from './validate-shape.ts';

/** `/bindings/0/data` as path steps, array positions as numbers. */
function pathOf(pointer: string, root: JsonValue): Path {
  const path: (string | number)[] = [];
  let value: JsonValue | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const step = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const key: string | number = Array.isArray(value) ? Number(step) : step;
    path.push(key);
    value = (value as Record<string | number, JsonValue> | null)?.[key];
  }
  return path;
}

export function describePath(path: Path): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : (i > 0 ? '.' : '') + step)).join('');
}

export interface ShapeValidator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** A kind of file: its schema, which may refer to that of launch files, and what checks it. */
export interface Shape {
  /** What messages call such a file. */
  readonly name: string;
  readonly schema: SchemaNode & { readonly $defs: object };
  readonly validate: ShapeValidator;
}

const LAUNCH_SHAPE: Shape = {
  name: 'the launch file',
  schema: schema as Shape['schema'],
  validate: validateLaunch,
};

interface SchemaNode {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: unknown;
  readonly items?: SchemaNode;
  readonly oneOf?: readonly SchemaNode[];
}

/** A schema node with its references followed and, for data, the variant chosen that the value's kind names. */
function resolved(node: SchemaNode, value: JsonValue | undefined, own: SchemaNode): SchemaNode {
  if (node.$ref !== undefined) {
    const [file, steps] = node.$ref.split('#/');
    const root = (file === '' ? own : schema) as Readonly<Record<string, unknown>>;
    const target = steps
      .split('/')
      .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>>)[step], root);
    return resolved(target as SchemaNode, value, file === '' ? own : (schema as SchemaNode));
  }
  const kind = (value as { kind?: JsonValue } | null | undefined)?.kind;
  const variant = node.oneOf?.find((v) => (v.properties?.['kind'] as { const?: string })?.const === kind);
  return variant ?? node;
}

/** The keys that the schema knows for the object at a path. */
function knownKeys(path: Path, root: JsonValue, own: SchemaNode): string[] {
  let value: JsonValue | undefined = root;
  let node = resolved(own, value, own);
  for (const step of path) {
    const child =
      typeof step === 'number' ? node.items : (node.properties?.[step] ?? node.additionalProperties);
    value = (value as Record<string | number, JsonValue>)[step];
    node = resolved((child ?? {}) as SchemaNode, value, own);
  }
  return Object.keys(node.properties ?? {}).filter((name) => name !== '$schema');
}

function typeNames(types: unknown): string {
  const names = { number: 'a number', string: 'a text', boolean: 'true or false' } as Record<string, string>;
  const list = (Array.isArray(types) ? types : [types]).map(String);
  if (list.join() === 'number,string') return 'a number or an expression in quotes';
  return list.map((type) => names[type] ?? (type === 'array' ? 'a list' : `an ${type}`)).join(' or ');
}

const dataKinds = schema.$defs.data.oneOf.map((variant) => variant.properties.kind.const);

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly span: Span;
}

function finding(error: ErrorObject, document: JsonDocument, shape: Shape): Finding {
  const path = pathOf(error.instancePath, document.value);
  const what = path.length === 0 ? shape.name : `"${describePath(path)}"`;
  const span = document.span(path);
  const type = (message: string): Finding => ({ code: 'launch/type', message, span });
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      const known = knownKeys(path, document.value, shape.schema);
      const hint = didYouMean(key, known) || `; known here: ${known.join(', ')}`;
      return {
        code: 'launch/unknown-key',
        message: `unknown key "${excerpt(key)}"${hint}`,
        span: document.keySpan([...path, key]),
      };
    }
    case 'required':
      return {
        code: 'launch/missing-key',
        message: `${what} needs the key "${error.params['missingProperty']}"`,
        span,
      };
    case 'discriminator': {
      const kind = error.params['tagValue'];
      if (typeof kind !== 'string') return type(`"${describePath(path)}.kind" must be a text`);
      const hint = didYouMean(kind, dataKinds) || `; known kinds: ${dataKinds.join(', ')}`;
      return {
        code: 'launch/data',
        message: `unknown kind of data "${excerpt(kind)}"${hint}`,
        span: document.span([...path, 'kind']),
      };
    }
    case 'enum':
      return type(`${what} must be one of: ${(error.params['allowedValues'] as unknown[]).join(', ')}`);
    case 'type':
      return type(`${what} must be ${typeNames(error.params['type'])}`);
    case 'minItems':
      return type(`${what} must have at least ${error.params['limit']} entry`);
    case 'maxItems':
      return type(`${what} must have at most ${error.params['limit']} entries`);
    case 'minLength':
      return type(`${what} must not be empty`);
    case 'minProperties':
    case 'maxProperties':
      return type(`${what} must have exactly one of the keys f32, i32, u32`);
    default:
      return type(`${what} ${error.message ?? 'is wrong'}`);
  }
}

/** One problem for everything in the document that is not as the schema says. */
export function checkShape(document: JsonDocument, shape = LAUNCH_SHAPE): Diagnostic[] {
  if (shape.validate(document.value)) return [];
  const errors = shape.validate.errors ?? [];
  // A missing kind is reported as missing; that no kind matches either says nothing more.
  const missingKind = new Set(
    errors
      .filter((e) => e.keyword === 'required' && e.params['missingProperty'] === 'kind')
      .map((e) => e.instancePath),
  );
  return (
    errors
      // What a condition asks for is reported by itself.
      .filter((e) => e.keyword !== 'if')
      .filter((e) => !(e.keyword === 'discriminator' && missingKind.has(e.instancePath)))
      .slice(0, MOST_PROBLEMS)
      .map((error): Diagnostic => ({ severity: 'invalid', ...finding(error, document, shape) }))
  );
}
