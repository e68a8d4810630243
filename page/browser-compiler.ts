// What the browser's own compiler says of WGSL, where there is WebGPU.

import { parse } from 'jsonc-parser';
import type { Document } from './document.ts';
import type { Problem } from './messages.ts';

/** What it says, and in words whether it was asked. */
export interface Verdict {
  readonly problems: readonly Problem[];
  readonly note: string;
}

const NOT_ASKED: Verdict = { problems: [], note: '' };

/** Extensions of the language that a device has as features of another name. */
const FEATURES: Readonly<Record<string, string>> = { f16: 'shader-f16' };

let device: Promise<GPUDevice | undefined> | undefined;

async function opened(): Promise<GPUDevice | undefined> {
  try {
    const adapter = await navigator.gpu?.requestAdapter();
    // Shaders may use whatever the device has: only what is wrong in itself is to be told.
    const gpu = await adapter?.requestDevice({ requiredFeatures: [...adapter.features] as GPUFeatureName[] });
    gpu?.lost.then(() => (device = undefined));
    return gpu;
  } catch {
    return undefined;
  }
}

/** Says nothing of shaders that are put together by their launch file, or use what this browser or its GPU lacks. */
export async function compilerVerdict({ shader, launch }: Document): Promise<Verdict> {
  device ??= opened();
  const gpu = await device;
  if (!gpu || isTemplate(launch)) return NOT_ASKED;
  const lacking = lackedBy(gpu, shader);
  if (lacking.length > 0)
    return { problems: [], note: `this browser cannot check it: no ${lacking.join(', ')}` };
  gpu.pushErrorScope('validation');
  const info = await gpu.createShaderModule({ code: shader }).getCompilationInfo();
  await gpu.popErrorScope();
  const problems = info.messages
    .filter(({ type }) => type !== 'info')
    .map(
      ({ type, message, offset, length }): Problem => ({
        severity: type === 'error' ? 'invalid' : 'warning',
        message,
        notes: [],
        place: { editor: 'shader', start: offset, end: offset + Math.max(1, length) },
      }),
    );
  return { problems, note: 'checked by this browser’s compiler' };
}

/** Whether the shader is more than its text. */
function isTemplate(launch: string): boolean {
  const root: unknown = parse(launch);
  return typeof root === 'object' && root !== null && ('prepend' in root || 'defines' in root);
}

/** Extensions that a shader wants and the device, or the browser, has not. */
function lackedBy({ features }: GPUDevice, shader: string): string[] {
  const named = (directive: string) =>
    [...shader.matchAll(new RegExp(`^\\s*${directive}\\s+([\\w\\s,]+);`, 'gm'))].flatMap(([, names]) =>
      names.split(',').map((name) => name.trim()),
    );
  const has = (name: string) => features.has(FEATURES[name] ?? name.replaceAll('_', '-'));
  const languages: { has(name: string): boolean } = navigator.gpu.wgslLanguageFeatures;
  return [
    ...named('enable').filter((name) => !has(name)),
    ...named('requires').filter((name) => !languages.has(name)),
  ];
}
