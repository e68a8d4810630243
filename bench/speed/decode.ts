// How fast the front ends are, in bytes of shader per second of processor time: reading alone, and all the way
// to IR. Every file is decoded again and again in one process, as a search over many variants would.
// Run: node build.mjs bench/speed/decode.ts && node dist/bench/speed/decode.js [--format json]

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readBinary } from '../../src/decode/spirv/binary.ts';
import { decodeSpirv } from '../../src/decode/spirv/index.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';

const SECONDS = 2;

/** Megabytes per second by what is done. */
export type Rates = Readonly<Record<string, number>>;

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function inputs(folder: string, ending: string): Input[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path.join(folder, name))) }));
}

/** Megabytes per second of processor time, after one round to warm up. */
function rate(files: readonly Input[], decode: (input: Input) => void): number {
  for (const file of files) decode(file);
  const start = process.cpuUsage();
  let bytes = 0;
  let seconds = 0;
  while (seconds < SECONDS) {
    for (const file of files) {
      decode(file);
      bytes += file.bytes.length;
    }
    const { user, system } = process.cpuUsage(start);
    seconds = (user + system) / 1e6;
  }
  return bytes / seconds / 1e6;
}

const spirv = inputs('test/spirv/compiled', '.spv');
const wgsl = [...inputs('examples', '.wgsl'), ...inputs('bench/sets/development', '.wgsl')].filter(
  ({ bytes }) => !new TextDecoder().decode(bytes).includes('override'),
);
const text = new Map(wgsl.map((file) => [file, new TextDecoder().decode(file.bytes)]));
const report = {
  'SPIR-V read': rate(spirv, ({ name, bytes }) => void readBinary(name, bytes)),
  'SPIR-V to IR': rate(
    spirv,
    ({ name, bytes }) => void decodeSpirv({ file: name, bytes }, { constants: {} }),
  ),
  'WGSL to IR': rate(
    wgsl,
    (file) => void decodeWgsl({ file: file.name, text: text.get(file)! }, { constants: {} }),
  ),
};
if (process.argv.includes('--format')) process.stdout.write(JSON.stringify(report satisfies Rates));
else {
  for (const [what, megabytes] of Object.entries(report)) {
    process.stdout.write(`${what.padEnd(14)} ${megabytes.toFixed(1)} MB/s\n`);
  }
}
