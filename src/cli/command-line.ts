// The commands and their flags, as yargs sees them.

import yargs from 'yargs';
import { inspectCommand } from './inspect.ts';
import { predictCommand } from './predict.ts';
import { profilesCommand } from './profiles.ts';
import { UsageError } from './usage-error.ts';

const STRINGS = {
  'Not enough non-option arguments: got %s, need at least %s': {
    one: 'too few arguments: see kernelcast COMMAND --help',
    other: 'too few arguments: see kernelcast COMMAND --help',
  },
};

/** Flags that take one value; given twice, yargs would make a list of them. */
const SINGLE = ['profile', 'format', 'dialect', 'cache', 'seed', 'stage', 'max-time'];

function onlyOnce(flags: Readonly<Record<string, unknown>>): true {
  const repeated = SINGLE.find((name) => Array.isArray(flags[name]));
  if (repeated !== undefined) throw new UsageError(`--${repeated} is given more than once`);
  return true;
}

/** Runs the command that the arguments name; it sets the exit code. @throws UsageError */
export async function parseCommandLine(args: readonly string[], version: string): Promise<void> {
  await yargs([...args])
    .scriptName('kernelcast')
    .usage('$0 COMMAND [options]\n\nForecasts how long a GPU compute kernel takes, without running it.')
    .detectLocale(false)
    .parserConfiguration({ 'greedy-arrays': false })
    .updateStrings(STRINGS as never)
    .check(onlyOnce)
    .command([predictCommand, inspectCommand, profilesCommand] as never)
    .demandCommand(1, 'which command? See kernelcast --help')
    .strict()
    .recommendCommands()
    .version(version)
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw error ?? new UsageError(message);
    })
    .parseAsync();
}
