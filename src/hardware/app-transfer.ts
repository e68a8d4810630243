// What moves data between the dispatches of an app: copies, clears, and writes of the host.

import { fillWords } from '../launch/data.ts';
import { fileOf } from '../launch/launch.ts';
import { formatOf } from '../texture/formats.ts';
import { isInTexture, type RowPlaces, type TexelCopy, type TexelPlace } from '../texture/places.ts';
import type { JobOperation } from './app-job.ts';
import type { HeldResource } from './held-resource.ts';
import { readFile } from './read-file.ts';

type Transfer = Extract<JobOperation, { kind: 'copy' | 'clear' }>;
type Write = Extract<JobOperation, { kind: 'write' }>;

export function recordTransfer(
  encoder: GPUCommandEncoder,
  operation: Transfer,
  resources: readonly HeldResource[],
): void {
  const { to } = operation;
  const target = resources[to.buffer].live;
  if (operation.kind === 'clear') {
    encoder.clearBuffer(target as GPUBuffer, to.offsetBytes, to.sizeBytes);
    return;
  }
  const { from, texels } = operation;
  const source = resources[from.buffer].live;
  if (texels) recordTexelCopy(encoder, source, target, texels);
  else
    encoder.copyBufferToBuffer(
      source as GPUBuffer,
      from.offsetBytes,
      target as GPUBuffer,
      to.offsetBytes,
      to.sizeBytes,
    );
}

function recordTexelCopy(
  encoder: GPUCommandEncoder,
  source: GPUBuffer | GPUTexture,
  target: GPUBuffer | GPUTexture,
  { from, to, size }: TexelCopy,
): void {
  const inTexture = (texture: GPUBuffer | GPUTexture, place: TexelPlace) => ({
    texture: texture as GPUTexture,
    ...place,
  });
  const inBuffer = (buffer: GPUBuffer | GPUTexture, rows: RowPlaces) => ({
    buffer: buffer as GPUBuffer,
    ...layoutOf(rows, size),
  });
  if (!isInTexture(from))
    encoder.copyBufferToTexture(inBuffer(source, from), inTexture(target, to as TexelPlace), size);
  else if (isInTexture(to))
    encoder.copyTextureToTexture(inTexture(source, from), inTexture(target, to), size);
  else encoder.copyTextureToBuffer(inTexture(source, from), inBuffer(target, to), size);
}

/** A single row, or a single image, has no next one: WebGPU asks nothing of how far that would be. */
function layoutOf({ firstByte, rowBytes, imageBytes }: RowPlaces, [, height, depth]: TexelCopy['size']) {
  return {
    offset: firstByte,
    ...(height > 1 || depth > 1 ? { bytesPerRow: rowBytes, rowsPerImage: imageBytes / rowBytes } : {}),
  };
}

/** A write of the host, with its data at hand. */
export class HostWrite {
  private readonly write: Write;
  private readonly resource: HeldResource;
  private readonly words: Uint32Array<ArrayBuffer>;

  constructor(write: Write, resource: HeldResource) {
    this.write = write;
    this.resource = resource;
    const { data } = write;
    const bytes = Math.ceil(dataBytes(write, resource) / 4) * 4;
    this.words = new Uint32Array(bytes / 4);
    const path = fileOf(data);
    const file = path === undefined ? undefined : readFile(path);
    fillWords(data, bytes, 0, this.words, file);
  }

  run(queue: GPUQueue): void {
    const { words, resource } = this;
    const { to, texels } = this.write;
    if (!texels) {
      queue.writeBuffer(resource.live as GPUBuffer, to.offsetBytes, words);
      return;
    }
    const target = { texture: resource.live as GPUTexture, ...(texels.to as TexelPlace) };
    queue.writeTexture(target, words, layoutOf(texels.from as RowPlaces, texels.size), texels.size);
  }
}

function dataBytes({ to, texels }: Write, { about }: HeldResource): number {
  if (!texels) return to.sizeBytes;
  const { firstByte, rowBytes, imageBytes } = texels.from as RowPlaces;
  const [width, height, depth] = texels.size;
  const texelBytes = formatOf(about.texture!.shape.format)!.bytes;
  return firstByte + (depth - 1) * imageBytes + (height - 1) * rowBytes + width * texelBytes;
}
