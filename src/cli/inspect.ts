// `kernelcast inspect LAUNCH`: the kernel as the model sees it, at any stage from source to machine code.

import type { Argv } from 'yargs';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { jsonText } from '../report/json.ts';
import { exitCodeOf } from './exit-codes.ts';
import {
  behavioursOf,
  type ModelFlags,
  paramsOf,
  profileOf,
  seedOf,
  type TimeoutFlag,
  timeoutMsOf,
  withModelFlags,
  withTimeoutFlag,
} from './flags.ts';
import { choice, command, LAUNCH, text } from './options.ts';
import { printDiagnostics } from './terminal.ts';

interface InspectFlags extends ModelFlags, TimeoutFlag {
  readonly launch: string;
  readonly stage: 'ir' | 'optimized' | 'machine';
  readonly printAfter?: string;
  readonly format: 'text' | 'json';
}

function builder(yargs: Argv): Argv<unknown> {
  return withTimeoutFlag(withModelFlags(yargs))
    .positional('launch', LAUNCH)
    .option('stage', {
      ...choice(
        ['ir', 'optimized', 'machine'],
        'ir: as decoded; optimized: after the compilers; machine: instructions',
      ),
      default: 'machine',
    })
    .option(
      'print-after',
      text('A pass of the compilers, e.g. licm: the IR behind each time that it changed something'),
    )
    .option('format', choice(['text', 'json'], 'Output'));
}

/** Runs the command; the exit code is returned. */
export async function runInspect(flags: InspectFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  seedOf(flags.seed);
  const timeoutMs = timeoutMsOf(flags);
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;

  const { loadKernel } = await import('./kernels.ts');
  const { inspectLaunch, inspectPass } = await import('../predict/inspect.ts');
  const { Allowance } = await import('../execute/allowance.ts');
  const { deviceOf } = await import('../predict/compile-stages.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const kernel = await loadKernel(flags.launch, params, flags);
  await closeTint();
  printDiagnostics(kernel.diagnostics);
  if (kernel.value === undefined) return exitCodeOf(kernel.diagnostics);
  const { launch, source } = kernel.value;
  const allowance = new Allowance({ timeoutMs }, () => performance.now());
  const observe = () => allowance.checkTime();
  const options = { dialect: flags.dialect, without, device: deviceOf(profile), observe };
  const { inspectionText, passInspectionText } = await import('../report/inspection-text.ts');
  const print = <T>({ value, diagnostics }: Outcome<T>, text: (value: T) => string): number => {
    printDiagnostics(diagnostics);
    if (value === undefined) return exitCodeOf(diagnostics);
    process.stdout.write(flags.format === 'json' ? jsonText(value) : text(value));
    return exitCodeOf(diagnostics);
  };
  if (flags.printAfter !== undefined)
    return print(inspectPass(launch, source, flags.printAfter, options), passInspectionText);
  return print(inspectLaunch(launch, source, flags.stage, options), inspectionText);
}

export const inspectCommand = command(
  'inspect <launch>',
  'Show the kernel at a stage of the model: IR, optimized IR or machine instructions',
  builder,
  runInspect,
);
