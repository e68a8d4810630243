// What steps name: buffers, textures, samplers and pipelines, and parts of them. An unknown name, or a part that does
// not lie within, is reported at its place.

import { excerpt } from '../diagnostics/excerpt.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { JsonValue, Path } from '../launch/document.ts';
import type { Fields } from '../launch/fields.ts';
import type { Extent, TexelCopy } from '../texture/places.ts';
import type { SamplerState } from '../texture/sampler.ts';
import type { AppBinding, AppBuffer, AppSampler, Copy, Pipeline, Range, Rows, Write } from './app.ts';
import {
  linearPlaces,
  readExtent,
  rowsBetween,
  type Side,
  spannedBytes,
  texelBytesOf,
  textureSide,
  wordsAround,
} from './texel-copies.ts';
import { readView } from './textures.ts';

type Json = { readonly [key: string]: JsonValue };

const U32_MAX = 4294967295;
/** What WebGPU asks of the offsets and sizes of buffers. */
const WORD_BYTES = 4;

/** All that an app file gives a name, by section. */
export interface Named {
  readonly buffers: ReadonlyMap<string, AppBuffer>;
  readonly textures: ReadonlyMap<string, AppBuffer>;
  readonly samplers: ReadonlyMap<string, SamplerState>;
  readonly pipelines: ReadonlyMap<string, Pipeline>;
}

const SINGULAR = { buffers: 'buffer', textures: 'texture', samplers: 'sampler', pipelines: 'pipeline' };

export class Places {
  private readonly known: Named;

  constructor(known: Named) {
    this.known = known;
  }

  pipeline(name: string, path: Path, fields: Fields): Pipeline | undefined {
    return this.find(this.known.pipelines, 'pipelines', name, path, fields);
  }

  buffer(name: string, path: Path, fields: Fields): AppBuffer | undefined {
    return this.find(this.known.buffers, 'buffers', name, path, fields);
  }

  private texture(name: string, path: Path, fields: Fields): AppBuffer | undefined {
    return this.find(this.known.textures, 'textures', name, path, fields);
  }

  private find<T>(
    known: ReadonlyMap<string, T>,
    section: keyof Named,
    name: string,
    path: Path,
    fields: Fields,
  ): T | undefined {
    const found = known.get(name);
    if (found === undefined) {
      const names = [...known.keys()];
      const hint =
        didYouMean(name, names) || (names.length > 0 ? `; known: ${list(names)}` : '; it has none');
      const what = SINGULAR[section];
      fields.wrong(`app/unknown-${what}`, path, `the app has no ${what} "${excerpt(name)}"${hint}`);
    }
    return found;
  }

  /** The part of a buffer that `offset` and `size` say, checked against its end; it may be empty. */
  range(buffer: AppBuffer, json: Json, path: Path, fields: Fields): Range | undefined {
    const whole = (key: string, fallback: number) =>
      fields.integer(
        json[key] as number | string | undefined,
        [...path, key],
        fallback,
        0,
        Number.MAX_SAFE_INTEGER,
      );
    const offsetBytes = whole('offset', 0);
    if (offsetBytes === undefined) return undefined;
    const sizeBytes = whole('size', Math.max(0, buffer.sizeBytes - offsetBytes));
    if (sizeBytes === undefined) return undefined;
    if (offsetBytes % WORD_BYTES !== 0 || sizeBytes % WORD_BYTES !== 0) {
      const message = `bytes ${offsetBytes} and ${sizeBytes} are no multiples of ${WORD_BYTES}`;
      fields.wrong('app/range', path, message);
      return undefined;
    }
    if (offsetBytes + sizeBytes > buffer.sizeBytes)
      return this.beyond(buffer, offsetBytes, sizeBytes, path, fields);
    return { buffer, offsetBytes, sizeBytes };
  }

  private beyond(
    buffer: AppBuffer,
    offsetBytes: number,
    sizeBytes: number,
    path: Path,
    fields: Fields,
  ): undefined {
    const message = `${sizeBytes} bytes from byte ${offsetBytes} on do not lie within "${excerpt(buffer.name)}", which has ${buffer.sizeBytes}`;
    fields.wrong('app/range', path, message);
  }

  /** A part that something must be in. */
  filledRange(buffer: AppBuffer, json: Json, path: Path, fields: Fields): Range | undefined {
    const range = this.range(buffer, json, path, fields);
    return range?.sizeBytes === 0 ? this.beyond(buffer, range.offsetBytes, 0, path, fields) : range;
  }

  /** What is bound to a dispatch: a part of a buffer, a texture's view, or a sampler. */
  binding(json: Json, path: Path, fields: Fields): AppBinding | AppSampler | undefined {
    const kinds = Object.keys(BINDING_KEYS).filter((kind) => json[kind] !== undefined);
    const [kind] = kinds;
    if (kinds.length !== 1) {
      fields.wrong('app/binding', path, 'a binding has one of buffer, texture, sampler');
      return undefined;
    }
    const stray = Object.keys(json).find(
      (key) => ![kind, 'group', 'binding', ...BINDING_KEYS[kind]].includes(key),
    );
    if (stray !== undefined) {
      fields.wrong('app/binding', [...path, stray], `a ${kind} has no "${stray}" beside it`);
      return undefined;
    }
    const whole = (key: string) =>
      fields.integer(json[key] as number | string | undefined, [...path, key], 0, 0, U32_MAX);
    const [group, binding, element] = [whole('group'), whole('binding'), whole('element')];
    const bound = this.bound(kind, json, path, fields);
    if (!bound || group === undefined || binding === undefined || element === undefined) return undefined;
    return { group, binding, ...(element === 0 ? {} : { element }), ...bound, span: fields.span(path) };
  }

  private bound(
    kind: string,
    json: Json,
    path: Path,
    fields: Fields,
  ): Omit<AppBinding, 'group' | 'binding' | 'span'> | { readonly sampler: SamplerState } | undefined {
    const name = json[kind] as string;
    const at: Path = [...path, kind];
    if (kind === 'buffer') {
      const buffer = this.buffer(name, at, fields);
      return buffer && this.filledRange(buffer, json, path, fields);
    }
    if (kind === 'texture') {
      const texture = this.texture(name, at, fields);
      return texture && readView(fields, texture, (json['view'] ?? {}) as Json, [...path, 'view']);
    }
    const sampler = this.find(this.known.samplers, 'samplers', name, at, fields);
    return sampler && { sampler };
  }

  copy(step: Json, path: Path, fields: Fields): Omit<Copy, 'submit' | 'span'> | undefined {
    const ends = (['copy', 'to'] as const).map((key) => this.end(step[key] as Json, [...path, key], fields));
    const [source, target] = ends;
    if (!source || !target) return undefined;
    if (!source.isTexture && !target.isTexture)
      return this.copyOfBytes(step, [...path, 'size'], source, target, fields);
    const extent = readExtent(fields, step, path);
    if (!extent) return undefined;
    const texelBytes = texelBytesOf(source.isTexture ? source.buffer : target.buffer);
    if (source.isTexture && target.isTexture && texelBytesOf(target.buffer) !== texelBytes) {
      fields.wrong(
        'app/range',
        target.path,
        `its texels have ${texelBytesOf(target.buffer)} bytes, those copied ${texelBytes}`,
      );
      return undefined;
    }
    const sides = [source, target].map((end) => sideOf(end, fields, extent, texelBytes));
    const [from, to] = sides;
    return from && to && { kind: 'copy', ...between(from, to, extent, texelBytes) };
  }

  private copyOfBytes(
    step: Json,
    path: Path,
    source: End,
    target: End,
    fields: Fields,
  ): Omit<Copy, 'submit' | 'span'> | undefined {
    const size = step['size'] === undefined ? {} : { size: step['size'] };
    if (Array.isArray(step['size'])) {
      fields.wrong('app/step', path, 'the size of a copy between buffers is a number of bytes');
      return undefined;
    }
    const row = ['bytesPerRow', 'rowsPerImage'];
    for (const { json, path: at } of [source, target]) {
      const stray = row.find((key) => json[key] !== undefined);
      if (stray !== undefined)
        fields.wrong('app/step', [...at, stray], `a copy between buffers has no "${stray}"`);
    }
    const from = this.range(source.buffer, { ...source.json, ...size }, source.path, fields);
    const to =
      from && this.range(target.buffer, { ...target.json, size: from.sizeBytes }, target.path, fields);
    if (source.buffer === target.buffer) {
      fields.wrong('app/range', target.path, 'WebGPU copies from one buffer to another, not within one');
      return undefined;
    }
    return from && to && { kind: 'copy', from, to };
  }

  private end(json: Json, path: Path, fields: Fields): End | undefined {
    const isTexture = json['texture'] !== undefined;
    const kind = isTexture ? 'texture' : 'buffer';
    if (isTexture === (json['buffer'] !== undefined)) {
      fields.wrong('app/step', path, 'a place of a copy has one of buffer, texture');
      return undefined;
    }
    const stray = Object.keys(json).find((key) => key !== kind && !PLACE_KEYS[kind].includes(key));
    if (stray !== undefined) {
      fields.wrong('app/step', [...path, stray], `a ${kind} has no "${stray}" beside it`);
      return undefined;
    }
    const at: Path = [...path, kind];
    const name = json[kind] as string;
    const buffer = isTexture ? this.texture(name, at, fields) : this.buffer(name, at, fields);
    return buffer && { isTexture, buffer, json, path };
  }

  /** What the host writes to a texture, and how many bytes of data that takes. */
  textureWrite(
    step: Json,
    path: Path,
    fields: Fields,
  ): (Pick<Write, 'to' | 'rows' | 'texels'> & { readonly dataBytes: number }) | undefined {
    const end = this.end(step['write'] as Json, [...path, 'write'], fields);
    const extent = end && readExtent(fields, step, path);
    if (!end || !extent) return undefined;
    const texelBytes = texelBytesOf(end.buffer);
    const { bytesPerRow, rowsPerImage } = step;
    const layout: Json = {
      ...(bytesPerRow === undefined ? {} : { bytesPerRow }),
      ...(rowsPerImage === undefined ? {} : { rowsPerImage }),
    };
    const places = linearPlaces(fields, layout, path, extent, texelBytes);
    const to = sideOf(end, fields, extent, texelBytes);
    if (!places || !to) return undefined;
    const { to: range, rows, texels } = between({ buffer: to.buffer, places }, to, extent, texelBytes);
    const dataBytes = extent.includes(0) ? 0 : spannedBytes(places, extent[0] * texelBytes, extent);
    return { to: range, ...(rows ? { rows } : {}), texels, dataBytes };
  }
}

/** The keys of a binding beside its place, by what it binds. */
const BINDING_KEYS: Readonly<Record<string, readonly string[]>> = {
  buffer: ['element', 'offset', 'size'],
  texture: ['view'],
  sampler: [],
};

const PLACE_KEYS = {
  buffer: ['offset', 'bytesPerRow', 'rowsPerImage'],
  texture: ['mipLevel', 'origin', 'aspect'],
};

/** One end of a copy, before it is known how much is copied. */
interface End {
  readonly isTexture: boolean;
  readonly buffer: AppBuffer;
  readonly json: Json;
  readonly path: Path;
}

function sideOf(
  { isTexture, buffer, json, path }: End,
  fields: Fields,
  extent: Extent,
  texelBytes: number,
): Side | undefined {
  if (isTexture) return textureSide(fields, buffer, json, path, extent);
  const places = linearPlaces(fields, json, path, extent, texelBytes);
  if (!places) return undefined;
  const bytes = extent.includes(0) ? 0 : spannedBytes(places, extent[0] * texelBytes, extent);
  if (places.firstByte + bytes > buffer.sizeBytes) {
    const message = `the rows reach to byte ${places.firstByte + bytes}, and "${excerpt(buffer.name)}" has ${buffer.sizeBytes}`;
    fields.wrong('app/range', path, message);
    return undefined;
  }
  return { buffer, places };
}

function between(
  from: Side,
  to: Side,
  extent: Extent,
  texelBytes: number,
): { from: Range; to: Range; rows?: Rows; texels: TexelCopy } {
  const bytes = extent[0] * texelBytes;
  const rangeOf = ({ buffer, places }: Side): Range =>
    wordsAround(buffer, places.firstByte, extent.includes(0) ? 0 : spannedBytes(places, bytes, extent));
  const rows = rowsBetween(from.places, to.places, bytes, extent);
  const texels = { size: extent, from: from.texel ?? from.places, to: to.texel ?? to.places };
  return { from: rangeOf(from), to: rangeOf(to), ...(rows ? { rows } : {}), texels };
}

const MOST_LISTED = 12;

function list(names: readonly string[]): string {
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  return (
    names
      .slice(0, MOST_LISTED)
      .map((name) => excerpt(name))
      .join(', ') + more
  );
}
