// An edited kernel as two files: its shader where it is asked for, and its launch file beside it.

import path from 'node:path';
import type { Launch } from '../launch/launch.ts';
import type { Transformed } from '../transform/index.ts';
import { refuseUnwritable } from './output-file.ts';
import { UsageError } from './usage-error.ts';

/** What can be refused before anything is computed. @throws UsageError */
export function refuseNoShader(output: string): void {
  if (!output.endsWith('.wgsl'))
    throw new UsageError(`-o ${output}: expected a file name that ends in .wgsl`);
  refuseUnwritable('-o', output);
}

/** @returns the files that were written. @throws UsageError */
export async function writeTransformed(
  launch: Launch,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
  output: string,
): Promise<readonly [shader: string, launchFile: string]> {
  const { transformedLaunchFile } = await import('./transformed-launch.ts');
  const { writeWhole } = await import('../measure/write-whole.ts');
  const beside = output.replace(/\.wgsl$/, '.json');
  if ([beside, output].some((each) => isSame(each, launch.file) || isSame(each, launch.shaderPath))) {
    throw new UsageError(`-o ${output}: this would overwrite the original`);
  }
  const text = transformedLaunchFile(launch, transformed, params, output, beside);
  writeWhole(output, transformed.source);
  writeWhole(beside, text);
  return [output, beside];
}

function isSame(a: string, b: string): boolean {
  return path.resolve(a) === path.resolve(b);
}
