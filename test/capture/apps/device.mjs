// What the programs of this folder share: a device whose complaints end them, and hashes of what their buffers
// hold at the end. In Node, `webgpu` gives the device, in a page the browser does.

/** Bits of GPUBufferUsage, GPUTextureUsage and GPUMapMode, which Node has no names for until they are assigned. */
export const USAGE = {
  MAP_READ: 1,
  MAP_WRITE: 2,
  COPY_SRC: 4,
  COPY_DST: 8,
  UNIFORM: 64,
  STORAGE: 128,
  INDIRECT: 256,
};
export const TEXTURE = { COPY_SRC: 1, COPY_DST: 2, BINDING: 4, STORAGE: 8, RENDER: 16 };
export const MAP = { READ: 1, WRITE: 2 };

const isNode = typeof process === 'object';
/** Held for as long as the program runs: the implementation in Node crashes when it is collected. */
const gpu = isNode ? (await import('webgpu')).create([]) : navigator.gpu;

/** Settings of a run, by name: variables of the environment in Node, the query in a page. */
export const setting = (name) =>
  isNode ? process.env[name] : (new URLSearchParams(location.search).get(name) ?? undefined);

export async function openDevice(requiredLimits = {}) {
  const adapter = await gpu.requestAdapter();
  const requiredFeatures = ['subgroups'].filter((name) => adapter.features.has(name));
  const device = await adapter.requestDevice({ requiredFeatures, requiredLimits });
  device.addEventListener('uncapturederror', ({ error }) => {
    console.error(error.message);
    if (isNode) process.exit(3);
    throw new Error(error.message);
  });
  return device;
}

/** A pool as frameworks have them: a buffer goes back under the usage that it says it has. */
export class Pool {
  free = new Map();
  made = 0;

  constructor(device) {
    this.device = device;
  }

  take(label, size, usage) {
    const kept = this.free.get(`${size} ${usage}`)?.pop();
    if (kept !== undefined) return kept;
    this.made++;
    return this.device.createBuffer({ label, size, usage });
  }

  give(buffer) {
    const key = `${buffer.size} ${buffer.usage}`;
    this.free.set(key, [...(this.free.get(key) ?? []), buffer]);
  }
}

/** Recording between two rounds, for programs that run without one as well. */
export async function betweenRounds(round) {
  if (setting('CAPTURE_FROM') === String(round)) globalThis.kernelcastCapture.start();
  if (setting('CAPTURE_TO') === String(round))
    globalThis.captured = await globalThis.kernelcastCapture.stop();
  if (setting('KILL_AT') === String(round)) process.kill(process.pid, 'SIGKILL');
  return setting('END_AT') === String(round);
}

/** Contents of buffers that can be copied from, as a hexadecimal hash each. */
export async function hashesOf(device, buffers) {
  const hashes = {};
  for (const buffer of buffers) {
    const staging = device.createBuffer({ size: buffer.size, usage: USAGE.COPY_DST | USAGE.MAP_READ });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(MAP.READ);
    const digest = await crypto.subtle.digest('SHA-256', staging.getMappedRange());
    hashes[buffer.label] = [...new Uint8Array(digest.slice(0, 8))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
    staging.destroy();
  }
  return hashes;
}
