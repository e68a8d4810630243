// Runs the model that the page's address names with onnxruntime-web, which the page's server has under /ort/.

import * as ort from '/ort/ort.webgpu.bundle.min.mjs';
import { setting } from './device.mjs';
import { runModel } from './run-model.mjs';

export const results = await runModel(ort, setting('MODEL'), 1);
