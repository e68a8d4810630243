// Opens the apps that app files describe: the app, the shaders of its pipelines, and what Tint says about them.

import type { App, Pipeline } from '../app/app.ts';
import { loadApp } from '../app/load.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { ReadOptions } from '../launch/load.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { openShader } from './kernels.ts';

export interface OpenApp {
  readonly app: App;
  readonly sourceOf: (pipeline: Pipeline) => ShaderSource;
}

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function openApp(
  path: string,
  params: Record<string, string>,
  options: ReadOptions = {},
): Promise<Outcome<OpenApp>> {
  const { value: app, diagnostics } = loadApp(path, { params }, options);
  if (app === undefined) return { diagnostics };
  const found: Diagnostic[] = [...diagnostics];
  const sources = new Map<string, ShaderSource>();
  for (const { shaderPath } of app.pipelines) {
    if (sources.has(shaderPath)) continue;
    const source = await openShader(shaderPath);
    found.push(...source.diagnostics);
    if (source.value !== undefined) sources.set(shaderPath, source.value);
  }
  if (found.some(({ severity }) => severity !== 'warning')) return { diagnostics: found };
  return { value: { app, sourceOf: ({ shaderPath }) => sources.get(shaderPath)! }, diagnostics: found };
}
