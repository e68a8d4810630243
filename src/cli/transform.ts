// `kernelcast transform LAUNCH`: the kernel coarsened, reshaped or unrolled, as WGSL that a person would keep,
// with a launch file beside it.

import type { Argv } from 'yargs';
import type { Launch } from '../launch/launch.ts';
import type { Transformed } from '../transform/index.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { paramsOf } from './flags.ts';
import { ALLOW_READ, command, DEFINE, LAUNCH, several, text, toggle } from './options.ts';
import { FORCE } from './output-file.ts';
import { printDiagnostics, say } from './terminal.ts';
import { transformationOf } from './transformation-flags.ts';
import { refuseNoShader, writeTransformed } from './write-transformed.ts';

export interface TransformFlags {
  readonly launch: string;
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  readonly coarsen: readonly string[];
  readonly blockCoarsen: readonly string[];
  readonly workgroup?: string;
  readonly swapAxes: boolean;
  readonly unroll: readonly string[];
  readonly output?: string;
  readonly force: boolean;
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
    .option('allow-read', ALLOW_READ)
    .option('output', {
      ...text('Write the shader here (.wgsl) and its launch file beside it; else print the shader'),
      alias: 'o',
    })
    .option('force', FORCE);
}

/** Runs the command; the exit code is returned. */
export async function runTransform(flags: TransformFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const transformation = transformationOf(flags);
  if (flags.output !== undefined)
    refuseNoShader({ output: flags.output, force: flags.force }, [flags.launch]);
  const { loadKernel } = await import('./kernels.ts');
  const { closeTint, validateWgsl } = await import('../hardware/tint.ts');
  const kernel = await loadKernel(flags.launch, params, flags);
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
  await write(flags, launch, outcome.value, params);
  return exitCodeOf(kernel.diagnostics);
}

async function write(
  { output, force }: TransformFlags,
  launch: Launch,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { requiredLimits } = await import('../configure/needs.ts');
  const { limitsText } = await import('../report/limits-text.ts');
  const { dispatch: groups, constants, source } = transformed;
  const limits = requiredLimits({ launch: { ...launch, dispatch: groups, constants }, source });
  const notes = [...transformed.notes, ...limitsText(limits)];
  if (output === undefined) {
    process.stdout.write(transformed.source);
    const dispatch = transformed.dispatch.join(' × ');
    for (const line of [...notes, `dispatch: ${dispatch}`]) say(line);
    return;
  }
  const files = await writeTransformed(launch, transformed, params, { output, force });
  for (const line of [...notes, `wrote ${files.join(' and ')}`]) say(line);
}

export const transformCommand = command(
  'transform <launch>',
  'Coarsen, reshape or unroll a kernel: WGSL to WGSL, with a launch file beside it',
  builder,
  runTransform,
);
