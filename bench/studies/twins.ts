// Kernels of a set of spaces as CUDA programs with their data, for profilers (bench/studies/twins.py runs them):
//   node build.mjs bench/studies/twins.ts
//   node dist/bench/studies/twins.js DIR [--set DIR] NAME...

import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fillWords } from '../../src/launch/data.ts';
import { fileOf } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import {
  decodeKernel,
  deviceOf,
  generateKernel,
  optimizeKernel,
  settle,
} from '../../src/predict/compile-stages.ts';
import { buffersToRestore } from '../../src/predict/reference.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { twinCode } from './twin-code.ts';

const FILL_WORDS = 1 << 22;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: 'bench/spaces/studied' },
    code: { type: 'boolean', default: false },
  },
});
const [folder, ...names] = positionals;
const profile = loadProfile('nvidia-h200').value!;
mkdirSync(folder, { recursive: true });
for (const name of names) {
  try {
    write(name);
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message}\n`);
  }
}

function write(name: string): void {
  const file = path.join(flags.set, 'kernels', `${name}.json`);
  const launch = loadLaunch(file).value!;
  const source = readFileSync(launch.shaderPath, 'utf8');
  const options = settle(source, { without: [], device: deviceOf(profile) });
  const decoded = decodeKernel(launch, source, { without: [], device: deviceOf(profile) }).value!;
  const bindings = matchBindings(decoded, launch, source).value!;
  const module = optimizeKernel(decoded, options);
  const code = twinCode(
    module,
    bindings.map(({ sizeBytes }) => sizeBytes),
  );
  const restored = new Set(buffersToRestore(generateKernel(module, options)));
  writeFileSync(path.join(folder, `${name}.cu`), code);
  const buffers = bindings.map(({ data, sizeBytes }, index) => {
    const { kind } = module.buffers[index];
    const isZero = data.kind === 'zeros';
    if (!isZero && !flags.code) {
      const bytes = fileOf(data);
      const whole = bytes === undefined ? undefined : readFileSync(bytes);
      const out = openSync(path.join(folder, `${name}.${index}.bin`), 'w');
      for (let first = 0; first < sizeBytes / 4; first += FILL_WORDS) {
        const words = new Uint32Array(Math.min(FILL_WORDS, sizeBytes / 4 - first));
        fillWords(data, sizeBytes, first, words, whole);
        writeSync(out, new Uint8Array(words.buffer));
      }
      closeSync(out);
    }
    return { kind, sizeBytes, isZero, isRestored: restored.has(index) };
  });
  writeFileSync(
    path.join(folder, `${name}.json`),
    JSON.stringify({ name, grid: launch.dispatch, block: module.workgroupSize, buffers }),
  );
}
