// How often loops go around that retry a compare-exchange, counted on the device: of a lane, and of a warp, which goes
// on until the last of its lanes has won.
//   node build.mjs bench/studies/retries.ts && node dist/bench/studies/retries.js OUT.json

import { readFileSync, writeFileSync } from 'node:fs';
import { globals } from 'webgpu';
import { openAdapter } from '../../src/hardware/adapter.ts';

Object.assign(globalThis, globals);

interface Case {
  readonly invocations: number;
  readonly cells: number;
  readonly stays: number;
  readonly alike: number;
}

const of = (invocations: number, cells: number, stays = 1, alike = 1): Case => ({
  invocations,
  cells,
  stays,
  alike,
});
const CASES: readonly Case[] = [
  ...[1, 16, 256, 4096, 65536].flatMap((cells) => [of(2 ** 14, cells), of(2 ** 17, cells)]),
  ...[64, 1024, 2 ** 14, 2 ** 18, 2 ** 22].map((cells) => of(2 ** 20, cells)),
  ...[4, 8, 16, 32].flatMap((alike) => [of(2 ** 17, 256, 1, alike), of(2 ** 17, 4096, 1, alike)]),
  ...[1, 4, 16, 64].flatMap((stays) => [
    of(2 ** 20 / stays, 2 ** 14, stays),
    of(2 ** 20 / stays, 2 ** 12, stays),
  ]),
  ...[1, 4, 16].map((stays) => of(2 ** 17, 2 ** 16, stays)),
];
const WARP = 32;
const REPEATS = 7;

const { device, info, dawn } = await openAdapter(undefined);
const code = readFileSync('microbench/retries.wgsl', 'utf8');
const results = [];
for (const each of CASES) results.push({ ...each, ...(await measured(each)) });
const head = { device: info.device, driver: info.driver, date: new Date().toISOString() };
const lines = results.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
writeFileSync(
  process.argv[2],
  `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "rounds": [\n${lines}\n  ]\n}\n`,
);
if (dawn) process.exit(0);

async function measured({ invocations, cells, stays, alike }: Case) {
  const module = device.createShaderModule({ code });
  const constants = { STAYS: stays, ALIKE: alike };
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, constants } });
  const bytes = 4 * invocations * stays;
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const cellBuffer = device.createBuffer({ size: Math.max(16, 4 * cells), usage: storage });
  const rounds = device.createBuffer({ size: bytes, usage: storage });
  const values = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(values, 0, new Uint32Array([invocations, cells]));
  const readable = device.createBuffer({
    size: bytes,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const stamps = device.createQuerySet({ type: 'timestamp', count: 2 });
  const resolved = device.createBuffer({
    size: 16,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const stampsRead = device.createBuffer({
    size: 16,
    usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  });
  const entries = [cellBuffer, rounds, values].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const bindings = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const encoder = device.createCommandEncoder();
    // The clock is up when the second begins.
    for (const isTimed of [false, true]) {
      encoder.clearBuffer(cellBuffer);
      const timestampWrites = { querySet: stamps, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
      const pass = encoder.beginComputePass(isTimed ? { timestampWrites } : {});
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(Math.ceil(invocations / 256));
      pass.end();
    }
    encoder.resolveQuerySet(stamps, 0, 2, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, stampsRead, 0, 16);
    encoder.copyBufferToBuffer(rounds, 0, readable, 0, bytes);
    device.queue.submit([encoder.finish()]);
    await stampsRead.mapAsync(GPUMapMode.READ);
    const [begin, end] = new BigInt64Array(stampsRead.getMappedRange());
    times.push(Number(end - begin));
    stampsRead.unmap();
  }
  await readable.mapAsync(GPUMapMode.READ);
  const all = new Uint32Array(readable.getMappedRange().slice(0));
  for (const buffer of [cellBuffer, rounds, values, readable, resolved, stampsRead]) buffer.destroy();
  return { timeNs: times.sort((a, b) => a - b)[REPEATS >> 1], ...roundsIn(all) };
}

/** Means over lanes and over warps. */
function roundsIn(all: Uint32Array) {
  let [lanes, warps, most] = [0, 0, 0];
  for (let first = 0; first < all.length; first += WARP) {
    let last = 0;
    for (let at = first; at < Math.min(first + WARP, all.length); at++) {
      lanes += all[at];
      last = Math.max(last, all[at]);
    }
    warps += last;
    most = Math.max(most, last);
  }
  const mean = (sum: number, count: number) => Number((sum / count).toFixed(3));
  return { ofLane: mean(lanes, all.length), ofWarp: mean(warps, Math.ceil(all.length / WARP)), most };
}
