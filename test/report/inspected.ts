// Machine code of launch files and of texts with what it costs, for the tests of its views.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { type InspectedCode, inspectCode } from '../../src/predict/inspect-code.ts';
import type { PredictOptions } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const root = path.join(import.meta.dirname, '../..');

const OPTIONS: PredictOptions = {
  profile: loadProfile('nvidia-h200').value!,
  dialect: undefined,
  cache: 'warm',
  without: [],
  seed: 0,
  files: () => new Uint8Array(),
  now: () => 0,
};

export function inspectFile(file: string): InspectedCode {
  const launch = loadLaunch(path.join(root, file), {}, { allowRead: [root] }).value!;
  return inspectCode(launch, readFileSync(launch.shaderPath, 'utf8'), OPTIONS).value!;
}

/** A shader by itself. */
export function inspectShader(text: string): InspectedCode {
  const launch: Launch = {
    name: 'shader',
    file: 'shader.wgsl',
    shaderPath: 'shader.wgsl',
    params: {},
    constants: {},
    dispatch: [1, 1, 1],
    bindings: [],
  };
  return inspectCode(launch, text, OPTIONS, false).value!;
}
