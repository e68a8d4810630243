// What mutation starts from: the repository's own shaders and launch files, the fuzzer's earlier findings, and
// a folder that FUZZ_CORPUS names. SPIR-V comes from the shaders by way of naga.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Seed<T> {
  readonly file: string;
  readonly content: T;
}

const FOLDERS = [
  'examples',
  'test/conformance/kernels',
  'test/bad-input/shaders',
  'test/decode',
  'test/spirv',
  'test/fuzz/found',
];

/** The repository: programs and tests run from its root. */
export const root = process.cwd();

function filesOf(ending: RegExp): string[] {
  const extra = process.env['FUZZ_CORPUS'];
  const folders = [...FOLDERS.map((folder) => path.join(root, folder)), ...(extra ? [extra] : [])];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name))
        .sort()
        .map((name) => path.join(folder, name)),
    );
}

function textsOf(ending: RegExp): Seed<string>[] {
  return filesOf(ending).map((file) => ({ file, content: readFileSync(file, 'utf8') }));
}

/** Larger seeds only slow the search down. */
const LARGEST_SEED = 20_000;

export function wgslCorpus(): Seed<string>[] {
  return textsOf(/\.wgsl$/).filter(({ content }) => content.length < LARGEST_SEED);
}

export function launchCorpus(): Seed<string>[] {
  const launches = textsOf(/\.json$/).filter(({ content }) => /"shader"|"dispatch"/.test(content));
  return launches.filter(({ content }) => content.length < LARGEST_SEED);
}

export function assemblyCorpus(): Seed<string>[] {
  return textsOf(/\.spvasm$/).filter(({ content }) => content.length < LARGEST_SEED);
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice(0, bytes.length & ~3).buffer);
}

type Naga = typeof import('naga-wasm');

/** naga reads its WebAssembly from beside itself, so it must not become part of a bundle. */
async function loadNaga(): Promise<Naga> {
  const entry = createRequire(path.join(root, 'package.json')).resolve('naga-wasm');
  return (await import(pathToFileURL(entry).href)) as Naga;
}

export async function spirvCorpus(): Promise<Seed<Uint32Array>[]> {
  const naga = await loadNaga();
  const seeds = filesOf(/\.spv$/).map((file) => ({ file, content: wordsOf(readFileSync(file)) }));
  for (const { file, content } of wgslCorpus()) {
    try {
      const source = content.replace(/^\s*enable\s+subgroups\s*;/m, '');
      seeds.push({ file, content: naga.translate({ from: 'wgsl', source, to: 'spirv' }) });
    } catch {
      // naga takes less than Tint does; what it refuses is no seed.
    }
  }
  return seeds;
}
