// Reads an app's textures and samplers, and what a binding's view shows of a texture; names and defaults are WebGPU's.

import { readData } from '../launch/buffers.ts';
import type { JsonValue, Path } from '../launch/document.ts';
import type { Fields } from '../launch/fields.ts';
import { readSampler, readTexture } from '../launch/textures.ts';
import { formatOf } from '../texture/formats.ts';
import type { SamplerState } from '../texture/sampler.ts';
import { bytesOf, levelsOf, type TextureDimension, type TextureShape } from '../texture/shape.ts';
import type { AppBinding, AppBuffer } from './app.ts';

type Json = { readonly [key: string]: JsonValue };

/** The texture as a buffer of texels; undefined when something about it is wrong (reported). */
export function readAppTexture(
  fields: Fields,
  name: string,
  json: Json,
  resolvePath: (path: string) => string,
): AppBuffer | undefined {
  const path: Path = ['textures', name];
  const { data: given = { kind: 'zeros' }, ...described } = json;
  const texture = readTexture(fields, asSeen(described), path);
  const data = readData(fields, given as Json, [...path, 'data'], resolvePath, []);
  if (!texture || !data) return undefined;
  const lacksData = json['data'] === undefined;
  return { name, sizeBytes: bytesOf(texture), data, lacksData, texture, span: fields.span(path) };
}

/** WebGPU gives all textures three sizes, and calls one with layers 2d, too. */
function asSeen(json: Json): Json {
  const sizes = [...(json['size'] as readonly JsonValue[])];
  while (sizes.length > 1 && sizes.at(-1) === 1) sizes.pop();
  const isLayered = (json['dimension'] ?? '2d') === '2d' && sizes.length > 2;
  return { ...json, size: sizes, ...(isLayered ? { dimension: '2d-array' } : {}) };
}

/** The sampler; undefined when something about it is wrong (reported). */
export function readAppSampler(fields: Fields, name: string, json: Json): SamplerState | undefined {
  const { maxAnisotropy: _, ...rest } = json;
  return readSampler(fields, rest, ['samplers', name]);
}

type SeenTexture = Pick<AppBinding, 'buffer' | 'offsetBytes' | 'sizeBytes' | 'texture' | 'view'>;

/** What a view shows: one level as a texture of its own, else the levels up to its last. */
export function readView(fields: Fields, buffer: AppBuffer, json: Json, path: Path): SeenTexture | undefined {
  const whole = buffer.texture!;
  const number = (key: string, fallback: number, low: number, high: number) =>
    fields.integer(json[key] as number | string | undefined, [...path, key], fallback, low, high);
  const wrong = (message: string, key?: string): undefined => {
    fields.wrong('app/view', key === undefined ? path : [...path, key], message);
    return undefined;
  };
  const layers = whole.dimension === '3d' ? 1 : whole.size[2];
  const firstLevel = number('baseMipLevel', 0, 0, whole.mipLevels - 1) ?? 0;
  const levels = number('mipLevelCount', whole.mipLevels - firstLevel, 1, whole.mipLevels - firstLevel);
  const firstLayer = number('baseArrayLayer', 0, 0, layers - 1) ?? 0;
  const dimension = (json['dimension'] ?? whole.dimension) as TextureDimension;
  const usual = dimension === '2d' ? 1 : dimension === 'cube' ? 6 : layers - firstLayer;
  const count = number('arrayLayerCount', usual, 1, layers - firstLayer);
  if (levels === undefined || count === undefined) return undefined;
  if (['1d', '3d'].includes(dimension) !== ['1d', '3d'].includes(whole.dimension))
    return wrong(`a ${whole.dimension} texture is not seen as ${dimension}`, 'dimension');
  if (firstLayer + count > layers || !fits(dimension, count, whole))
    return wrong(`${count} of ${layers} layers from layer ${firstLayer} on are no ${dimension} texture`);
  const format = (json['format'] ?? whole.format) as string;
  if (formatOf(format)?.bytes !== formatOf(whole.format)!.bytes)
    return wrong(`texels of ${whole.format} are not seen as ${format}`, 'format');
  const part = seen(buffer, { format, dimension }, { firstLevel, levels, firstLayer, count });
  const view = {
    format,
    dimension,
    baseMipLevel: firstLevel,
    mipLevelCount: levels,
    baseArrayLayer: firstLayer,
    arrayLayerCount: count,
  };
  return (
    (part && { ...part, view }) ??
    wrong('several levels of some of the layers: bind one level, or all layers')
  );
}

function fits(dimension: TextureDimension, layers: number, { size }: TextureShape): boolean {
  if (dimension === '2d') return layers === 1;
  if (!dimension.startsWith('cube')) return true;
  return size[0] === size[1] && (dimension === 'cube' ? layers === 6 : layers % 6 === 0);
}

interface Part {
  readonly firstLevel: number;
  readonly levels: number;
  readonly firstLayer: number;
  readonly count: number;
}

function seen(
  buffer: AppBuffer,
  as: Pick<TextureShape, 'format' | 'dimension'>,
  { firstLevel, levels, firstLayer, count }: Part,
): SeenTexture | undefined {
  const whole = buffer.texture!;
  if (levels === 1) {
    const level = levelsOf(whole)[firstLevel];
    const isVolume = whole.dimension === '3d';
    const size = [level.width, level.height, isVolume ? level.depth : count] as const;
    const texture: TextureShape = { ...whole, ...as, size, mipLevels: 1, baseMipLevel: 0 };
    const offsetBytes = level.offsetBytes + (level.sizeBytes / level.depth) * firstLayer;
    // Contents are words; what begins within one is seen as a level of the whole.
    if (offsetBytes % 4 === 0) return { buffer, offsetBytes, sizeBytes: bytesOf(texture), texture };
  }
  if (count !== whole.size[2] && whole.dimension !== '3d') return undefined;
  const texture: TextureShape = { ...whole, ...as, mipLevels: firstLevel + levels, baseMipLevel: firstLevel };
  return { buffer, offsetBytes: 0, sizeBytes: bytesOf(texture), texture };
}
