// Reads copies from and to textures: which rows of bytes go where. A texture's rows lie as in its level, a buffer's as
// far apart as the step says (WebGPU, "Texel Copies").

import { excerpt } from '../diagnostics/excerpt.ts';
import type { JsonValue, Path } from '../launch/document.ts';
import type { Fields } from '../launch/fields.ts';
import { formatOf } from '../texture/formats.ts';
import type { Extent, RowPlaces, TexelPlace } from '../texture/places.ts';
import { levelsOf } from '../texture/shape.ts';
import type { AppBuffer, Range, Rows } from './app.ts';

type Json = { readonly [key: string]: JsonValue };

/** One side of a copy: its rows, and all from the first to the last. */
export interface Side {
  readonly buffer: AppBuffer;
  readonly places: RowPlaces;
  /** Of a texture. */
  readonly texel?: TexelPlace;
}

export function readExtent(fields: Fields, step: Json, path: Path): Extent | undefined {
  const at: Path = [...path, 'size'];
  if (!Array.isArray(step['size'])) {
    fields.wrong(
      'app/step',
      step['size'] === undefined ? path : at,
      'a part of a texture has a "size" in texels: [width, height, slices]',
    );
    return undefined;
  }
  return triple(fields, step['size'] as JsonValue[], at, 1);
}

function triple(
  fields: Fields,
  given: readonly JsonValue[],
  path: Path,
  fallback: number,
): Extent | undefined {
  const values = [0, 1, 2].map((axis) =>
    fields.integer(given[axis] as number | string | undefined, [...path, axis], fallback, 0, MOST),
  );
  return values.includes(undefined) ? undefined : (values as unknown as Extent);
}

const MOST = 2 ** 31;

export function texelBytesOf({ texture }: AppBuffer): number {
  return formatOf(texture!.format)!.bytes * texture!.sampleCount;
}

/** The rows of a texture that `origin` and the extent say. */
export function textureSide(
  fields: Fields,
  buffer: AppBuffer,
  json: Json,
  path: Path,
  extent: Extent,
): Side | undefined {
  const shape = buffer.texture!;
  const index = fields.integer(
    json['mipLevel'] as number | string | undefined,
    [...path, 'mipLevel'],
    0,
    0,
    shape.mipLevels - 1,
  );
  const origin = triple(fields, (json['origin'] ?? []) as JsonValue[], [...path, 'origin'], 0);
  if (index === undefined || !origin) return undefined;
  const level = levelsOf(shape)[index];
  const sizes = [level.width, level.height, level.depth];
  if (sizes.some((size, axis) => origin[axis] + extent[axis] > size)) {
    const message = `${extent.join(' × ')} texels from ${origin.join(', ')} on do not lie within level ${index} of "${excerpt(buffer.name)}", which has ${sizes.join(' × ')}`;
    fields.wrong('app/range', path, message);
    return undefined;
  }
  const texelBytes = texelBytesOf(buffer);
  const rowBytes = level.width * texelBytes;
  const imageBytes = level.height * rowBytes;
  const [x, y, z] = origin;
  const firstByte = level.offsetBytes + z * imageBytes + y * rowBytes + x * texelBytes;
  return { buffer, places: { firstByte, rowBytes, imageBytes }, texel: { mipLevel: index, origin } };
}

/** How rows of texels lie in a buffer, or in data. */
export function linearPlaces(
  fields: Fields,
  json: Json,
  path: Path,
  extent: Extent,
  texelBytes: number,
): RowPlaces | undefined {
  const [width, height, images] = extent;
  const number = (key: string, fallback: number, low: number) =>
    fields.integer(json[key] as number | string | undefined, [...path, key], fallback, low, MOST);
  const least = width * texelBytes;
  const needed = height > 1 || images > 1 ? 'bytesPerRow' : undefined;
  const missing = [needed, images > 1 ? 'rowsPerImage' : undefined].find(
    (key) => key !== undefined && json[key] === undefined,
  );
  if (missing !== undefined) {
    fields.wrong(
      'app/step',
      path,
      `several rows need "bytesPerRow", several images "rowsPerImage" as well; "${missing}" is missing`,
    );
    return undefined;
  }
  const firstByte = fields.integer(
    json['offset'] as number | string | undefined,
    [...path, 'offset'],
    0,
    0,
    Number.MAX_SAFE_INTEGER,
  );
  const rowBytes = number('bytesPerRow', least, needed === undefined ? 0 : least);
  const rowsPerImage = number('rowsPerImage', height, images > 1 ? height : 0);
  if (firstByte === undefined || rowBytes === undefined || rowsPerImage === undefined) return undefined;
  return { firstByte, rowBytes, imageBytes: rowBytes * rowsPerImage };
}

/** Bytes from the first row's start to the last one's end. */
export function spannedBytes(
  { rowBytes, imageBytes }: RowPlaces,
  bytes: number,
  [, rows, images]: Extent,
): number {
  return imageBytes * (images - 1) + rowBytes * (rows - 1) + bytes;
}

/** The words that hold so many bytes of a buffer. */
export function wordsAround(buffer: AppBuffer, firstByte: number, bytes: number): Range {
  const offsetBytes = firstByte - (firstByte % 4);
  const end = Math.min(buffer.sizeBytes, Math.ceil((firstByte + bytes) / 4) * 4);
  return { buffer, offsetBytes, sizeBytes: end - offsetBytes };
}

/** The rows with those that follow one another on both sides as one; undefined for a single one of whole words. */
export function rowsBetween(
  from: RowPlaces,
  to: RowPlaces,
  bytes: number,
  [, height, depth]: Extent,
): Rows | undefined {
  let rows: Rows = { bytes, rows: height, images: depth, from, to };
  for (let level = 0; level < 2; level++) {
    const isOne = [rows.from, rows.to].every((side) => side.rowBytes === rows.bytes) || rows.rows === 1;
    if (!isOne) break;
    rows = {
      bytes: rows.bytes * rows.rows,
      rows: rows.images,
      images: 1,
      from: { ...rows.from, rowBytes: rows.from.imageBytes },
      to: { ...rows.to, rowBytes: rows.to.imageBytes },
    };
  }
  const isWords = [rows.bytes, from.firstByte, to.firstByte].every((each) => each % 4 === 0);
  return isWords && rows.rows === 1 && rows.images === 1 ? undefined : rows;
}
