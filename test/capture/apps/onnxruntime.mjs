// Runs a model with onnxruntime-web on Node's WebGPU: `node onnxruntime.mjs FOLDER MODEL [RUNS]`, where FOLDER
// holds node_modules with onnxruntime-web. Prints a hash of each run's output.

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { create, globals } from 'webgpu';
import { runModel } from './run-model.mjs';

const [folder, name, runs = '2'] = process.argv.slice(2);
Object.assign(globalThis, globals);
// Named for as long as the process runs: the implementation crashes when it is collected.
const gpu = create([]);
Object.defineProperty(globalThis, 'navigator', { value: { gpu, userAgent: 'node' }, configurable: true });

// onnxruntime-web hands on data in memory that threads share, which this WebGPU refuses.
const { writeBuffer } = globals.GPUQueue.prototype;
globals.GPUQueue.prototype.writeBuffer = function (buffer, offset, data, from, size) {
  const view = ArrayBuffer.isView(data) ? data : new Uint8Array(data);
  if (!(view.buffer instanceof SharedArrayBuffer))
    return writeBuffer.call(this, buffer, offset, data, from, size);
  const begin = view.byteOffset + (from ?? 0) * view.BYTES_PER_ELEMENT;
  const end = size === undefined ? view.byteOffset + view.byteLength : begin + size * view.BYTES_PER_ELEMENT;
  return writeBuffer.call(this, buffer, offset, new Uint8Array(view.buffer, begin, end - begin).slice());
};

const require = createRequire(path.join(path.resolve(folder), 'package.json'));
const dist = path.dirname(require.resolve('onnxruntime-web'));
const ort = await import(pathToFileURL(path.join(dist, 'ort.webgpu.bundle.min.mjs')).href);

// Nothing else keeps the process alive while the GPU works.
const alive = setInterval(() => undefined, 1000);
console.log(JSON.stringify(await runModel(ort, name, Number(runs))));
clearInterval(alive);
process.exit(0);
