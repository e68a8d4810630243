// Follows what an app submits, and what its host writes into buffers.

import type { TexturePlace } from './commands.ts';
import { bytesOfPart, extentOf, type Recordings, texturePlace } from './hook-encoders.ts';
import type { Classes, Watched } from './hook-objects.ts';
import type { BufferRecord } from './objects.ts';
import type { Session } from './session.ts';

export interface QueueOptions {
  /**
   * Whether data that lie in memory shared between threads are copied before they are handed on: some WebGPU
   * implementations take them and others throw, and an app that runs without a capture runs with it.
   */
  readonly copiesShared: boolean;
}

export function hookQueue(
  classes: Classes,
  watched: Watched,
  recordings: Recordings,
  { copiesShared }: QueueOptions,
): void {
  const { observation, objects, session } = watched;
  const { GPUQueue } = classes;
  observation.observe(GPUQueue, 'submit', {
    before: (_, [buffers]) => {
      const submitted = [...buffers].map((buffer) => recordings.finished.get(buffer));
      const current = session();
      if (current !== undefined) current.submit(submitted);
    },
  });
  observation.observe(GPUQueue, 'writeBuffer', {
    replace: (_, args) => {
      const [buffer, offset, data, from, size] = args;
      if (!copiesShared || !isShared(data)) return args;
      return [buffer, offset, bytesOfPart(data, from, size).slice()];
    },
    after: (_, [buffer, offset, data, from, size]) =>
      session()?.write(objects.buffer(buffer), offset, bytesOfPart(data, from, size)),
  });
  observation.observe(GPUQueue, 'writeTexture', {
    replace: (_, args) => {
      const [to, data, layout, size] = args;
      return copiesShared && isShared(data) ? [to, bytesOfPart(data).slice(), layout, size] : args;
    },
    after: (_, [to, data, layout, size]) =>
      session()?.writeTexture(
        texturePlace(to, objects) as TexturePlace,
        bytesOfPart(data),
        layout,
        extentOf(size),
      ),
  });
  observation.observe(GPUQueue, 'copyExternalImageToTexture', {
    after: (_, [, { texture }]) =>
      session()?.writeUnsaid('image copied to a texture', objects.texture(texture)),
  });
  hookMappings(classes, watched);
}

/** What the host writes into mapped memory counts when it is unmapped. */
function hookMappings({ GPUBuffer }: Classes, { observation, objects, session }: Watched): void {
  observation.observe(GPUBuffer, 'mapAsync', {
    before: (buffer, [mode]) => {
      const record = objects.buffer(buffer);
      record.writable = mode === MAP_MODE_WRITE ? [] : undefined;
    },
  });
  observation.observe(GPUBuffer, 'getMappedRange', {
    after: (buffer, [offset = 0], range) =>
      void objects.buffer(buffer).writable?.push({ offset, range: range as ArrayBuffer }),
  });
  observation.observe(GPUBuffer, 'unmap', {
    before: (buffer) => {
      const record = objects.buffer(buffer);
      const ranges = record.writable ?? [];
      record.writable = undefined;
      for (const { offset, range } of ranges) unmapped(session(), record, offset, range);
    },
  });
  observation.observe(GPUBuffer, 'destroy', {
    before: (buffer) => {
      objects.buffer(buffer).isDestroyed = true;
    },
  });
}

function unmapped(
  session: Session | undefined,
  record: BufferRecord,
  offset: number,
  range: ArrayBuffer,
): void {
  if (range.byteLength > 0) session?.write(record, offset, new Uint8Array(range));
}

function isShared(data: AllowSharedBufferSource): boolean {
  const memory = ArrayBuffer.isView(data) ? data.buffer : data;
  return typeof SharedArrayBuffer === 'function' && memory instanceof SharedArrayBuffer;
}

/** GPUMapMode.WRITE. */
const MAP_MODE_WRITE = 2;
