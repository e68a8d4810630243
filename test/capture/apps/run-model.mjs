// Runs a model of models.mjs with onnxruntime-web, in Node as in a page; hashes of the outputs of each run.

import { modelOf } from './models.mjs';

export async function runModel(ort, name, runs) {
  ort.env.wasm.numThreads = 1;
  const { bytes, input, output } = modelOf(name);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['webgpu'] });
  const hashes = [];
  for (let run = 0; run < runs; run++) {
    const tensor = new ort.Tensor('float32', input.values, input.dims);
    const { data } = (await session.run({ [input.name]: tensor }))[output];
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data.slice()));
    hashes.push([...digest.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  await session.release();
  return hashes;
}
