// Textures and samplers on the GPU: made as a launch or an app describes them, filled, bound, copied and read.
// Bytes are those of `texture/shape.ts`: levels one after the other, rows without gaps.

import { fillWords } from '../launch/data.ts';
import { formatOf } from '../texture/formats.ts';
import type { SamplerState } from '../texture/sampler.ts';
import { type Level, levelsOf, type TextureShape } from '../texture/shape.ts';
import { type JobBinding, PAGE_BYTES } from './job.ts';
import type { Filling } from './transfer.ts';

/** Rows of a copy between a texture and a buffer start at multiples of this (WebGPU). */
const ROW_ALIGN_BYTES = 256;

/** What kernels do with a texture, and as what other formats they see it. */
export interface TextureUse {
  readonly isSampled: boolean;
  readonly isStored: boolean;
  readonly viewFormats?: readonly string[];
}

export function createTexture(
  device: GPUDevice,
  shape: TextureShape,
  { isSampled, isStored, viewFormats = [] }: TextureUse,
): GPUTexture {
  const { TEXTURE_BINDING, STORAGE_BINDING, RENDER_ATTACHMENT, COPY_SRC, COPY_DST } = GPUTextureUsage;
  const { format, dimension, size, mipLevels, sampleCount } = shape;
  const isMultisampled = sampleCount > 1;
  const copying = isMultisampled ? RENDER_ATTACHMENT : COPY_SRC | COPY_DST;
  return device.createTexture({
    format: format as GPUTextureFormat,
    dimension: dimension === '1d' || dimension === '3d' ? dimension : '2d',
    size: [...size],
    mipLevelCount: mipLevels,
    sampleCount,
    usage: (isStored ? STORAGE_BINDING : 0) | (isSampled ? TEXTURE_BINDING : 0) | copying,
    viewFormats: viewFormats as readonly GPUTextureFormat[],
  });
}

/** As the kernel sees it: from its first level on, of a storage texture that level alone. */
export function viewOf(texture: GPUTexture, shape: TextureShape, isStorage: boolean): GPUTextureView {
  const { dimension, baseMipLevel, mipLevels } = shape;
  const mipLevelCount = isStorage ? 1 : mipLevels - baseMipLevel;
  return texture.createView({ dimension, baseMipLevel, mipLevelCount });
}

export function createSampler(device: GPUDevice, sampler: SamplerState): GPUSampler {
  return device.createSampler({ ...sampler });
}

/** The first contents of a texture. */
export async function fillTexture(
  { queue }: GPUDevice,
  texture: GPUTexture,
  { data, sizeBytes, texture: shape }: Pick<JobBinding, 'data' | 'sizeBytes' | 'texture'>,
  { readFile }: Pick<Filling, 'readFile'>,
): Promise<void> {
  if (data.kind === 'zeros') return;
  const file = data.kind === 'file' ? readFile(data.path) : undefined;
  const words = new Uint32Array(sizeBytes / 4);
  fillWords(data, sizeBytes, 0, words, file);
  levelsOf(shape!).forEach((level, mipLevel) => {
    const { width, height, depth, offsetBytes } = level;
    const layout = { offset: offsetBytes, bytesPerRow: rowBytes(shape!, level), rowsPerImage: height };
    queue.writeTexture({ texture, mipLevel }, words, layout, [width, height, depth]);
  });
  await queue.onSubmittedWorkDone();
}

/** Records a copy of all levels between textures of one shape. */
export function copyTexture(
  encoder: GPUCommandEncoder,
  from: GPUTexture,
  to: GPUTexture,
  shape: TextureShape,
): void {
  levelsOf(shape).forEach(({ width, height, depth }, mipLevel) => {
    encoder.copyTextureToTexture({ texture: from, mipLevel }, { texture: to, mipLevel }, [
      width,
      height,
      depth,
    ]);
  });
}

/** The wanted pages of a texture's bytes, one after the other; levels that are not read are zeros. */
export async function readTexture(
  device: GPUDevice,
  texture: GPUTexture,
  { readPages, sizeBytes, texture: shape }: Pick<JobBinding, 'readPages' | 'sizeBytes' | 'texture'>,
  mipLevels: readonly number[],
): Promise<Uint32Array | undefined> {
  if (readPages === undefined || readPages.length === 0) return undefined;
  const bytes = new Uint8Array(Math.ceil(sizeBytes / PAGE_BYTES) * PAGE_BYTES);
  for (const mipLevel of mipLevels) await readLevel(device, texture, shape!, mipLevel, bytes);
  const words = new Uint32Array((readPages.length * PAGE_BYTES) / 4);
  const all = new Uint32Array(bytes.buffer);
  readPages.forEach((page, at) => {
    const from = (page * PAGE_BYTES) / 4;
    words.set(all.subarray(from, from + PAGE_BYTES / 4), (at * PAGE_BYTES) / 4);
  });
  return words;
}

/** Of a level, when not said otherwise the one that a kernel stores to, as a buffer whose rows start as WebGPU asks. */
export function texelBytes(shape: TextureShape, mipLevel = shape.baseMipLevel): number {
  const { height, depth } = levelsOf(shape)[mipLevel];
  return alignedRowBytes(shape, mipLevel) * height * depth;
}

/** Records a copy of that level into such a buffer. */
export function recordTexels(
  encoder: GPUCommandEncoder,
  texture: GPUTexture,
  shape: TextureShape,
  buffer: GPUBuffer,
  mipLevel = shape.baseMipLevel,
): void {
  const { width, height, depth } = levelsOf(shape)[mipLevel];
  const target = { buffer, bytesPerRow: alignedRowBytes(shape, mipLevel), rowsPerImage: height };
  encoder.copyTextureToBuffer({ texture, mipLevel }, target, [width, height, depth]);
}

function alignedRowBytes(shape: TextureShape, mipLevel: number): number {
  return Math.ceil(rowBytes(shape, levelsOf(shape)[mipLevel]) / ROW_ALIGN_BYTES) * ROW_ALIGN_BYTES;
}

/** The texels of a level, at their places among all. */
async function readLevel(
  device: GPUDevice,
  texture: GPUTexture,
  shape: TextureShape,
  mipLevel: number,
  out: Uint8Array,
): Promise<void> {
  const level = levelsOf(shape)[mipLevel];
  const { height, depth, offsetBytes } = level;
  const [tight, aligned] = [rowBytes(shape, level), alignedRowBytes(shape, mipLevel)];
  const { COPY_DST, MAP_READ } = GPUBufferUsage;
  const staging = device.createBuffer({ size: texelBytes(shape, mipLevel), usage: COPY_DST | MAP_READ });
  const encoder = device.createCommandEncoder();
  recordTexels(encoder, texture, shape, staging, mipLevel);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const rows = new Uint8Array(staging.getMappedRange());
  for (let row = 0; row < height * depth; row++) {
    out.set(rows.subarray(row * aligned, row * aligned + tight), offsetBytes + row * tight);
  }
  staging.destroy();
}

function rowBytes({ format }: TextureShape, { width }: Level): number {
  return width * formatOf(format)!.bytes;
}
