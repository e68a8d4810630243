// Buffers to and from the GPU in chunks, so that what is staged stays small and progress shows.

import { fillWords } from '../launch/data.ts';
import { fileOf } from '../launch/launch.ts';
import { type JobBinding, PAGE_BYTES } from './job.ts';

/** Keeps the work that is queued, and the memory it is staged in, small while buffers are filled. */
const FILL_WORDS = 1 << 22;
const CHUNK_PAGES = 4096;

/** How first contents come about. */
export interface Filling {
  readonly onProgress: () => void;
  /** The bytes of a file that a buffer or texture begins with. */
  readonly readFile: (path: string) => Uint8Array;
}

/** The first contents of a buffer. */
export async function fillBuffer(
  { queue }: GPUDevice,
  buffer: GPUBuffer,
  { data, sizeBytes }: Pick<JobBinding, 'data' | 'sizeBytes'>,
  { onProgress, readFile }: Filling,
): Promise<void> {
  if (data.kind === 'zeros') return;
  const path = fileOf(data);
  const file = path === undefined ? undefined : readFile(path);
  const total = sizeBytes / 4;
  for (let first = 0; first < total; first += FILL_WORDS) {
    const words = new Uint32Array(Math.min(FILL_WORDS, total - first));
    fillWords(data, sizeBytes, first, words, file);
    queue.writeBuffer(buffer, first * 4, words);
    await queue.onSubmittedWorkDone();
    onProgress();
  }
}

/** The wanted pages of a buffer, one after the other; the last one of the buffer may be short. */
export async function readBuffer(
  device: GPUDevice,
  buffer: GPUBuffer,
  { readPages }: Pick<JobBinding, 'readPages'>,
  onProgress: () => void,
): Promise<Uint32Array | undefined> {
  if (readPages === undefined || readPages.length === 0) return undefined;
  const words = new Uint32Array((readPages.length * PAGE_BYTES) / 4);
  for (let at = 0; at < readPages.length; ) {
    const firstPage = readPages[at];
    let last = at;
    while (last + 1 < readPages.length && readPages[last + 1] < firstPage + CHUNK_PAGES) last++;
    const start = firstPage * PAGE_BYTES;
    const bytes = Math.min(
      buffer.size - start,
      CHUNK_PAGES * PAGE_BYTES,
      (readPages[last] + 1) * PAGE_BYTES - start,
    );
    const chunk = await readRange(device, buffer, start, bytes);
    onProgress();
    for (; at <= last; at++) {
      const from = (readPages[at] - firstPage) * (PAGE_BYTES / 4);
      words.set(chunk.subarray(from, from + PAGE_BYTES / 4), at * (PAGE_BYTES / 4));
    }
  }
  return words;
}

async function readRange(
  device: GPUDevice,
  buffer: GPUBuffer,
  start: number,
  bytes: number,
): Promise<Uint32Array> {
  const { COPY_DST, MAP_READ } = GPUBufferUsage;
  const staging = device.createBuffer({ size: bytes, usage: COPY_DST | MAP_READ });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, start, staging, 0, bytes);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}

export function copyWhole(device: GPUDevice, from: GPUBuffer, to: GPUBuffer): void {
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
  device.queue.submit([encoder.finish()]);
}

/** Records that a buffer gets its first contents again: zeros, where there is no copy of them. */
export function restoreBuffer(
  encoder: GPUCommandEncoder,
  live: GPUBuffer,
  pristine: GPUBuffer | undefined,
): void {
  if (pristine) encoder.copyBufferToBuffer(pristine, 0, live, 0, live.size);
  else encoder.clearBuffer(live);
}
