// Opens the kernel that a launch file describes: the launch itself, its shader, and what Tint says about it.

import { readFileSync } from 'node:fs';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { validateWgsl } from '../hardware/tint.ts';
import type { Launch } from '../launch/launch.ts';
import { loadLaunch, readText } from '../launch/load.ts';

export interface Kernel {
  readonly launch: Launch;
  readonly source: string;
}

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function loadKernel(path: string, params: Record<string, string>): Promise<Outcome<Kernel>> {
  const loaded = loadLaunch(path, { params });
  const launch = loaded.value;
  if (launch === undefined) return { diagnostics: loaded.diagnostics };
  if (/\.spv(asm)?$/i.test(launch.shaderPath)) {
    const message = `${launch.shaderPath}: SPIR-V shaders are not supported yet, only WGSL`;
    const place = launch.shaderSpan === undefined ? {} : { span: launch.shaderSpan };
    return { diagnostics: [{ severity: 'unsupported', code: 'launch/spirv', message, ...place }] };
  }
  const source = readText(launch.shaderPath, 'launch/missing-file');
  if (source.value === undefined) return { diagnostics: source.diagnostics };
  const found: Diagnostic[] = [
    ...loaded.diagnostics,
    ...(await validateWgsl(source.value, launch.shaderPath)),
  ];
  if (found.some((diagnostic) => diagnostic.severity !== 'warning')) return { diagnostics: found };
  return { value: { launch, source: source.value }, diagnostics: found };
}

/** Reads the files of `file` buffers, each once. */
export function fileReader(): (path: string) => Uint8Array {
  const read = new Map<string, Uint8Array>();
  return (path) => {
    const bytes = read.get(path) ?? readFileSync(path);
    read.set(path, bytes);
    return bytes;
  };
}
