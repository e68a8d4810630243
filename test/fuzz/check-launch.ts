// One launch file: read and evaluated, met with the shader of a launch of the corpus, and its buffers' bytes
// made. Every so often the text goes by way of a file, as the command reads it.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileReader } from '../../src/cli/kernels.ts';
import { DiagnosticError, type Outcome } from '../../src/diagnostics/diagnostic.ts';
import { createMemory } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import { matchBindings } from '../../src/predict/bindings.ts';
import { decodeKernel } from '../../src/predict/compile-stages.ts';
import { root } from './corpus.ts';
import { checkDiagnostics, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';

const FILE = path.join(root, 'examples', 'fuzz.json');

let folder: string | undefined;

function temporaryFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(path.join(tmpdir(), 'kernelcast-fuzz-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  writeFileSync(path.join(made, 'saxpy.wgsl'), readFileSync(path.join(root, 'examples', 'triad.wgsl')));
  writeFileSync(path.join(made, 'data.csv'), '1,2,3\n');
  folder = made;
  return made;
}

const OVERRIDES = ['2048', '0', '-1', '1e999', 'N', '1/0', '', 'zeros(9)', '2^31', '"', 'N=1'];

function load(text: string, random: Random): { outcome: Outcome<Launch>; file: string } {
  const params = random.oneIn(4)
    ? { [random.pick(['N', 'M', 'x', '__proto__'])]: random.pick(OVERRIDES) }
    : {};
  if (!random.oneIn(16)) return { outcome: parseLaunch(text, FILE, { params }), file: FILE };
  const file = path.join(temporaryFolder(), 'launch.json');
  writeFileSync(file, text);
  return { outcome: loadLaunch(file, { params }), file };
}

interface Shader {
  readonly source: string;
  readonly module: Module | undefined;
}

const shaders = new Map<string, Shader>();

/** The launch's own shader where it is one of the examples, else any; decoded without its constants. */
function shaderOf(launch: Launch): Shader {
  const name = path.basename(launch.shaderPath);
  const own = path.join(root, 'examples', name);
  const isOwn = name.endsWith('.wgsl') && name.length < 100 && !name.includes('\0') && existsSync(own);
  const file = isOwn ? own : path.join(root, 'examples', 'triad.wgsl');
  const known = shaders.get(file);
  if (known) return known;
  const source = readFileSync(file, 'utf8');
  const plain = { ...launch, constants: {}, shaderPath: file };
  const { entryPoint: _, ...anyEntry } = plain;
  const shader = { source, module: decodeKernel(anyEntry, source).value };
  shaders.set(file, shader);
  return shader;
}

/** Touches the start, the middle and the end of every buffer. */
function touch(module: Module, launch: Launch): void {
  const files = launch.file === FILE ? () => Uint8Array.of(1, 2, 3, 4, 5) : fileReader();
  for (const { name, addressableBytes } of memoryOf(module, launch, files)) {
    if (addressableBytes < 0) throw new Error(`buffer ${name} has ${addressableBytes} bytes`);
  }
}

function* memoryOf(module: Module, launch: Launch, files: (path: string) => Uint8Array) {
  for (const buffer of createMemory(module.buffers, launch.bindings, files).buffers) {
    const last = buffer.addressableBytes - 4;
    for (const at of [0, last / 2 - ((last / 2) % 4), last]) {
      if (at >= 0 && !Number.isInteger(buffer.word(at))) throw new Error(`word ${at} of ${buffer.name}`);
    }
    yield buffer;
  }
}

export function checkLaunch(text: string, random: Random): string {
  const { outcome, file } = load(text, random);
  const length = text.replace(/^\ufeff/, '').length;
  checkDiagnostics(outcome.diagnostics, file, Math.max(length, text.length), text);
  const launch = outcome.value;
  if (!launch) return refusalOf(outcome.diagnostics);
  JSON.stringify(launch.check);
  const { source, module } = shaderOf(launch);
  if (random.oneIn(20)) {
    const decoded = decodeKernel(launch, source);
    checkDiagnostics(decoded.diagnostics, launch.shaderPath, source.length, source);
  }
  if (!module) return 'ok: no module';
  const matched = matchBindings(module, launch, source);
  checkDiagnostics(matched.diagnostics, file, text.length, text);
  if (!matched.value) return `matched: ${refusalOf(matched.diagnostics)}`;
  try {
    touch(module, launch);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return `touched: ${refusalOf(error.diagnostics)}`;
  }
  return 'ok';
}
