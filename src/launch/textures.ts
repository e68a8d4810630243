// Reads what a launch file says of a texture or a sampler; names and defaults are WebGPU's.

import { excerpt } from '../diagnostics/excerpt.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { formatNames, formatOf } from '../texture/formats.ts';
import { defaultSampler, type SamplerState } from '../texture/sampler.ts';
import { mostLevels, type TextureDimension, type TextureShape } from '../texture/shape.ts';
import type { JsonValue, Path } from './document.ts';
import type { Fields } from './fields.ts';

type Json = { readonly [key: string]: JsonValue };
type Size = TextureShape['size'];

/** WebGPU's limits without asking for more: of 1D and 2D textures, of volumes, and of layers. */
const LARGEST = 8192;
const LARGEST_OF_VOLUME = 2048;
const MOST_LAYERS = 256;

/** The texture; undefined when something about it is wrong (reported). */
export function readTexture(fields: Fields, json: Json, path: Path): TextureShape | undefined {
  const whole = (key: string, fallback: number, low: number, high: number): number | undefined =>
    fields.integer(json[key] as number | string | undefined, [...path, key], fallback, low, high);
  const format = json['format'] as string;
  if (!formatOf(format)) {
    const hint = didYouMean(format, formatNames) || `; known: ${formatNames.join(', ')}`;
    fields.wrong('launch/texture', [...path, 'format'], `unknown format "${excerpt(format)}"${hint}`);
    return undefined;
  }
  const dimension = (json['dimension'] ?? '2d') as TextureDimension;
  const size = readSize(fields, json, path, dimension);
  if (!size) return undefined;
  const mipLevels = whole('mipLevels', 1, 1, mostLevels(dimension, size));
  if (mipLevels === undefined) return undefined;
  const baseMipLevel = whole('baseMipLevel', 0, 0, mipLevels - 1);
  const sampleCount = whole('sampleCount', 1, 1, 4);
  if (baseMipLevel === undefined || sampleCount === undefined) return undefined;
  const isPlain = dimension === '2d' && mipLevels === 1;
  if (sampleCount !== 1 && (sampleCount !== 4 || !isPlain)) {
    const message = 'textures of several samples have 4, are 2d and have one level';
    fields.wrong('launch/texture', [...path, 'sampleCount'], message);
    return undefined;
  }
  return { format, dimension, size, mipLevels, sampleCount, baseMipLevel };
}

function readSize(fields: Fields, json: Json, path: Path, dimension: TextureDimension): Size | undefined {
  const entries = json['size'] as readonly (number | string)[];
  const at: Path = [...path, 'size'];
  const wrong = (message: string): undefined => {
    fields.wrong('launch/texture', at, message);
    return undefined;
  };
  const most = dimension === '1d' ? 1 : dimension === '2d' ? 2 : 3;
  if (entries.length > most)
    return wrong(`a ${dimension} texture has ${most} ${most > 1 ? 'sizes' : 'size'}`);
  const plane = dimension === '3d' ? LARGEST_OF_VOLUME : LARGEST;
  const limits = [plane, plane, dimension === '3d' ? LARGEST_OF_VOLUME : MOST_LAYERS];
  const values = entries.map((entry, i) => fields.integer(entry, [...at, i], 1, 1, limits[i]));
  if (values.includes(undefined)) return undefined;
  const isCube = dimension.startsWith('cube');
  const size: Size = [values[0]!, values[1] ?? 1, values[2] ?? (isCube ? 6 : 1)];
  if (isCube && (size[0] !== size[1] || size[2] % 6 !== 0 || (dimension === 'cube' && size[2] !== 6)))
    return wrong('a cube has six square layers, an array of cubes a multiple of six');
  return size;
}

/** The sampler; undefined when something about it is wrong (reported). */
export function readSampler(fields: Fields, json: Json, path: Path): SamplerState | undefined {
  const lod = (key: 'lodMinClamp' | 'lodMaxClamp'): number | undefined =>
    json[key] === undefined
      ? defaultSampler[key]
      : fields.number(json[key] as number | string, [...path, key]);
  const [lodMinClamp, lodMaxClamp] = [lod('lodMinClamp'), lod('lodMaxClamp')];
  if (lodMinClamp === undefined || lodMaxClamp === undefined) return undefined;
  if (lodMinClamp < 0 || lodMaxClamp < lodMinClamp) {
    const message = `levels from ${lodMinClamp} to ${lodMaxClamp} are none; they begin at 0 or above`;
    fields.wrong('launch/sampler', path, message);
    return undefined;
  }
  return { ...defaultSampler, ...(json as Partial<SamplerState>), lodMinClamp, lodMaxClamp };
}
