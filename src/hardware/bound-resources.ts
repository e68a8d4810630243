// What a job binds, on the device: buffers, textures and samplers with their first contents, and copies of those contents
// where samples must find them again.

import {
  copyTexture,
  createSampler,
  createTexture,
  fillTexture,
  readTexture,
  recordTexels,
  texelBytes,
  viewOf,
} from './device-textures.ts';
import type { JobBinding } from './job.ts';
import { copyWhole, fillBuffer, readBuffer, restoreBuffer } from './transfer.ts';

type Held = GPUBuffer | GPUTexture;

/** One binding of a job. */
export class BoundResource {
  readonly resource: GPUBindingResource;
  /** The storage buffer or texture itself, which the kernel may write. */
  readonly storage: GPUBuffer | GPUTexture | undefined;
  private readonly binding: JobBinding;
  private readonly device: GPUDevice;
  private readonly live: Held | undefined;
  private readonly pristine: Held | undefined;
  private readonly held: { destroy(): void }[];
  /** Texels as words, to be compared on the device. */
  private texels: GPUBuffer | undefined;

  /** @param held everything made is noted there as soon as it exists, to be destroyed */
  constructor(device: GPUDevice, binding: JobBinding, held: { destroy(): void }[]) {
    this.device = device;
    this.binding = binding;
    this.held = held;
    const make = (isCopy: boolean): Held => {
      const made = this.make(isCopy);
      held.push(made);
      return made;
    };
    this.live = binding.sampler ? undefined : make(false);
    const { isRestored, data, texture } = binding;
    // Buffers are cleared without a copy, textures have no such command.
    this.pristine = isRestored && (texture || data.kind !== 'zeros') ? make(true) : undefined;
    this.storage = binding.usage === 'storage' || binding.isStorageTexture ? this.live : undefined;
    this.resource = this.resourceOf();
  }

  private make(isCopy: boolean): Held {
    const { usage, sizeBytes, texture, isStorageTexture } = this.binding;
    if (texture) return createTexture(this.device, texture, isStorageTexture === true && !isCopy);
    const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
    const own = isCopy ? 0 : usage === 'uniform' ? UNIFORM : STORAGE;
    return this.device.createBuffer({ size: sizeBytes, usage: own | COPY_DST | COPY_SRC });
  }

  private resourceOf(): GPUBindingResource {
    const { sampler, texture, isStorageTexture } = this.binding;
    if (sampler) return createSampler(this.device, sampler);
    if (texture) return viewOf(this.live as GPUTexture, texture, isStorageTexture === true);
    return { buffer: this.live as GPUBuffer };
  }

  async fill(onProgress: () => void): Promise<void> {
    const { device, binding, live, pristine } = this;
    if (binding.sampler) return;
    if (binding.texture) await fillTexture(device, live as GPUTexture, binding);
    else await fillBuffer(device, live as GPUBuffer, binding, onProgress);
    if (!pristine) return;
    if (!binding.texture) {
      copyWhole(device, live as GPUBuffer, pristine as GPUBuffer);
      return;
    }
    const encoder = device.createCommandEncoder();
    copyTexture(encoder, live as GPUTexture, pristine as GPUTexture, binding.texture);
    device.queue.submit([encoder.finish()]);
  }

  /** The pages that the job wants to see. */
  async read(onProgress: () => void): Promise<Uint32Array | undefined> {
    if (this.binding.sampler) return undefined;
    if (this.binding.texture) return await readTexture(this.device, this.live as GPUTexture, this.binding);
    return await readBuffer(this.device, this.live as GPUBuffer, this.binding, onProgress);
  }

  /** Records that it gets its first contents again, where it needs them. */
  restore(encoder: GPUCommandEncoder): void {
    const { live, pristine, binding } = this;
    if (!binding.isRestored) return;
    if (binding.texture) copyTexture(encoder, pristine as GPUTexture, live as GPUTexture, binding.texture);
    else restoreBuffer(encoder, live as GPUBuffer, pristine as GPUBuffer | undefined);
  }

  /** What it holds as a buffer: of a texture the level that a kernel stores to, which is copied there. */
  words(encoder: GPUCommandEncoder): GPUBuffer {
    const { device, live, binding } = this;
    if (!binding.texture) return live as GPUBuffer;
    if (!this.texels) {
      const { STORAGE, COPY_DST, COPY_SRC } = GPUBufferUsage;
      const size = texelBytes(binding.texture);
      this.texels = device.createBuffer({ size, usage: STORAGE | COPY_DST | COPY_SRC });
      this.held.push(this.texels);
    }
    recordTexels(encoder, live as GPUTexture, binding.texture, this.texels);
    return this.texels;
  }
}
