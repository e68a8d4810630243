// Textures and samplers of a kernel as the process of the device takes them: WebGPU's descriptors, and where the rows
// of each level lie in the texels.

import { formatOf } from '../../src/texture/formats.ts';
import { isFiltering } from '../../src/texture/sampler.ts';
import { levelsOf } from '../../src/texture/shape.ts';
import type { KernelTexture } from './generator/textures.ts';
import { type Kernel, texelsOf } from './kernel.ts';

/** `textures` and `samplers` of a job (gpu-worker.mjs). */
export function resourcesOf(kernel: Kernel, textures: readonly KernelTexture[]): object {
  return {
    textures: textures.map((texture) => textureOf(kernel, texture)),
    samplers: (kernel.samplers ?? []).map(({ binding, state }) => {
      const plain = isFiltering(state) ? 'filtering' : 'non-filtering';
      return { binding, state, layout: { type: state.compare ? 'comparison' : plain } };
    }),
  };
}

function textureOf(kernel: Kernel, texture: KernelTexture): object {
  const { binding, shape, access } = texture;
  const { format, dimension, size, mipLevels } = shape;
  const { bytes } = formatOf(format)!;
  return {
    binding,
    format,
    dimension: dimension === '1d' || dimension === '3d' ? dimension : '2d',
    viewDimension: dimension,
    size,
    mipLevelCount: mipLevels,
    isStorage: access !== 'sampled',
    isWritten: access === 'write' || access === 'read_write',
    layout: layoutOf(texture),
    levels: levelsOf(shape).map(({ width, height, depth, offsetBytes }) => ({
      offsetBytes,
      rowBytes: width * bytes,
      size: [width, height, depth],
    })),
    data: Buffer.from(texelsOf(kernel, texture).buffer).toString('base64'),
  };
}

const STORAGE_ACCESS = { read: 'read-only', write: 'write-only', read_write: 'read-write' } as const;
const SAMPLE_TYPES = { i32: 'sint', u32: 'uint', f32: 'float' } as const;

function layoutOf({ shape: { format, dimension: viewDimension }, access }: KernelTexture): object {
  if (access !== 'sampled') return { format, viewDimension, access: STORAGE_ACCESS[access] };
  const { isDepth, isFilterable, type } = formatOf(format)!;
  const isUnfilterable = type === 'f32' && !isFilterable;
  return {
    viewDimension,
    sampleType: isDepth ? 'depth' : isUnfilterable ? 'unfilterable-float' : SAMPLE_TYPES[type],
  };
}
