// Measures the tables of `instances.ts` under each of their configurations on this machine's GPU:
//   node build.mjs bench/wavefront/measure.ts
//   node dist/bench/wavefront/measure.js --record OUT.json [--max-seconds T] [--samples S] [--adapter NAME]
// A table's dispatches are one compute pass between two timestamps, right behind a spin pass that proves the clock
// (docs/measuring.md). All tables of an instance must be the same, to the bit: sums over them are compared.

import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { globals } from 'webgpu';
import { type App, type Dispatch, isDispatch } from '../../src/app/app.ts';
import { parseApp } from '../../src/app/parse.ts';
import { openAdapter } from '../../src/hardware/adapter.ts';
import { Stopwatch } from '../../src/hardware/stopwatch.ts';
import { fillBuffer } from '../../src/hardware/transfer.ts';
import { appFileText } from '../../src/wavefront/app-file.ts';
import type { Configuration } from '../../src/wavefront/phases.ts';
import type { Wavefront } from '../../src/wavefront/wavefront.ts';
import { INSTANCES, measuredConfigurations } from './instances.ts';
import type { MeasuredInstance, MeasuredTables } from './measured.ts';
import { openInstance } from './open-instance.ts';

Object.assign(globalThis, globals);

const { values: flags } = parseArgs({
  options: {
    record: { type: 'string', default: 'wavefront.json' },
    'max-seconds': { type: 'string', default: 'Infinity' },
    samples: { type: 'string', default: '5' },
    adapter: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
  },
});

const endMs = performance.now() + Number(flags['max-seconds']) * 1000;
const { device, info, dawn } = await openAdapter(flags.adapter);
const watch = new Stopwatch(device, info.isSoftware);

/** Adds up a table: words times odd numbers of their places, so that two that differ hardly ever agree. */
const SUM = `
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> sum: atomic<u32>;
@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) count: vec3u) {
  var own = 0u;
  for (var at = id.x; at < arrayLength(&table); at += count.x * 256u) {
    own += table[at] * (2u * at + 1u);
  }
  atomicAdd(&sum, own);
}`;

const summing = await device.createComputePipelineAsync({
  layout: 'auto',
  compute: { module: device.createShaderModule({ code: SUM }) },
});

function appOf(wavefront: Wavefront, configuration: Configuration): App {
  const { value, diagnostics } = parseApp(appFileText(wavefront, configuration), 'app.json');
  if (!value) throw new Error(JSON.stringify(diagnostics));
  return value;
}

async function buffersOf(app: App): Promise<Map<string, GPUBuffer>> {
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC } = GPUBufferUsage;
  const made = new Map<string, GPUBuffer>();
  for (const { name, sizeBytes, data } of app.buffers) {
    const usage = STORAGE | UNIFORM | COPY_DST | COPY_SRC;
    const buffer = device.createBuffer({ size: sizeBytes, usage });
    await fillBuffer(
      device,
      buffer,
      { data, sizeBytes },
      {
        onProgress: () => {},
        readFile: (path) => readFileSync(path),
      },
    );
    made.set(name, buffer);
  }
  return made;
}

interface Recorded {
  readonly pipeline: GPUComputePipeline;
  readonly groups: readonly (readonly [number, GPUBindGroup])[];
  readonly count: readonly number[];
}

/** The dispatches of an app, ready to be recorded; the pattern has group 0, the cell function what it reads. */
async function recordedOf(
  app: App,
  source: string,
  buffers: ReadonlyMap<string, GPUBuffer>,
): Promise<Recorded[]> {
  const dispatches = app.operations.filter(isDispatch);
  const module = device.createShaderModule({ code: source });
  const pipelines = new Map<string, GPUComputePipeline>();
  const inputs = new Map<string, GPUBindGroup[]>();
  const usesStep = (name: string) => name === 'tiles' || name === 'diagonals';
  for (const { pipeline } of dispatches) {
    if (pipelines.has(pipeline.name)) continue;
    const { entryPoint, constants } = pipeline;
    const compute = { module, entryPoint: entryPoint!, constants: { ...constants } };
    pipelines.set(pipeline.name, await device.createComputePipelineAsync({ layout: 'auto', compute }));
  }
  const entry = (bound: Dispatch['bindings'][number]) => ({
    binding: bound.binding,
    resource: { buffer: buffers.get(bound.buffer.name)!, offset: bound.offsetBytes, size: bound.sizeBytes },
  });
  return dispatches.map(({ pipeline: { name }, bindings, dispatch }) => {
    const pipeline = pipelines.get(name)!;
    const own = bindings.filter(({ group, binding }) => group === 0 && (binding === 0 || usesStep(name)));
    const others = bindings.filter(({ group }) => group === 1);
    const layout = pipeline.getBindGroupLayout(0);
    const first = device.createBindGroup({ layout, entries: own.map(entry) });
    const known = inputs.get(name);
    const rest =
      known ??
      (others.length === 0
        ? []
        : [
            device.createBindGroup({
              layout: pipeline.getBindGroupLayout(1),
              entries: others.map(entry),
            }),
          ]);
    inputs.set(name, rest);
    const groups = [[0, first] as const, ...rest.map((each) => [1, each] as const)];
    return { pipeline, groups, count: dispatch as readonly number[] };
  });
}

async function sumOf(table: GPUBuffer): Promise<number> {
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const sum = device.createBuffer({ size: 4, usage: STORAGE | COPY_SRC });
  const read = device.createBuffer({ size: 4, usage: COPY_DST | MAP_READ });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(summing);
  const entries = [table, sum].map((buffer, binding) => ({ binding, resource: { buffer } }));
  pass.setBindGroup(0, device.createBindGroup({ layout: summing.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1024);
  pass.end();
  encoder.copyBufferToBuffer(sum, 0, read, 0, 4);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const [value] = new Uint32Array(read.getMappedRange().slice(0));
  sum.destroy();
  read.destroy();
  return value;
}

function record(pass: GPUComputePassEncoder, all: readonly Recorded[]): void {
  for (const { pipeline, groups, count } of all) {
    pass.setPipeline(pipeline);
    for (const [at, group] of groups) pass.setBindGroup(at, group);
    pass.dispatchWorkgroups(count[0], count[1], count[2]);
  }
}

async function measured(
  wavefront: Wavefront,
  configuration: Configuration,
  buffers: ReadonlyMap<string, GPUBuffer>,
) {
  const table = buffers.get('table')!;
  const all = await recordedOf(appOf(wavefront, configuration), wavefront.source, buffers);
  const clear = device.createCommandEncoder();
  clear.clearBuffer(table);
  device.queue.submit([clear.finish()]);
  // The first run loads code and touches memory; the sum is of what it leaves.
  await watch.take(
    () => {},
    table,
    (pass) => record(pass, all),
  );
  const sum = await sumOf(table);
  await watch.holdClock();
  const times: number[] = [];
  for (let sample = 0; sample < Number(flags.samples); sample++)
    times.push(
      (
        await watch.take(
          () => {},
          table,
          (pass) => record(pass, all),
        )
      ).timeNs,
    );
  times.sort((a, b) => a - b);
  return { timeNs: times[Math.floor(times.length / 2)], minNs: times[0], maxNs: times.at(-1)!, sum };
}

const instances: MeasuredInstance[] = [];
const result: MeasuredTables = {
  schema: 'kernelcast/wavefront-measured@1',
  device: info.device,
  driver: info.driver,
  date: new Date().toISOString().slice(0, 10),
  instances,
};
await watch.holdClock();
for (const instance of INSTANCES) {
  if (performance.now() > endMs) break;
  const wavefront = openInstance(instance);
  const all = measuredConfigurations(wavefront, wavefront.cellBytes).slice(0, Number(flags.limit));
  const buffers = await buffersOf(appOf(wavefront, all[0]));
  const configurations: MeasuredInstance['configurations'][number][] = [];
  instances.push({ ...instance, configurations });
  const start = performance.now();
  let expected: number | undefined;
  for (const configuration of all) {
    if (performance.now() > endMs) break;
    try {
      const { sum, ...times } = await measured(wavefront, configuration, buffers);
      expected ??= sum;
      configurations.push({ ...configuration, ...times, isSame: sum === expected });
    } catch (error) {
      process.stderr.write(`${instance.example} ${JSON.stringify(configuration)}: ${String(error)}\n`);
    }
  }
  for (const buffer of buffers.values()) buffer.destroy();
  const eachMs = Math.round((performance.now() - start) / configurations.length);
  const different = configurations.filter(({ isSame }) => !isSame).length;
  process.stdout.write(
    `${instance.example} ${JSON.stringify(instance.params)}: ${configurations.length} of ${all.length}, ${eachMs} ms each, ${different} differ\n`,
  );
  writeFileSync(flags.record, `${JSON.stringify(result)}\n`);
}
device.destroy();
process.exit(dawn ? 0 : 4);
