// A buffer or texture on the device, with its first contents, and a copy of those where samples must find them again.

import type { BufferData } from '../launch/launch.ts';
import type { TextureShape } from '../texture/shape.ts';
import {
  copyTexture,
  createTexture,
  fillTexture,
  readTexture,
  recordTexels,
  type TextureUse,
  texelBytes,
} from './device-textures.ts';
import { copyWhole, type Filling, fillBuffer, readBuffer, restoreBuffer } from './transfer.ts';

export interface ResourceContents {
  readonly sizeBytes: number;
  readonly data: BufferData;
  /** Of a texture, whose bytes are those of `texture/shape.ts`. */
  readonly texture?: { readonly shape: TextureShape } & TextureUse;
  /** Filled anew before every sample. */
  readonly isRestored: boolean;
  /** Pages of `PAGE_BYTES` to send back after the first run, ascending. */
  readonly readPages?: Uint32Array;
}

export class HeldResource {
  readonly live: GPUBuffer | GPUTexture;
  readonly about: ResourceContents;
  private readonly device: GPUDevice;
  private readonly pristine: GPUBuffer | GPUTexture | undefined;
  private readonly held: { destroy(): void }[];
  /** Texels as words, to be compared on the device. */
  private texels: GPUBuffer | undefined;

  /**
   * @param usage of a buffer, beside being copied
   * @param held everything made is noted there as soon as it exists, to be destroyed
   */
  constructor(device: GPUDevice, about: ResourceContents, usage: number, held: { destroy(): void }[]) {
    this.device = device;
    this.about = about;
    this.held = held;
    const { isRestored, data, texture } = about;
    this.live = this.make(usage, texture);
    // Buffers are cleared without a copy, textures have no such command.
    const isCopied = isRestored && (texture || data.kind !== 'zeros');
    this.pristine = isCopied ? this.make(0, { isSampled: true, isStored: false }) : undefined;
  }

  private make(usage: number, use: TextureUse | undefined): GPUBuffer | GPUTexture {
    const { device } = this;
    const { sizeBytes, texture } = this.about;
    const { COPY_DST, COPY_SRC } = GPUBufferUsage;
    const made = texture
      ? createTexture(device, texture.shape, use!)
      : device.createBuffer({ size: sizeBytes, usage: usage | COPY_DST | COPY_SRC });
    this.held.push(made);
    return made;
  }

  async fill(filling: Filling): Promise<void> {
    const { device, about, live, pristine } = this;
    const { texture } = about;
    if (!texture) {
      await fillBuffer(device, live as GPUBuffer, about, filling);
      if (pristine) copyWhole(device, live as GPUBuffer, pristine as GPUBuffer);
      return;
    }
    await fillTexture(device, live as GPUTexture, { ...about, texture: texture.shape }, filling);
    if (!pristine) return;
    const encoder = device.createCommandEncoder();
    copyTexture(encoder, live as GPUTexture, pristine as GPUTexture, texture.shape);
    device.queue.submit([encoder.finish()]);
  }

  /**
   * The pages that are wanted.
   * @param mipLevels of a texture
   */
  async read(mipLevels: readonly number[], onProgress: () => void): Promise<Uint32Array | undefined> {
    const { device, about, live } = this;
    const { texture } = about;
    if (!texture) return await readBuffer(device, live as GPUBuffer, about, onProgress);
    return await readTexture(device, live as GPUTexture, { ...about, texture: texture.shape }, mipLevels);
  }

  /** Records that it gets its first contents again, where it needs them. */
  restore(encoder: GPUCommandEncoder): void {
    const { live, pristine, about } = this;
    if (!about.isRestored) return;
    if (about.texture) copyTexture(encoder, pristine as GPUTexture, live as GPUTexture, about.texture.shape);
    else restoreBuffer(encoder, live as GPUBuffer, pristine as GPUBuffer | undefined);
  }

  /** What it holds as a buffer: of a texture the level that a kernel stores to, which is copied there. */
  words(encoder: GPUCommandEncoder): GPUBuffer {
    const { device, live, about, held } = this;
    if (!about.texture) return live as GPUBuffer;
    const { shape } = about.texture;
    if (!this.texels) {
      const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
      this.texels = device.createBuffer({ size: texelBytes(shape), usage: STORAGE | COPY_DST | COPY_SRC });
      held.push(this.texels);
    }
    recordTexels(encoder, live as GPUTexture, shape, this.texels);
    return this.texels;
  }
}
