// `kernelcast inspect LAUNCH`: the kernel as the model sees it, at any stage from source to machine code.

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { exitCodeOf } from './exit-codes.ts';
import { behavioursOf, type ModelFlags, paramsOf, profileOf, seedOf, withModelFlags } from './flags.ts';
import { printDiagnostics } from './terminal.ts';

interface InspectFlags extends ModelFlags {
  readonly launch: string;
  readonly stage: 'ir' | 'optimized' | 'machine';
  readonly format: 'text' | 'json';
}

function builder(yargs: Argv): Argv<InspectFlags> {
  return withModelFlags(yargs)
    .positional('launch', { type: 'string', demandOption: true, describe: 'Launch file' })
    .option('stage', {
      choices: ['ir', 'optimized', 'machine'] as const,
      default: 'machine' as const,
      describe: 'ir: as decoded; optimized: after the compilers; machine: instructions',
    })
    .option('format', {
      choices: ['text', 'json'] as const,
      default: 'text' as const,
      describe: 'Output',
    }) as unknown as Argv<InspectFlags>;
}

/** Runs the command; the exit code is returned. */
export async function runInspect(flags: InspectFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  seedOf(flags.seed);
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;

  const { loadKernel } = await import('./kernels.ts');
  const { inspectLaunch } = await import('../predict/inspect.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const kernel = await loadKernel(flags.launch, params);
  await closeTint();
  printDiagnostics(kernel.diagnostics);
  if (kernel.value === undefined) return exitCodeOf(kernel.diagnostics);
  const { launch, source } = kernel.value;
  const { family, limits } = profile;
  const options = { dialect: flags.dialect, without, family, subgroupSize: limits.subgroupSize.value };
  const outcome = inspectLaunch(launch, source, flags.stage, options);
  printDiagnostics(outcome.diagnostics);
  if (outcome.value === undefined) return exitCodeOf(outcome.diagnostics);
  const { inspectionText } = await import('../report/inspection-text.ts');
  const json = () => `${JSON.stringify(outcome.value, null, 2)}\n`;
  process.stdout.write(flags.format === 'json' ? json() : inspectionText(outcome.value));
  return exitCodeOf(outcome.diagnostics);
}

export const inspectCommand: CommandModule<object, InspectFlags> = {
  command: 'inspect <launch>',
  describe: 'Show the kernel at a stage of the model: IR, optimized IR or machine instructions',
  builder: builder as never,
  handler: async (flags: ArgumentsCamelCase<InspectFlags>) => {
    process.exitCode = await runInspect(flags);
  },
};
