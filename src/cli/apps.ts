// Opens the apps that app files describe, in folders and archives as captures give them: the app, the shaders of its
// pipelines, and what Tint says about them.

import path from 'node:path';
import type { App, Pipeline } from '../app/app.ts';
import { isAppFile, loadApp } from '../app/load.ts';
import { cutOffMessage } from '../capture/folder.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { type ReadOptions, sizeOf } from '../launch/load.ts';
import type { ShaderSource } from '../predict/shader.ts';
import { isArchive, unpack } from './archive.ts';
import { openShader } from './kernels.ts';

export interface OpenApp {
  readonly app: App;
  readonly sourceOf: (pipeline: Pipeline) => ShaderSource;
}

const APP = 'app.json';

/**
 * The app file that a path of the command line means: itself, the one in a folder, or the one in an archive, which is
 * unpacked. Without a value and problems it means none.
 */
export function appFileOf(file: string): Outcome<string> {
  if (isArchive(file)) {
    const { value: folder, diagnostics } = unpack(file);
    return folder === undefined ? { diagnostics } : { value: path.join(folder, APP), diagnostics };
  }
  const isFolder = sizeOf(file) === 'it is a folder';
  const folder = isFolder ? file : path.dirname(file);
  const cutOff = isFolder || path.basename(file) === APP ? cutOffMessage(folder) : undefined;
  if (cutOff !== undefined)
    return { diagnostics: [{ severity: 'invalid', code: 'app/cut-off', message: cutOff }] };
  if (!isFolder) return { ...(isAppFile(file) ? { value: file } : {}), diagnostics: [] };
  const within = path.join(file, APP);
  if (typeof sizeOf(within) === 'number') return { value: within, diagnostics: [] };
  const message = `${file} is a folder without ${APP}; expected a launch file, an app file or the folder of a capture`;
  return { diagnostics: [{ severity: 'invalid', code: 'app/missing-file', message }] };
}

/** Reads and validates; the value is absent when anything but warnings came up. */
export async function openApp(
  file: string,
  params: Record<string, string>,
  options: ReadOptions = {},
): Promise<Outcome<OpenApp>> {
  const { value: app, diagnostics } = loadApp(file, { params }, options);
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
