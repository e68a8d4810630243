// Turns the entries under `bindings` into buffers, textures and samplers: sizes and settings evaluated and checked. The
// schema has been checked before, so shapes are right here and only values can be wrong.

import { excerpt } from '../diagnostics/excerpt.ts';
import type { MemoryValue } from '../ir/memory-value.ts';
import { bytesOf } from '../texture/shape.ts';
import { bitsOfFloat } from './data.ts';
import type { JsonValue, Path } from './document.ts';
import type { Fields } from './fields.ts';
import { ADDRESSED_GROUP, type Binding, type BufferData, placeOf } from './launch.ts';
import { readSampler, readTexture } from './textures.ts';

type Json = { readonly [key: string]: JsonValue };

const U32_COUNT = 4294967296;
const LARGEST_HALF = 65504;

/** Names of the buffers that have addresses, in order. */
export type Addresses = readonly string[];

/** A word given as a number or expression (u32), or as an object that names its type. */
function readWord(fields: Fields, value: JsonValue, path: Path, type: 'u32' | 'i32' | 'f32'): number {
  if (typeof value === 'object' && value !== null) {
    const [[named, inner]] = Object.entries(value as Json) as [['u32' | 'i32' | 'f32', JsonValue]];
    return readWord(fields, inner, [...path, named], named);
  }
  const number = fields.number(value as number | string, path);
  if (number === undefined) return 0;
  if (type === 'f32') {
    const bits = bitsOfFloat(number);
    if ((bits & 0x7f800000) === 0x7f800000)
      fields.wrong('launch/data', path, `${number} does not fit in f32`);
    return bits;
  }
  const [low, high] = type === 'u32' ? [0, U32_COUNT - 1] : [-(U32_COUNT / 2), U32_COUNT / 2 - 1];
  if (!Number.isInteger(number) || number < low || number > high) {
    const hint = type === 'u32' ? '; write {"f32": …} or {"i32": …} for other numbers' : '';
    fields.wrong('launch/data', path, `${number} is no ${type}${hint}`);
  }
  return number >>> 0;
}

/** Words of a list; what is wrong in it is reported. */
export function readWords(
  fields: Fields,
  values: readonly JsonValue[],
  path: Path,
  type: 'u32' | 'f32',
  addresses: Addresses,
): Uint32Array {
  return Uint32Array.from(
    values.flatMap((value, i) => {
      const name = typeof value === 'object' && value !== null ? (value as Json)['address'] : undefined;
      if (name === undefined) return [readWord(fields, value, [...path, i], type)];
      return readAddress(fields, String(name), [...path, i], addresses);
    }),
  );
}

/** An address: the offset in the buffer, then the number of the buffer from 1 on, so that 0 is no address. */
function readAddress(fields: Fields, name: string, path: Path, addresses: Addresses): number[] {
  const index = addresses.indexOf(name);
  if (index < 0)
    fields.wrong('launch/data', path, `no buffer of "addressed" has the name "${excerpt(name)}"`);
  return [0, index + 1];
}

/** A value whose type the shader knows; undefined when an expression in it fails (reported). */
function readValue(fields: Fields, value: JsonValue, path: Path): MemoryValue | undefined {
  const span = fields.span(path);
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) {
      const values = value.map((each, k) => readValue(fields, each, [...path, k]));
      return values.includes(undefined) ? undefined : { kind: 'list', values: values as MemoryValue[], span };
    }
    const members = Object.entries(value as Json).map(([name, each]) => {
      const place = [...path, name];
      return { name, span: fields.keySpan(place), value: readValue(fields, each, place) };
    });
    if (members.some((each) => each.value === undefined)) return undefined;
    return {
      kind: 'members',
      members: members as Extract<MemoryValue, { kind: 'members' }>['members'],
      span,
    };
  }
  const number = typeof value === 'boolean' ? Number(value) : fields.number(value as number | string, path);
  return number === undefined ? undefined : { kind: 'number', number, span };
}

/** Reads a `data` object; undefined when a value in it is wrong (reported). */
export function readData(
  fields: Fields,
  data: Json,
  path: Path,
  resolvePath: (path: string) => string,
  addresses: Addresses,
): BufferData | undefined {
  const integer = (key: string, fallback: number, low: number, high: number): number | undefined =>
    fields.integer(data[key] as number | string | undefined, [...path, key], fallback, low, high);
  const seed = () => integer('seed', 0, 0, U32_COUNT - 1);
  switch (data['kind']) {
    case 'zeros':
    case 'iota-u32':
      return { kind: data['kind'] };
    case 'random-f32':
    case 'random-f16': {
      const min =
        data['min'] === undefined ? 0 : fields.number(data['min'] as number | string, [...path, 'min']);
      const max =
        data['max'] === undefined ? 1 : fields.number(data['max'] as number | string, [...path, 'max']);
      const start = seed();
      if (min === undefined || max === undefined || start === undefined) return undefined;
      if (min > max) fields.wrong('launch/data', [...path, 'min'], `min ${min} is above max ${max}`);
      const { kind } = data;
      const isHalf = kind === 'random-f16';
      for (const [key, value] of isHalf ? Object.entries({ min, max }) : [])
        if (Math.abs(value) > LARGEST_HALF)
          fields.wrong('launch/data', [...path, key], `${value} does not fit in f16`);
      return { kind, seed: start, min, max };
    }
    case 'random-u32': {
      const start = seed();
      const modulo = integer('modulo', U32_COUNT, 1, U32_COUNT);
      return start === undefined || modulo === undefined
        ? undefined
        : { kind: 'random-u32', seed: start, modulo };
    }
    case 'words':
      return {
        kind: 'words',
        words: readWords(fields, data['values'] as JsonValue[], [...path, 'values'], 'u32', addresses),
      };
    case 'u32':
    case 'f32': {
      const values = data['values'] as JsonValue[];
      return {
        kind: 'words',
        words: readWords(fields, values, [...path, 'values'], data['kind'], addresses),
      };
    }
    case 'csr-rows': {
      const rows = integer('rows', 0, 0, U32_COUNT - 2);
      const meanRow = integer('meanRow', 1, 1, U32_COUNT / 2);
      const start = seed();
      if (rows === undefined || meanRow === undefined || start === undefined) return undefined;
      if (rows * meanRow >= U32_COUNT) {
        fields.wrong(
          'launch/data',
          [...path, 'rows'],
          `${rows} rows of ${meanRow} elements do not fit in u32`,
        );
      }
      return { kind: 'csr-rows', rows, meanRow, seed: start };
    }
    case 'struct': {
      const value = readValue(fields, data['values'], [...path, 'values']);
      return value && { kind: 'struct', value };
    }
    default:
      return { kind: 'file', path: resolvePath(data['path'] as string) };
  }
}

/** What a generator brings along that must fit into the buffer, in bytes. */
function bytesNeeded(data: BufferData): number {
  if (data.kind === 'words') return 4 * data.words.length;
  if (data.kind === 'csr-rows') return 4 * (data.rows + 1);
  return 0;
}

export function checkSize(fields: Fields, sizeBytes: number, path: Path, data: BufferData): void {
  if (sizeBytes % 4 !== 0) {
    fields.wrong('launch/size', path, `${sizeBytes} is not a multiple of 4`);
  } else if (sizeBytes < bytesNeeded(data)) {
    fields.wrong('launch/size', path, `its data need ${bytesNeeded(data)} bytes, and it has ${sizeBytes}`);
  } else if (sizeBytes >= U32_COUNT) {
    const message = `${sizeBytes} bytes: no WebGPU implementation binds 4 GiB or more at once`;
    fields.warn('launch/large-buffer', path, message);
  }
}

/** Reads the `bindings` list; entries with something wrong are left out, and what is wrong reported. */
export function readBindings(
  fields: Fields,
  entries: readonly JsonValue[],
  resolvePath: (path: string) => string,
  addresses: Addresses,
): Binding[] {
  const bindings: Binding[] = [];
  const taken = new Set<string>();
  entries.forEach((entry, i) => {
    const json = entry as Json;
    const path: Path = ['bindings', i];
    const place = readPlace(fields, json, path, taken);
    const given = (json['data'] ?? { kind: 'zeros' }) as Json;
    const data = readData(fields, given, [...path, 'data'], resolvePath, addresses);
    const content = readContent(fields, json, path);
    if (!place || !data || !content) return;
    checkSize(fields, content.sizeBytes, [...path, content.usage === 'texture' ? 'texture' : 'size'], data);
    const lack = json['data'] === undefined ? ({ lacksData: true } as const) : {};
    bindings.push({ ...place, ...content, data, ...lack, span: fields.span(path) });
  });
  return bindings;
}

/** Group, binding and element; a second entry for the same place is reported. */
function readPlace(
  fields: Fields,
  json: Json,
  path: Path,
  taken: Set<string>,
): Pick<Binding, 'group' | 'binding' | 'element'> | undefined {
  const whole = (key: string): number | undefined =>
    fields.integer(json[key] as number | string, [...path, key], 0, 0, Number.MAX_SAFE_INTEGER);
  const [group, binding] = [whole('group'), whole('binding')];
  const element = json['element'] === undefined ? 0 : whole('element');
  if (group === undefined || binding === undefined || element === undefined) return undefined;
  const key = placeOf({ group, binding, element });
  if (taken.has(key)) {
    const which = element === 0 ? '' : `, element ${element}`;
    const message = `group ${group}, binding ${binding}${which} is bound twice`;
    fields.wrong('launch/duplicate-binding', [...path, 'binding'], message);
  }
  taken.add(key);
  return element === 0 ? { group, binding } : { group, binding, element };
}

type Content = Pick<Binding, 'usage' | 'sizeBytes' | 'texture' | 'sampler'>;

/** What is bound: a texture, a sampler, or else a buffer. */
function readContent(fields: Fields, json: Json, path: Path): Content | undefined {
  if (json['texture'] !== undefined) {
    refuseKeys(fields, json, path, 'texture', ['size', 'usage', 'element']);
    const texture = readTexture(fields, json['texture'] as Json, [...path, 'texture']);
    const sampler = ownSampler(fields, json, path);
    return texture && { usage: 'texture', sizeBytes: bytesOf(texture), texture, ...sampler };
  }
  if (json['sampler'] !== undefined) {
    refuseKeys(fields, json, path, 'sampler', ['size', 'usage', 'element', 'data']);
    const { sampler } = ownSampler(fields, json, path);
    return sampler && { usage: 'sampler', sizeBytes: 0, sampler };
  }
  const size = json['size'] as number | string;
  const sizeBytes = fields.integer(size, [...path, 'size'], 0, 1, Number.MAX_SAFE_INTEGER);
  return sizeBytes === undefined
    ? undefined
    : { usage: (json['usage'] ?? 'storage') as 'storage' | 'uniform', sizeBytes };
}

function ownSampler(fields: Fields, json: Json, path: Path): Pick<Content, 'sampler'> {
  const given = json['sampler'];
  const sampler = given !== undefined && readSampler(fields, given as Json, [...path, 'sampler']);
  return sampler ? { sampler } : {};
}

/** Keys of buffers that say nothing about a texture or a sampler. */
function refuseKeys(fields: Fields, json: Json, path: Path, what: string, keys: readonly string[]): void {
  for (const key of keys) {
    if (json[key] === undefined) continue;
    fields.wrong('launch/unknown-key', [...path, key], `a ${what} has no "${key}" beside it`);
  }
}

/** Reads the `addressed` list: buffers without a binding, numbered in their order. */
export function readAddressed(
  fields: Fields,
  entries: readonly JsonValue[],
  resolvePath: (path: string) => string,
  addresses: Addresses,
): Binding[] {
  return entries.flatMap((entry, binding): Binding[] => {
    const json = entry as Json;
    const path: Path = ['addressed', binding];
    const name = String(json['name']);
    if (addresses.indexOf(name) < binding)
      fields.wrong('launch/duplicate-binding', [...path, 'name'], `a second buffer "${excerpt(name)}"`);
    const size = json['size'] as number | string;
    const sizeBytes = fields.integer(size, [...path, 'size'], 0, 1, Number.MAX_SAFE_INTEGER);
    const given = (json['data'] ?? { kind: 'zeros' }) as Json;
    const data = readData(fields, given, [...path, 'data'], resolvePath, addresses);
    if (sizeBytes === undefined || data === undefined) return [];
    checkSize(fields, sizeBytes, [...path, 'size'], data);
    const span = fields.span(path);
    return [{ group: ADDRESSED_GROUP, binding, usage: 'storage', sizeBytes, data, name, span }];
  });
}
