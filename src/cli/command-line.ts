// The commands and their flags, as yargs sees them.

import yargs from 'yargs';
import { didYouMean } from '../diagnostics/suggest.ts';
import { UsageError } from './usage-error.ts';

/** Each is loaded when it is called, or all when what they do is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<object>>> = {
  init: async () => (await import('./init.ts')).initCommand,
  predict: async () => (await import('./predict.ts')).predictCommand,
  diagnose: async () => (await import('./diagnose.ts')).diagnoseCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  measure: async () => (await import('./measure.ts')).measureCommand,
  validate: async () => (await import('./validate.ts')).validateCommand,
  calibrate: async () => (await import('./calibrate.ts')).calibrateCommand,
  transform: async () => (await import('./transform.ts')).transformCommand,
  search: async () => (await import('./search.ts')).searchCommand,
  adapt: async () => (await import('./adapt.ts')).adaptCommand,
  tune: async () => (await import('./tune.ts')).tuneCommand,
  wavefront: async () => (await import('./wavefront.ts')).wavefrontCommand,
  farm: async () => (await import('./farm.ts')).farmCommand,
  profiles: async () => (await import('./profiles.ts')).profilesCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
};

/** What may be given several times; of any other flag yargs would make a list, too. */
const SEVERAL =
  'launch shader define allow-read set without what-if technique import coarsen block-coarsen unroll'.split(
    ' ',
  );

/** The same for single commands. */
const SEVERAL_OF: Readonly<Record<string, readonly string[]>> = {
  predict: ['profile'],
  diagnose: ['profile'],
  search: ['profile'],
  adapt: ['profile'],
  init: ['prepend'],
  tune: ['device'],
  farm: ['gpu', 'files'],
};

/** The messages of yargs in the words of the others. */
function clear(message: string, command: string): string {
  const choice = /Argument: (\S+), Given: ("[^"]*"), Choices: (.*)/.exec(message);
  if (choice) return `--${choice[1]}: ${choice[2]} is none of ${choice[3].replaceAll('"', '')}`;
  if (message.startsWith('Not enough non-option'))
    return `too few arguments: see kernelcast ${command} --help`;
  return message.charAt(0).toLowerCase() + message.slice(1);
}

function checkCommand(name: string): void {
  const known = Object.keys(COMMANDS);
  if (name.startsWith('-') || known.includes(name)) return;
  const hint = didYouMean(name, known) || `; there are ${known.join(', ')}`;
  throw new UsageError(`unknown command "${name}"${hint}`);
}

function onlyOnce(flags: Readonly<Record<string, unknown>>): true {
  const several = [...SEVERAL, ...(SEVERAL_OF[String((flags['_'] as readonly unknown[])[0])] ?? [])];
  // Beside each name stand its alias of one letter and its form for JavaScript.
  const repeated = Object.keys(flags).find(
    (name) => /^[a-z][a-z-]+$/.test(name) && Array.isArray(flags[name]) && !several.includes(name),
  );
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once`);
  return true;
}

/** Runs the command that the arguments name; it sets the exit code. @throws UsageError */
export async function parseCommandLine(args: readonly string[], version: string): Promise<void> {
  if (args.length > 0) checkCommand(args[0]);
  const named = COMMANDS[args[0]];
  const commands = await Promise.all((named ? [named] : Object.values(COMMANDS)).map((load) => load()));
  await yargs([...args])
    .scriptName('kernelcast')
    .usage('$0 COMMAND [options]\n\nForecasts how long a GPU compute kernel takes, without running it.')
    .detectLocale(false)
    .parserConfiguration({ 'greedy-arrays': false })
    .check(onlyOnce)
    .command(commands as never)
    .demandCommand(1, 'which command? See kernelcast --help')
    .strict()
    .version(version)
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      // An error of yargs itself is about the arguments; any other comes out of a command.
      if (error !== undefined && error.name !== 'YError') throw error;
      throw new UsageError(clear(message || error!.message, args[0] ?? 'COMMAND'));
    })
    .parseAsync();
}
