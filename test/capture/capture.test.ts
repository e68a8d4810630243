// What hooks do between a program and its WebGPU, where no device is needed to see it.

import { beforeEach, expect, it } from 'vitest';
import { appText, type JournalLine } from '../../src/capture/app-file.ts';
import { Capture } from '../../src/capture/capture.ts';
import { fakeWebgpu } from './fake-webgpu.ts';

const [STORAGE, COPY_DST, MAP_READ, COPY_SRC] = [128, 8, 1, 4];

let webgpu: ReturnType<typeof fakeWebgpu>;
let lines: JournalLine[];
beforeEach(() => {
  webgpu = fakeWebgpu();
  lines = [];
});

function started(copiesShared = true): Capture {
  const capture = new Capture((error) => {
    throw error;
  });
  capture.hook(webgpu.classes, { copiesShared });
  capture.start({}, { append: (line) => void lines.push(line), flush: () => {}, put: () => {} });
  return capture;
}

const steps = () => JSON.parse(appText(lines)).steps;
const argsOf = (method: string) =>
  webgpu.given.filter((each) => each.method === method).map(({ args }) => args);

function dispatch(device: GPUDevice, resources: readonly unknown[]): void {
  const code = resources.map((_, index) => `@group(0) @binding(${index}) var<storage, read_write> b: B;`);
  const module = device.createShaderModule({ code: code.join('\n') });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const entries = resources.map((resource, binding) => ({
    binding,
    resource: resource as GPUBindingResource,
  }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  device.queue.submit([encoder.finish()]);
}

it('lets every buffer be copied from that is not mapped to be read, and nobody sees it', () => {
  started();
  const usages = [STORAGE, STORAGE | COPY_SRC, MAP_READ | COPY_DST];
  const buffers = usages.map((usage) => webgpu.device.createBuffer({ size: 16, usage }));
  expect(argsOf('createBuffer')).toEqual(
    [STORAGE | COPY_SRC, STORAGE | COPY_SRC, MAP_READ | COPY_DST].map((usage) => [{ usage }]),
  );
  expect(buffers.map(({ usage }) => usage)).toEqual(usages);
});

it.each([
  ['copies', true, ArrayBuffer],
  ['hands on', false, SharedArrayBuffer],
])('%s memory that threads share, as the WebGPU would have it', (_, copiesShared, kind) => {
  started(copiesShared);
  const words = new Uint32Array(new SharedArrayBuffer(16)).fill(7);
  const buffer = webgpu.device.createBuffer({ label: 'b', size: 16, usage: STORAGE | COPY_DST });
  webgpu.device.queue.writeBuffer(buffer, 4, words as unknown as Uint32Array<ArrayBuffer>, 1, 2);
  const [[, offset, data]] = argsOf('writeBuffer') as [unknown, number, Uint8Array][];
  expect([offset, data.buffer.constructor]).toEqual([4, kind]);
  expect(steps()).toEqual([{ write: 'b', offset: 4, size: 8, data: { kind: 'u32', values: [7, 7] } }]);
});

it('names a dispatch that sees an external texture, and copies what it wrote before the next use', async () => {
  const capture = started();
  const { device } = webgpu;
  const buffer = device.createBuffer({ label: 'b', size: 16, usage: STORAGE });
  dispatch(device, [{ buffer }]);
  dispatch(device, [{ buffer }, device.importExternalTexture({ source: {} as VideoFrame })]);
  dispatch(device, [{ buffer }]);
  await capture.session!.settled();
  expect(steps()[1]).toEqual({ submit: [{ skipped: 'dispatch with a GPUExternalTexture' }] });
  const used = [0, 2].map((index) => steps()[index].submit[0].pass[0].bindings[0].buffer);
  expect(used).toEqual(['b', 'b-2']);
  // Three of the program, one of the capture.
  expect(argsOf('submit')).toHaveLength(4);
});

it('says that pipelines are unknown which were made before it', () => {
  const { device } = webgpu;
  const pipeline = device.createComputePipeline({
    layout: 'auto',
    compute: { module: {} as GPUShaderModule },
  });
  const capture = started();
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.dispatchWorkgroups(1);
  device.queue.submit([encoder.finish()]);
  expect(steps()).toEqual([{ submit: [{ skipped: 'dispatch of a pipeline made before the capture' }] }]);
  expect(capture.end()!.notes).toEqual([
    'pipelines that were made before the capture are unknown to it: load it before the program',
  ]);
});
