// `kernelcast profiles [NAME]`: the devices there are, or one of them with the origin of every number.

import type { Argv } from 'yargs';
import { builtInProfiles, foreignSources } from '../profile/load.ts';
import { foundationsOf } from '../profile/rests-on.ts';
import { jsonText } from '../report/json.ts';
import { exitCodeOf } from './exit-codes.ts';
import { profileOf } from './flags.ts';
import { choice, command, several } from './options.ts';
import { printDiagnostics, wantsColor } from './terminal.ts';

interface ProfilesFlags {
  readonly name?: string;
  readonly set: readonly string[];
  readonly format: 'table' | 'json';
}

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .positional('name', {
      type: 'string',
      describe: 'A built-in profile, a device by name or a profile file; all when left out',
    })
    .option('set', several('Show the profile with a number changed: dram.bandwidth=0.5x'))
    .option('format', choice(['table', 'json'], 'Output'));
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
      process.stdout.write(jsonText(profile));
      return 0;
    }
    const { compilerModel } = await import('../compilers/for-device.ts');
    const { deviceOf, guarded } = await import('../predict/compile-stages.ts');
    const compiler = guarded(() => ({ value: compilerModel(deviceOf(profile)), diagnostics: [] }));
    if (!compiler.value) {
      printDiagnostics(compiler.diagnostics);
      return exitCodeOf(compiler.diagnostics);
    }
    process.stdout.write(profileDetail(profile, compiler.value, style));
    return 0;
  }
  const profiles = builtInProfiles();
  const others = foreignSources();
  const listed = profiles.map((profile) => ({ profile, restsOn: foundationsOf(profile, others) }));
  const isJson = flags.format === 'json';
  process.stdout.write(isJson ? jsonText(profiles) : profileTable(listed, style));
  return 0;
}

export const profilesCommand = command(
  'profiles [name]',
  'List the device profiles, or show one with the origin of every number',
  builder,
  runProfiles,
);
