// An edited kernel as two files: its shader where it is asked for, and its launch file beside it.

import path from 'node:path';
import type { Launch } from '../launch/launch.ts';
import { inputsOf } from '../launch/launch.ts';
import { MARK } from '../report/mark.ts';
import type { Transformed } from '../transform/index.ts';
import { beginningOf, hasMark, type Output, refuseUnwritable, writeOutput } from './output-file.ts';
import { UsageError } from './usage-error.ts';

/** What `-o` and `--force` ask for. */
export interface KernelOutput {
  readonly output: string;
  readonly force: boolean;
}

/** What can be refused before anything is computed. @throws UsageError */
export function refuseNoShader(asked: KernelOutput, inputs: readonly string[]): void {
  if (!asked.output.endsWith('.wgsl'))
    throw new UsageError(`-o ${asked.output}: expected a file name that ends in .wgsl`);
  for (const each of outputsOf(asked)) refuseUnwritable(each, inputs);
}

/** The shader, and the launch file beside it, which is kernelcast's where the shader that it names is. */
function outputsOf({ output, force }: KernelOutput): [shader: Output, launch: Output] {
  const name = JSON.stringify(path.basename(output));
  const isOwn = (beginning: string) => beginning.includes(name) && hasMark(beginningOf(output));
  const shader = { flag: '-o', file: output, force };
  return [shader, { ...shader, file: output.replace(/\.wgsl$/, '.json'), isOwn }];
}

/** @returns the files that were written. @throws UsageError, DiagnosticError */
export async function writeTransformed(
  launch: Launch,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
  asked: KernelOutput,
): Promise<readonly [shader: string, launchFile: string]> {
  const { transformedLaunchFile } = await import('./transformed-launch.ts');
  return writeKernel(asked, transformed.source, inputsOf(launch), (shader, place) =>
    transformedLaunchFile(launch, transformed, params, shader, place),
  );
}

/** @param launchText of a launch file at `place` for the shader at `shader`. @throws UsageError, DiagnosticError */
export function writeKernel(
  asked: KernelOutput,
  source: string,
  inputs: readonly string[],
  launchText: (shader: string, place: string) => string,
): [shader: string, launchFile: string] {
  const [shader, launch] = outputsOf(asked);
  for (const each of [shader, launch]) refuseUnwritable(each, inputs);
  const text = launchText(shader.file, launch.file);
  // The launch file first: whether it may be replaced is known by the shader that was there before.
  writeOutput(launch, text, inputs);
  writeOutput(shader, marked(source), inputs);
  return [shader.file, launch.file];
}

function marked(source: string): string {
  return source.includes(MARK) ? source : `// ${MARK}.\n${source}`;
}
