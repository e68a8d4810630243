// What a job binds, on the device: buffers, textures and samplers.

import { createSampler, viewOf } from './device-textures.ts';
import { HeldResource } from './held-resource.ts';
import type { JobBinding } from './job.ts';
import type { Filling } from './transfer.ts';

/** One binding of a job. */
export class BoundResource {
  readonly resource: GPUBindingResource;
  /** The storage buffer or texture itself, which the kernel may write. */
  readonly storage: GPUBuffer | GPUTexture | undefined;
  private readonly contents: HeldResource | undefined;
  private readonly mipLevels: readonly number[];

  /** @param held everything made is noted there as soon as it exists, to be destroyed */
  constructor(device: GPUDevice, binding: JobBinding, held: { destroy(): void }[]) {
    const { usage, texture, sampler, isStorageTexture: isStored = false } = binding;
    // Of a texture, kernels store to one level.
    this.mipLevels = texture ? [texture.baseMipLevel] : [];
    if (sampler) {
      this.resource = createSampler(device, sampler);
      return;
    }
    const { STORAGE, UNIFORM } = GPUBufferUsage;
    const { texture: _, ...contents } = binding;
    const seen = texture ? { texture: { shape: texture, isStored, isSampled: !isStored } } : {};
    this.contents = new HeldResource(
      device,
      { ...contents, ...seen },
      usage === 'uniform' ? UNIFORM : STORAGE,
      held,
    );
    const { live } = this.contents;
    this.storage = usage === 'storage' || isStored ? live : undefined;
    this.resource = texture ? viewOf(live as GPUTexture, texture, isStored) : { buffer: live as GPUBuffer };
  }

  async fill(filling: Filling): Promise<void> {
    await this.contents?.fill(filling);
  }

  /** The pages that the job wants to see. */
  async read(onProgress: () => void): Promise<Uint32Array | undefined> {
    return await this.contents?.read(this.mipLevels, onProgress);
  }

  /** Records that it gets its first contents again, where it needs them. */
  restore(encoder: GPUCommandEncoder): void {
    this.contents?.restore(encoder);
  }

  /** What it holds as a buffer; see `HeldResource`. */
  words(encoder: GPUCommandEncoder): GPUBuffer {
    return this.contents!.words(encoder);
  }
}
