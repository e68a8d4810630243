// The kinds of flags there are, as yargs wants them declared, and a command made of flags and what runs it.

import type { Argv, CommandModule } from 'yargs';

/** With a value; absent when it is left out. */
export const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;

/** With a number; absent when it is left out. */
export const number = (describe: string) => ({ type: 'number', requiresArg: true, describe }) as const;

/** Given any number of times, each time with one value. */
export const several = (describe: string, standard: readonly string[] = []) =>
  ({ type: 'string', array: true, nargs: 1, default: [...standard], describe }) as const;

/** Without a value. */
export const toggle = (describe: string) => ({ type: 'boolean', default: false, describe }) as const;

/** One of these words; the first when it is left out. */
export const choice = (choices: readonly string[], describe: string) =>
  ({ choices, default: choices[0], describe }) as const;

export const LAUNCH = { type: 'string', demandOption: true, describe: 'Launch file' } as const;
export const LAUNCHES = { ...LAUNCH, array: true, describe: 'Launch files' } as const;
/** For commands that take apps in the place of launches. */
export const LAUNCH_OR_APP = { ...LAUNCH, describe: 'Launch file, app file or capture' } as const;
export const LAUNCHES_OR_APPS = { ...LAUNCHES, describe: 'Launch files, app files or captures' } as const;
export const DEFINE = {
  ...several('Override a param of the launch or app file: N=2048, N=2^20'),
  alias: 'D',
} as const;

export const ALLOW_READ = several('A folder whose files a launch may name beside those of its own folder');

/** `declare` adds the flags that `run` gets; what `run` returns is the exit code. */
export function command<Flags>(
  usage: string,
  describe: string,
  declare: (yargs: Argv) => Argv<unknown>,
  run: (flags: Flags) => Promise<number>,
): CommandModule<object, Flags> {
  return {
    command: usage,
    describe,
    builder: declare as never,
    handler: async (flags) => {
      process.exitCode = await run(flags as Flags);
    },
  };
}
