// `kernelcast init SHADER…`: a launch file for each compute entry point, from what the shader says of itself. What
// cannot be told from it is asked for once, on a terminal; elsewhere a number is chosen, and a comment says so.

import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Argv } from 'yargs';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { NamedDraft } from '../reflect/drafts.ts';
import type { Param } from '../reflect/params.ts';
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
  readonly prepend?: readonly string[];
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
    .option('prepend', several('Text that stands before the shader, as "prepend" of the launch file'))
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
  const inputs = [...flags.shader, ...(flags.prepend ?? [])];
  planned.forEach(({ file, shader }, k) => {
    const other = planned.findIndex((each) => path.resolve(each.file) === path.resolve(file));
    if (other < k)
      throw new UsageError(
        `init ${shader}: its launch file would be ${file}, as that of ${planned[other].shader}; write one at a time, with -o`,
      );
    refuseUnwritable(outputOf(flags, file), inputs);
  });
  const answers = await ask(planned);
  const final = answers === undefined ? planned : (await plan(flags, { ...given, ...answers })).planned;
  const { draftText } = await import('../reflect/draft-text.ts');
  for (const each of final) {
    writeOutput(outputOf(flags, each.file), draftText(each.named.draft), inputs);
    process.stdout.write(linesOf(each));
  }
  return exitCodeOf(diagnostics);
}

function outputOf({ force, output }: InitFlags, file: string) {
  const flag = output === undefined ? 'init' : '-o';
  const reason = 'what was changed in it by hand would be lost';
  return { flag, file, force, isOwn: () => false, reason };
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
    const opened = await openShader(shader, flags.prepend);
    diagnostics.push(...opened.diagnostics);
    if (opened.value === undefined) continue;
    const folder = path.dirname(flags.output ?? shader);
    const fromThere = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/');
    const prepend = (flags.prepend ?? []).map(fromThere);
    const source = typeof opened.value === 'string' ? { file: shader, text: opened.value } : opened.value;
    const entry = flags.entry === undefined ? {} : { entryPoint: flags.entry };
    const drafts = draftsOf(source, { path: fromThere(shader), prepend, given, ...entry });
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

/** Says what was written, what in it is a guess, and what reads it. */
function linesOf({ file, named: { draft } }: Planned): string {
  const open = draft.params.filter(({ assumed }) => assumed !== undefined);
  const lines = [`written: ${file}`, ...assumptions(open)];
  if (open.length > 0)
    lines.push(`  -D ${open[0].name}=… gives another number, to init, predict and the others`);
  const outside = [draft.shader, ...draft.prepend].find((each) => each.startsWith('..'));
  if (outside !== undefined) {
    const folder = path.dirname(path.join(path.dirname(file), outside));
    lines.push(`  what it names lies outside of its folder: predict ${file} --allow-read ${folder}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Names and numbers in columns, and what each is. */
function assumptions(open: readonly Open[]): string[] {
  const numbers = open.map(({ name, value }) => `${name} = ${value}`);
  const width = Math.max(...numbers.map((each) => each.length));
  return open.map(({ assumed }, k) => `  assumed: ${numbers[k].padEnd(width)}  ${assumed}`);
}

type Open = Pick<Param, 'name' | 'value' | 'assumed'>;

/**
 * One question, with all that is open, if something in it is no more likely than anything else; undefined where there
 * is nobody to answer, or nothing to ask.
 */
async function ask(planned: readonly Planned[]): Promise<Record<string, number> | undefined> {
  const params = planned.flatMap(({ named }) => named.draft.params);
  const open = new Map(
    params.flatMap((each) => (each.assumed === undefined ? [] : [[each.name, each] as const])),
  );
  const isAsked = params.some((each) => each.isAsked);
  if (!isAsked || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return undefined;
  say('The shader does not tell:');
  for (const line of assumptions([...open.values()])) say(line);
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question(
    'Other numbers, as NAME=VALUE with blanks between, or Enter for these: ',
  );
  line.close();
  const asked = [...open.values()].filter((each) => each.isAsked);
  return {
    ...Object.fromEntries(asked.map(({ name, value }) => [name, value])),
    ...(await numbersOf(answer.split(/\s+/).filter((each) => each !== ''))),
  };
}

export const initCommand = command(
  'init <shader..>',
  'Write a launch file for each compute entry point of a shader',
  builder,
  runInit,
);
