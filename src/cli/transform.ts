// `kernelcast transform LAUNCH`: the kernel coarsened, reshaped or unrolled, as WGSL that a person would keep,
// with a launch file beside it.

import path from 'node:path';
import type { Argv } from 'yargs';
import type { Launch } from '../launch/launch.ts';
import type { Transformation, Transformed } from '../transform/index.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { paramsOf } from './flags.ts';
import { command, DEFINE, LAUNCH, several, text, toggle } from './options.ts';
import { printDiagnostics } from './terminal.ts';
import { transformationOf } from './transformation-flags.ts';
import { UsageError } from './usage-error.ts';

export interface TransformFlags {
  readonly launch: string;
  readonly define: readonly string[];
  readonly coarsen: readonly string[];
  readonly blockCoarsen: readonly string[];
  readonly workgroup?: string;
  readonly swapAxes: boolean;
  readonly unroll: readonly string[];
  readonly output?: string;
}

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('launch', LAUNCH)
    .option(
      'unroll',
      several('Unroll loops: all:4, LINE:full or LABEL:4 for a loop with a comment // @LABEL'),
    )
    .option('swap-axes', toggle('Swap what runs along x and y'))
    .option('coarsen', several('Make invocations one: DIRECTION:FACTOR[:STRIDE], for instance x:4:32'))
    .option('block-coarsen', several('Make workgroups one: DIRECTION:FACTOR'))
    .option('workgroup', text('Size of the resulting workgroups: X[,Y[,Z]]'))
    .option('define', DEFINE)
    .option('output', {
      ...text('Write the shader here (.wgsl) and its launch file beside it; else print the shader'),
      alias: 'o',
    });
}

/** Runs the command; the exit code is returned. */
export async function runTransform(flags: TransformFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const transformation = transformationOf(flags);
  if (flags.output !== undefined && !flags.output.endsWith('.wgsl')) {
    throw new UsageError(`-o ${flags.output}: expected a file name that ends in .wgsl`);
  }
  const { loadKernel } = await import('./kernels.ts');
  const { closeTint, validateWgsl } = await import('../hardware/tint.ts');
  const kernel = await loadKernel(flags.launch, params);
  printDiagnostics(kernel.diagnostics);
  if (kernel.value === undefined) {
    await closeTint();
    return exitCodeOf(kernel.diagnostics);
  }
  const { launch, source } = kernel.value;
  if (typeof source !== 'string') {
    await closeTint();
    const message = `${launch.shaderPath} is SPIR-V; only WGSL is transformed`;
    printDiagnostics([{ severity: 'unsupported', code: 'transform/spirv', message }]);
    return EXIT.unsupported;
  }
  const { transformKernel } = await import('../transform/index.ts');
  const outcome = transformKernel(source, launch, transformation);
  printDiagnostics(outcome.diagnostics);
  if (outcome.value === undefined) {
    await closeTint();
    return exitCodeOf(outcome.diagnostics);
  }
  const problems = await validateWgsl(outcome.value.source, 'the transformed shader');
  await closeTint();
  printDiagnostics(problems);
  if (exitCodeOf(problems) !== EXIT.fine) return EXIT.internal;
  await write(flags, launch, transformation, outcome.value, params);
  return exitCodeOf(kernel.diagnostics);
}

async function write(
  flags: TransformFlags,
  launch: Launch,
  _transformation: Transformation,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { requiredLimits } = await import('../configure/needs.ts');
  const { limitsText } = await import('../report/limits-text.ts');
  const { dispatch: groups, constants, source } = transformed;
  const limits = requiredLimits({ launch: { ...launch, dispatch: groups, constants }, source });
  const notes = [...transformed.notes, ...limitsText(limits)].map((note) => `${note}\n`).join('');
  if (flags.output === undefined) {
    process.stdout.write(transformed.source);
    const dispatch = transformed.dispatch.join(' × ');
    process.stderr.write(`${notes}dispatch: ${dispatch}\n`);
    return;
  }
  const { transformedLaunchFile } = await import('./transformed-launch.ts');
  const { writeWhole } = await import('../measure/write-whole.ts');
  const beside = flags.output.replace(/\.wgsl$/, '.json');
  if ([beside, flags.output].some((each) => isSame(each, launch.file) || isSame(each, launch.shaderPath))) {
    throw new UsageError(`-o ${flags.output}: this would overwrite the original`);
  }
  const text = transformedLaunchFile(launch, transformed, params, flags.output, beside);
  writeWhole(flags.output, transformed.source);
  writeWhole(beside, text);
  process.stderr.write(`${notes}wrote ${flags.output} and ${beside}\n`);
}

function isSame(a: string, b: string): boolean {
  return path.resolve(a) === path.resolve(b);
}

export const transformCommand = command(
  'transform <launch>',
  'Coarsen, reshape or unroll a kernel: WGSL to WGSL, with a launch file beside it',
  builder,
  runTransform,
);
