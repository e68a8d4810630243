// How all texels of a texture are copied into a buffer, and brought together there as app files have them: rows
// without gaps, in slices or layers, level after level.

import { formatOf } from '../texture/formats.ts';
import { type Level, levelsOf } from '../texture/shape.ts';

/** "Buffer copy offset and row pitch alignment" of the WebGPU specification. */
const ROW_ALIGNMENT = 256;

export interface TexelCopy {
  /** What the buffer has to hold. */
  readonly sizeBytes: number;
  encode(encoder: GPUCommandEncoder, to: GPUBuffer): void;
  /** @param copied what the buffer holds then */
  texels(copied: Uint8Array): Uint8Array;
}

/** Undefined for textures that app files do not describe: compressed formats, depth with stencil. */
export function texelCopy(texture: GPUTexture): TexelCopy | undefined {
  const { format, width, height, depthOrArrayLayers, dimension, mipLevelCount, sampleCount } = texture;
  const bytes = formatOf(format)?.bytes;
  if (bytes === undefined || sampleCount > 1) return undefined;
  const shape = { format, dimension, mipLevels: mipLevelCount, sampleCount, baseMipLevel: 0 };
  const levels = levelsOf({ ...shape, size: [width, height, depthOrArrayLayers] });
  const pitchOf = ({ width }: Level) => Math.ceil((width * bytes) / ROW_ALIGNMENT) * ROW_ALIGNMENT;
  const starts = [0];
  for (const level of levels) starts.push(starts.at(-1)! + pitchOf(level) * level.height * level.depth);
  return {
    sizeBytes: starts.at(-1)!,
    encode(encoder, buffer) {
      for (const [mipLevel, level] of levels.entries()) {
        const layout = { offset: starts[mipLevel], bytesPerRow: pitchOf(level), rowsPerImage: level.height };
        const size = [level.width, level.height, level.depth];
        encoder.copyTextureToBuffer({ texture, mipLevel }, { buffer, ...layout }, size);
      }
    },
    texels(copied) {
      const whole = new Uint8Array(levels.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
      for (const [index, level] of levels.entries()) {
        const rowBytes = level.width * bytes;
        for (let row = 0; row < level.height * level.depth; row++) {
          const from = starts[index] + row * pitchOf(level);
          whole.set(copied.subarray(from, from + rowBytes), level.offsetBytes + row * rowBytes);
        }
      }
      return whole;
    },
  };
}
