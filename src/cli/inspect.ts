// `kernelcast inspect LAUNCH`: the kernel as the model sees it, at any stage from source to machine code. Of a shader by
// itself, too, without what only a launch says.

import type { Argv } from 'yargs';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { inputsOf } from '../launch/launch.ts';
import type { InspectedCode } from '../predict/inspect-code.ts';
import type { PredictOptions } from '../predict/predict.ts';
import { jsonText } from '../report/json.ts';
import { exitCodeOf } from './exit-codes.ts';
import {
  type AllowanceFlags,
  allowanceOf,
  behavioursOf,
  type ModelFlags,
  paramsOf,
  profileOf,
  seedOf,
  withAllowanceFlags,
  withModelFlags,
} from './flags.ts';
import type { Kernel } from './kernels.ts';
import { choice, command, LAUNCH, text } from './options.ts';
import { FORCE, refuseUnwritable, writeOutput } from './output-file.ts';
import { printDiagnostics, wantsColor } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface InspectFlags extends ModelFlags, AllowanceFlags {
  readonly launch: string;
  readonly stage: 'ir' | 'optimized' | 'machine';
  readonly printAfter?: string;
  readonly order: 'source' | 'issue';
  readonly format: 'text' | 'json';
  readonly html?: string;
  readonly force: boolean;
}

function builder(yargs: Argv): Argv<unknown> {
  return withAllowanceFlags(withModelFlags(yargs))
    .positional('launch', { ...LAUNCH, describe: 'Launch file, or a shader by itself' })
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
    .option(
      'order',
      choice(['source', 'issue'], 'Of machine code as text: under its lines, or as it is issued, run by run'),
    )
    .option('format', choice(['text', 'json'], 'Output'))
    .option(
      'html',
      text('Write the machine code beside its source, to look at: one file that needs nothing else'),
    )
    .option('force', FORCE);
}

/** Runs the command; the exit code is returned. */
export async function runInspect(flags: InspectFlags): Promise<number> {
  const params = paramsOf(flags.define);
  const without = behavioursOf(flags.without);
  const seed = seedOf(flags.seed);
  const allowed = allowanceOf(flags);
  const isOfCode = flags.stage === 'machine' && flags.printAfter === undefined;
  if (flags.html !== undefined && !isOfCode)
    throw new UsageError('--html shows machine code: leave out --stage and --print-after');
  const profile = profileOf(flags);
  if (typeof profile === 'number') return profile;
  const html =
    flags.html === undefined ? undefined : { flag: '--html', file: flags.html, force: flags.force };
  if (html) refuseUnwritable(html, [flags.launch]);

  const { fileReader, loadKernel } = await import('./kernels.ts');
  const { isShaderFile, loadShader } = await import('./lone-shader.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const isLaunch = !isShaderFile(flags.launch);
  const kernel = isLaunch
    ? await loadKernel(flags.launch, params, flags)
    : await loadShader(flags.launch, params);
  await closeTint();
  printDiagnostics(kernel.diagnostics);
  if (kernel.value === undefined) return exitCodeOf(kernel.diagnostics);
  const options: PredictOptions = {
    ...allowed,
    profile,
    dialect: flags.dialect,
    without,
    cache: flags.cache,
    seed,
    files: fileReader(),
    now: () => performance.now(),
  };
  if (!isOfCode) return printStage(kernel.value, flags, options);
  const { inspectCode } = await import('../predict/inspect-code.ts');
  const { launch, source } = kernel.value;
  const { value, diagnostics } = inspectCode(launch, source, options, isLaunch);
  printDiagnostics(diagnostics);
  if (value === undefined) return exitCodeOf(diagnostics);
  if (html) {
    const { inspectionHtml } = await import('../report/inspection-html.ts');
    writeOutput(html, inspectionHtml(value), [flags.launch, ...inputsOf(launch)]);
  }
  process.stdout.write(await codeOutput(value, flags));
  return exitCodeOf(diagnostics);
}

async function codeOutput(value: InspectedCode, { format, order }: InspectFlags): Promise<string> {
  if (format === 'json') return jsonText(value.inspection);
  if (order === 'issue')
    return (await import('../report/inspection-text.ts')).inspectionText(value.inspection);
  const { codeText } = await import('../report/code-text.ts');
  const { styleFor } = await import('../report/layout.ts');
  return codeText(value, styleFor(wantsColor(process.stdout)));
}

/** A stage before machine code, or the IR behind a pass. */
async function printStage(
  { launch, source }: Kernel,
  flags: InspectFlags,
  { dialect, without, profile, ...allowed }: PredictOptions,
): Promise<number> {
  const { inspectLaunch, inspectPass } = await import('../predict/inspect.ts');
  const { Allowance } = await import('../execute/allowance.ts');
  const { deviceOf } = await import('../predict/compile-stages.ts');
  const { inspectionText, passInspectionText } = await import('../report/inspection-text.ts');
  const allowance = new Allowance(allowed, allowed.now);
  const observe = () => allowance.checkTime();
  const options = { dialect, without, device: deviceOf(profile), observe };
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
