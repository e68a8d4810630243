// The kernels whose code and timing are on record: one folder each, with the shader and its launch file.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isSpirvFile, spirvSource } from '../../src/decode/spirv/read.ts';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import type { ShaderSource } from '../../src/predict/shader.ts';

export interface Case {
  readonly name: string;
  readonly launch: Launch;
  readonly source: ShaderSource;
}

export const folderOf = (name: string): string => path.join(import.meta.dirname, name);

export const cases: readonly Case[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map((name) => openCase(name));

/** Too long to keep records of: they show numbers of profiles alone. */
export const longCases: readonly Case[] = [
  openCase('long-code', 'microbench/fetching/body-3072-4.json'),
  openCase('many-constants', 'bench/spaces/studied/kernels/siren-image-decode.json'),
];

export function openCase(name: string, file = path.join(folderOf(name), 'launch.json')): Case {
  const { value: launch, diagnostics } = loadLaunch(file, { params: {} });
  if (!launch) throw new Error(`${name}: ${diagnostics.map((each) => each.message).join('; ')}`);
  const bytes = readFileSync(launch.shaderPath);
  const shader = path.basename(launch.shaderPath);
  const source = isSpirvFile(shader) ? spirvSource(shader, bytes).value : bytes.toString('utf8');
  if (source === undefined) throw new Error(`${name}: the shader cannot be read`);
  return { name, launch, source };
}
