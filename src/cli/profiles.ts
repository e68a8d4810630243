// `kernelcast profiles [NAME]`: the devices there are, or one of them with the origin of every number.

import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { loadProfile, profileNames } from '../profile/load.ts';
import { exitCodeOf } from './exit-codes.ts';
import { profileOf } from './flags.ts';
import { printDiagnostics, wantsColor } from './terminal.ts';

interface ProfilesFlags {
  readonly name?: string;
  readonly set: readonly string[];
  readonly format: 'table' | 'json';
}

function builder(yargs: Argv): Argv<ProfilesFlags> {
  return yargs
    .positional('name', {
      type: 'string',
      describe: 'A built-in profile or a profile file; all when left out',
    })
    .option('set', {
      type: 'string',
      array: true,
      nargs: 1,
      default: [] as string[],
      describe: 'Show the profile with a number changed: dram.bandwidth=0.5x',
    })
    .option('format', {
      choices: ['table', 'json'] as const,
      default: 'table' as const,
      describe: 'Output',
    }) as unknown as Argv<ProfilesFlags>;
}

/** Runs the command; the exit code is returned. */
export async function runProfiles(flags: ProfilesFlags): Promise<number> {
  const { styleFor } = await import('../report/layout.ts');
  const { profileDetail, profileTable } = await import('../report/profile-text.ts');
  const style = styleFor(wantsColor(process.stdout));
  if (flags.name !== undefined) {
    const profile = profileOf({ profile: flags.name, set: flags.set });
    if (typeof profile === 'number') return profile;
    if (flags.format === 'json') {
      process.stdout.write(`${JSON.stringify(profile, null, 2)}\n`);
      return 0;
    }
    const { compilerModel } = await import('../compilers/for-device.ts');
    const { deviceOf, guarded } = await import('../predict/kernel.ts');
    const compiler = guarded(() => ({ value: compilerModel(deviceOf(profile)), diagnostics: [] }));
    if (!compiler.value) {
      printDiagnostics(compiler.diagnostics);
      return exitCodeOf(compiler.diagnostics);
    }
    process.stdout.write(profileDetail(profile, compiler.value, style));
    return 0;
  }
  const loaded = profileNames().map(loadProfile);
  const diagnostics = loaded.flatMap((outcome) => outcome.diagnostics);
  printDiagnostics(diagnostics);
  const profiles = loaded.flatMap((outcome) => outcome.value ?? []);
  const json = () => `${JSON.stringify(profiles, null, 2)}\n`;
  process.stdout.write(flags.format === 'json' ? json() : profileTable(profiles, style));
  return exitCodeOf(diagnostics);
}

export const profilesCommand: CommandModule<object, ProfilesFlags> = {
  command: 'profiles [name]',
  describe: 'List the device profiles, or show one with the origin of every number',
  builder: builder as never,
  handler: async (flags: ArgumentsCamelCase<ProfilesFlags>) => {
    process.exitCode = await runProfiles(flags);
  },
};
