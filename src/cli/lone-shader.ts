// A shader by itself: what can be compiled without a launch file, and nothing that is executed.

import path from 'node:path';
import { isSpirvFile } from '../decode/spirv/read.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Launch } from '../launch/launch.ts';
import { type Kernel, openShader } from './kernels.ts';
import { UsageError } from './usage-error.ts';

export function isShaderFile(file: string): boolean {
  return /\.wgsl$/i.test(file) || isSpirvFile(file);
}

/** @param params override constants, as `-D` gives them */
export async function loadShader(
  file: string,
  params: Readonly<Record<string, string>>,
): Promise<Outcome<Kernel>> {
  const { value: source, diagnostics } = await openShader(file);
  if (source === undefined) return { diagnostics };
  const launch: Launch = {
    name: path.basename(file).replace(/\.\w+$/, ''),
    file,
    shaderPath: file,
    params: {},
    constants: Object.fromEntries(
      Object.entries(params).map(([name, text]) => [name, constantOf(name, text)]),
    ),
    dispatch: [1, 1, 1],
    bindings: [],
  };
  return { value: { launch, source }, diagnostics };
}

function constantOf(name: string, text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value))
    throw new UsageError(
      `-D ${name}=${text}: expected a number: without a launch file, it is an override constant`,
    );
  return value;
}
