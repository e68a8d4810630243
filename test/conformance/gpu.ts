// Runs the cases on a real Vulkan implementation, all in one child process (gpu-runner.mjs).

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ConformanceCase } from './cases.ts';

export interface GpuAnswer {
  readonly device: string;
  readonly features: readonly string[];
  readonly subgroupMinSize: number;
  readonly subgroupMaxSize: number;
  readonly results: readonly { readonly name: string; readonly output?: string; readonly error?: string }[];
}

/** Results in the order of the cases; rejects when the process fails. */
export async function runOnGpu(cases: readonly ConformanceCase[]): Promise<GpuAnswer> {
  const jobs = cases.map((each) => ({
    name: each.name,
    code: each.code,
    constants: each.constants,
    dispatch: each.dispatch,
    bindings: each.uniform ? [0, 1, 2] : [0, 1],
    input: base64(each.input),
    output: base64(new Uint32Array(each.outputWords)),
    ...(each.uniform ? { uniform: base64(each.uniform) } : {}),
  }));
  const runner = fileURLToPath(new URL('gpu-runner.mjs', import.meta.url));
  const child = spawn(process.execPath, [runner], { stdio: ['pipe', 'pipe', 'pipe'] });
  const parts = { out: '', err: '' };
  child.stdout.on('data', (data) => (parts.out += data));
  child.stderr.on('data', (data) => (parts.err += data));
  child.stdin.on('error', () => {}); // a runner that died early says why on its standard error
  child.stdin.end(JSON.stringify(jobs));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`the GPU process ended with ${status}: ${parts.err.slice(0, 2000)}`);
  return JSON.parse(parts.out) as GpuAnswer;
}

export function wordsOf(encoded: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(encoded, 'base64'));
  return new Uint32Array(bytes.buffer);
}

function base64(words: Uint32Array): string {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');
}
