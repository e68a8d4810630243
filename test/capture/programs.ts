// Runs the programs of apps/ in Node, alone or recorded, and replays what was recorded.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VULKAN_DRIVER } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
const HERE = import.meta.dirname;

/**
 * KERNELCAST_ONNXRUNTIME names a folder in which onnxruntime-web is installed, which is no dependency: it has
 * 139 MB, and its models take minutes on a device in software.
 */
const ONNXRUNTIME_AT = path.resolve(process.env['KERNELCAST_ONNXRUNTIME'] ?? '.');
export const ONNXRUNTIME = path.join(ONNXRUNTIME_AT, 'node_modules/onnxruntime-web');
export const hasOnnxruntime = existsSync(ONNXRUNTIME);
export const WITH_ONNXRUNTIME = hasOnnxruntime
  ? ''
  : ' (skipped: KERNELCAST_ONNXRUNTIME names no onnxruntime-web)';

export interface ProgramRun {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

function run(args: readonly string[], environment: Environment): Promise<ProgramRun> {
  // A variable without a driver would hide those that the machine has.
  const driver = VULKAN_DRIVER === undefined ? {} : { VK_DRIVER_FILES: VULKAN_DRIVER };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...driver, ...environment },
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part) => (text[name] += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...text }));
  });
}

/** A program of apps/, recorded into `folder` where there is one. */
export function runProgram(
  program: string,
  { folder, args = [], env = {} }: { folder?: string; args?: readonly string[]; env?: Environment } = {},
): Promise<ProgramRun> {
  const capture = folder === undefined ? [] : ['--import', path.join(root, 'dist/capture.js')];
  const variables = folder === undefined ? env : { KERNELCAST_CAPTURE: folder, ...env };
  return run([...capture, path.join(HERE, 'apps', `${program}.mjs`), ...args], variables);
}

/** A model of apps/models.mjs, run by onnxruntime-web. */
export const runModel = (model: string, options: { folder?: string; env?: Environment } = {}) =>
  runProgram('onnxruntime', { ...options, args: [ONNXRUNTIME_AT, model, '1'] });

/** What a program or a replay has printed. */
export function printed(run: ProgramRun): Record<string, unknown> {
  if (run.code !== 0) throw new Error(`ended with ${run.code ?? run.signal}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** Hashes of all buffers after an app file's steps, on the same device. */
export async function replay(folder: string): Promise<Record<string, unknown>> {
  return printed(await run([path.join(HERE, 'replay.mjs'), folder], {}));
}

export interface AppFile {
  readonly textures?: Readonly<Record<string, { readonly size: readonly number[] }>>;
  readonly buffers: Readonly<
    Record<string, { readonly size: number; readonly data?: { readonly kind: string } }>
  >;
  readonly pipelines: Readonly<Record<string, { readonly shader: string }>>;
  readonly steps: readonly Readonly<Record<string, unknown>>[];
}

export const readApp = (folder: string): AppFile =>
  JSON.parse(readFileSync(path.join(folder, 'app.json'), 'utf8'));

/** Each dispatch of an app file: its counts, the text of its shader, its constants. */
export function dispatchesOf(folder: string): unknown[] {
  const { pipelines, steps } = readApp(folder);
  return within(steps).map(({ dispatch, pipeline }) => {
    const { shader, ...rest } = pipelines[pipeline as string];
    return { dispatch, ...rest, code: readFileSync(path.join(folder, shader), 'utf8') };
  });
}

type Step = Readonly<Record<string, unknown>>;

function within(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => {
    const inner = (step['submit'] ?? step['pass']) as readonly Step[] | undefined;
    return inner === undefined ? ('dispatch' in step ? [step] : []) : within(inner);
  });
}
