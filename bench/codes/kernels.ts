// The kernels whose code drivers' compilers were asked for: the development and studied sets, the examples, and as
// probes the goldens and the conformance kernels, each of which shows a few operations. A third is kept apart from
// whoever builds a compiler's model; the rule was fixed before the first kernel was recorded.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceRules } from '../../src/compilers/dialects.ts';
import { isSpirvFile } from '../../src/decode/spirv/read.ts';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { loadLaunch } from '../../src/launch/load.ts';

export interface CodeKernel {
  readonly name: string;
  /** Kernels that resemble each other: all of them are kept apart, or none. */
  readonly family: string;
  readonly shader: string;
  readonly code: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
}

const root = path.join(process.cwd());
const SETS = ['bench/sets/development', 'bench/sets/studied'];
const CONFORMANCE = 'test/conformance';

/** Every kernel once: launches that differ in sizes alone have the same code. */
export function codeKernels(): CodeKernel[] {
  const found = new Map<string, CodeKernel>();
  for (const kernel of [...SETS.flatMap(ofSet), ...ofFolder('examples'), ...goldens(), ...conformance()]) {
    const { shader, entryPoint, constants } = kernel;
    const key = JSON.stringify([shader, entryPoint, constants]);
    if (!found.has(key)) found.set(key, kernel);
  }
  return [...found.values()];
}

/** Kept apart: only scores of all of them together are looked at. */
export function isKeptApart({ family }: Pick<CodeKernel, 'family'>): boolean {
  return hash(family) % 3 === 0;
}

/** The kernel's IR before any compiler; undefined where it is not decoded. */
export function decodeKernel({ shader, code, entryPoint, constants }: CodeKernel): Module | undefined {
  return decodeWgsl({ file: shader, text: code }, { constants, entryPoint, rules: sourceRules() }).value;
}

function ofSet(folder: string): CodeKernel[] {
  const index = JSON.parse(readFileSync(path.join(root, folder, 'set.json'), 'utf8')) as {
    readonly launches: readonly { readonly launch: string; readonly family?: string }[];
  };
  return index.launches.flatMap(({ launch, family }) => ofLaunch(path.join(folder, launch), family));
}

function ofFolder(folder: string): CodeKernel[] {
  const files = readdirSync(path.join(root, folder)).filter((each) => each.endsWith('.json'));
  return files.flatMap((file) => ofLaunch(path.join(folder, file)));
}

function goldens(): CodeKernel[] {
  const folders = readdirSync(path.join(root, 'test/golden'), { withFileTypes: true });
  return folders
    .filter((each) => each.isDirectory())
    .flatMap(({ name }) => ofLaunch(`test/golden/${name}/launch.json`, name));
}

function ofLaunch(file: string, family?: string): CodeKernel[] {
  const { value: launch } = loadLaunch(path.join(root, file), { params: {} });
  if (!launch || isSpirvFile(launch.shaderPath)) return [];
  const code = readFileSync(launch.shaderPath, 'utf8');
  const entryPoint = launch.entryPoint ?? entryPointOf(code);
  const shader = path.relative(root, launch.shaderPath);
  const own = path.basename(shader, '.wgsl');
  return [
    {
      name: launch.name,
      family: family ?? own,
      shader,
      code,
      entryPoint,
      constants: launch.constants,
    },
  ];
}

function conformance(): CodeKernel[] {
  const text = readFileSync(path.join(root, CONFORMANCE, 'cases.json'), 'utf8');
  const cases = JSON.parse(text) as readonly {
    readonly kernel: string;
    readonly constants?: Readonly<Record<string, number>>;
  }[];
  return cases.map(({ kernel, constants = {} }) => {
    const shader = `${CONFORMANCE}/kernels/${kernel}.wgsl`;
    const code = readFileSync(path.join(root, shader), 'utf8');
    return { name: kernel, family: kernel, shader, code, entryPoint: 'main', constants };
  });
}

function entryPointOf(code: string): string {
  return /@compute[\s\S]*?\bfn\s+(\w+)/.exec(code)?.[1] ?? 'main';
}

/** FNV-1a with 32 bits, as the suite's families were kept apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
