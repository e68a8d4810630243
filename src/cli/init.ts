// `kernelcast init SHADER…`: a launch file for each compute entry point, from what the shader says of itself. What
// cannot be told from it is asked for once, on a terminal; elsewhere a number is chosen, and a comment says so.

import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Argv } from 'yargs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NamedDraft } from '../reflect/drafts.ts';
import { exitCodeOf } from './exit-codes.ts';
import { paramsOf } from './flags.ts';
import { command, several, text } from './options.ts';
import { FORCE, refuseUnwritable, writeOutput } from './output-file.ts';
import { printDiagnostics, say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface InitFlags {
  readonly shader: readonly string[];
  readonly entry?: string;
  readonly define: readonly string[];
  readonly output?: string;
  readonly force: boolean;
}

/** A launch file to be written. */
interface Planned {
  readonly shader: string;
  readonly file: string;
  readonly named: NamedDraft;
}

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('shader', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'Shaders: .wgsl, .spv, .spvasm',
    })
    .option('entry', text('Only this compute entry point; else a file for each'))
    .option('define', {
      ...several(
        'The number of a param or override of the file to be, e.g. N=4096: nothing is asked about it',
      ),
      alias: 'D',
    })
    .option('output', {
      ...text('Write the launch file here; else beside the shader: NAME.json, or NAME.ENTRY.json of several'),
      alias: 'o',
    })
    .option('force', { ...FORCE, describe: 'Replace files that are there' });
}

/** Runs the command; the exit code is returned. */
export async function runInit(flags: InitFlags): Promise<number> {
  const given = await numbersOf(flags.define);
  const { diagnostics, planned } = await plan(flags, given);
  printDiagnostics(diagnostics);
  if (exitCodeOf(diagnostics) !== 0) return exitCodeOf(diagnostics);
  if (flags.output !== undefined && planned.length > 1)
    throw new UsageError(`-o ${flags.output}: ${planned.length} files to write; choose one with --entry`);
  for (const { file, shader } of planned) refuseUnwritable(outputOf(flags, file), [shader]);
  const answers = await ask(planned);
  const final = answers === undefined ? planned : (await plan(flags, { ...given, ...answers })).planned;
  const { draftText } = await import('../reflect/draft-text.ts');
  for (const each of final) {
    writeOutput(outputOf(flags, each.file), draftText(each.named.draft), [each.shader]);
    process.stdout.write(`${lineOf(each)}\n`);
  }
  return exitCodeOf(diagnostics);
}

function outputOf({ force, output }: InitFlags, file: string) {
  return { flag: output === undefined ? 'init' : '-o', file, force, isOwn: () => false };
}

async function plan(
  flags: InitFlags,
  given: Readonly<Record<string, number>>,
): Promise<{ diagnostics: Diagnostic[]; planned: Planned[] }> {
  const { draftsOf } = await import('../reflect/drafts.ts');
  const { openShader } = await import('./kernels.ts');
  const { closeTint } = await import('../hardware/tint.ts');
  const diagnostics: Diagnostic[] = [];
  const planned: Planned[] = [];
  for (const shader of flags.shader) {
    const opened = await openShader(shader);
    diagnostics.push(...opened.diagnostics);
    if (opened.value === undefined) continue;
    const folder = path.dirname(flags.output ?? shader);
    const relative = path.relative(folder, shader).replaceAll(path.sep, '/');
    const source = typeof opened.value === 'string' ? { file: shader, text: opened.value } : opened.value;
    const entry = flags.entry === undefined ? {} : { entryPoint: flags.entry };
    const drafts = draftsOf(source, { path: relative, given, ...entry });
    diagnostics.push(...drafts.diagnostics);
    for (const named of drafts.value ?? []) {
      const name = path.basename(shader).replace(/\.[^.]*$/, '');
      const isOnly = named.draft.entryPoint === undefined || flags.entry !== undefined;
      const beside = path.join(folder, isOnly ? `${name}.json` : `${name}.${named.entryPoint}.json`);
      planned.push({ shader, file: flags.output ?? beside, named });
    }
  }
  await closeTint();
  return { diagnostics, planned };
}

async function numbersOf(defines: readonly string[]): Promise<Record<string, number>> {
  const { evaluate, ExpressionError } = await import('../launch/expressions.ts');
  const texts = paramsOf(defines);
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => {
      try {
        return [name, evaluate(value, () => undefined)];
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        throw new UsageError(`-D ${name}=${value}: ${error.message}`);
      }
    }),
  );
}

/** The line that says what was written, and what in it is a guess. */
function lineOf({ file, named: { draft } }: Planned): string {
  const open = draft.params.filter(({ assumed }) => assumed !== undefined).map(({ name }) => name);
  return `written: ${file}${open.length === 0 ? '' : `; assumed in it: ${open.join(', ')}`}`;
}

/** One question about all that is open; undefined where there is nobody to answer, or nothing to ask. */
async function ask(planned: readonly Planned[]): Promise<Record<string, number> | undefined> {
  const open = new Map<string, { value: number; assumed: string }>();
  for (const { named } of planned)
    for (const { name, value, assumed, isAsked } of named.draft.params)
      if (assumed !== undefined && isAsked) open.set(name, { value, assumed });
  if (open.size === 0 || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  say('The shader does not tell:');
  for (const [name, { value, assumed }] of open) say(`  ${name} = ${value}  (${assumed})`);
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question(
    'Other numbers, as NAME=VALUE with blanks between, or Enter for these: ',
  );
  line.close();
  const chosen = [...open].map(([name, { value }]) => [name, value] as const);
  return {
    ...Object.fromEntries(chosen),
    ...(await numbersOf(answer.split(/\s+/).filter((each) => each !== ''))),
  };
}

export const initCommand = command(
  'init <shader..>',
  'Write a launch file for each compute entry point of a shader',
  builder,
  runInit,
);
