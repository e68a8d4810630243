// Flags that several commands share: their declaration for yargs, and their values read and checked.

import type { Argv } from 'yargs';
import { behaviours } from '../compilers/behaviours.ts';
import { type Dialect, dialectNames, dialectsText } from '../compilers/dialects.ts';
import type { LimitsChoice } from '../configure/needs.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { emptyTable, entryOf } from '../diagnostics/names.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { AllowanceOptions } from '../execute/allowance.ts';
import { loadProfile } from '../profile/load.ts';
import { overrideProfile } from '../profile/override.ts';
import type { Profile } from '../profile/profile.ts';
import { defaultProfile } from './default-device.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { ALLOW_READ, choice, DEFINE, number, several, text } from './options.ts';
import { printDiagnostics } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** What `withProfileFlags` adds. */
export interface ProfileFlags {
  readonly profile: string;
  readonly set: readonly string[];
}

/** What `withModelFlags` adds. */
export interface ModelFlags extends ProfileFlags {
  readonly define: readonly string[];
  readonly allowRead: readonly string[];
  /** By the shader's language when left out. */
  readonly dialect?: Dialect;
  readonly without: readonly string[];
  readonly cache: 'warm' | 'cold';
  readonly seed: number;
}

export function withProfileFlags<T>(yargs: Argv<T>): Argv<T & ProfileFlags> {
  return yargs
    .option('profile', {
      ...text('Device: the name of a built-in profile or a profile file'),
      default: defaultProfile(),
    })
    .option(
      'set',
      several('Change a number of the profile: dram.bandwidth=0.5x, l2.latency=300, launch.overhead=5us'),
    ) as unknown as Argv<T & ProfileFlags>;
}

export function withModelFlags<T>(yargs: Argv<T>): Argv<T & ModelFlags> {
  return withProfileFlags(yargs)
    .option('define', DEFINE)
    .option('allow-read', ALLOW_READ)
    .option('dialect', {
      choices: dialectNames,
      describe: `Whose safety code is added: ${dialectsText}`,
    })
    .option(
      'without',
      several('Switch a behaviour of the compilers off, e.g. index-clamp; "list" explains all'),
    )
    .option('cache', choice(['warm', 'cold'], 'Whether L2 holds what an earlier run left'))
    .option('seed', { ...number('Seed of the sampling'), default: 0 }) as unknown as Argv<T & ModelFlags>;
}

/** What `withTimeoutFlag` adds. */
export interface TimeoutFlag {
  readonly timeout: string;
}

/** What `withAllowanceFlags` adds. */
export interface AllowanceFlags extends TimeoutFlag {
  readonly memory: string;
}

/** For commands that compile what may come from strangers. */
export function withTimeoutFlag<T>(yargs: Argv<T>): Argv<T & TimeoutFlag> {
  const flag = { ...text('When to give up on a prediction'), default: '60s' };
  return yargs.option('timeout', flag) as unknown as Argv<T & TimeoutFlag>;
}

export const timeoutMsOf = ({ timeout }: TimeoutFlag): number => durationNs('--timeout', timeout) / 1e6;

/** For those that predict it, too. */
export function withAllowanceFlags<T>(yargs: Argv<T>): Argv<T & AllowanceFlags> {
  return withTimeoutFlag(yargs).option('memory', {
    ...text('What the contents of buffers may take while one prediction is made'),
    default: '1GiB',
  }) as unknown as Argv<T & AllowanceFlags>;
}

export function allowanceOf(flags: AllowanceFlags): AllowanceOptions {
  return { timeoutMs: timeoutMsOf(flags), memoryBytes: bytesOf('--memory', flags.memory) };
}

/** What `withLimitFlags` adds. */
export interface LimitFlags {
  readonly limits: LimitsChoice;
}

export function withLimitFlags<T>(yargs: Argv<T>): Argv<T & LimitFlags> {
  return yargs.option('limits', {
    ...choice(
      ['default', 'adapter'],
      "What may be asked of the device: WebGPU's default limits, or what the profile's device has",
    ),
    default: 'default',
  }) as unknown as Argv<T & LimitFlags>;
}

/** `-D N=2048` as params. */
export function paramsOf(defines: readonly string[]): Record<string, string> {
  const params = emptyTable<string>();
  for (const text of defines) {
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/s.exec(text);
    if (match === null) throw new UsageError(`-D ${text}: expected NAME=VALUE, for instance -D N=2048`);
    params[match[1]] = match[2].trim();
  }
  return params;
}

/** All behaviours with what they do, for `--without list`. */
export function behaviourList(): string {
  const rows = (stage: 'dialect' | 'driver') =>
    behaviours.filter((b) => b.stage === stage).map((b) => `  ${b.name.padEnd(24)}${b.meaning}\n`);
  const dialect = `safety code of the shader compiler (--dialect raw leaves out all of it)\n${rows('dialect').join('')}`;
  return `${dialect}\noptimizations and code of the driver\n${rows('driver').join('')}`;
}

/** Checks the names of behaviours that are to be left out. */
export function behavioursOf(names: readonly string[]): readonly string[] {
  const known = behaviours.map((behaviour) => behaviour.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const hint = didYouMean(name, known);
    const all = hint === '' ? behaviourList().trimEnd().split('\n') : [];
    throw new UsageError(`--without: unknown behaviour "${name}"${hint || '; known are'}`, all);
  }
  return names;
}

export function seedOf(seed: number): number {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new UsageError('--seed: expected a whole number from 0 to 4294967295');
  }
  return seed;
}

const NS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  min: 60e9,
};

/** `20us` in nanoseconds. */
export function durationNs(flag: string, text: string): number {
  const match = /^\s*(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+)\s*([a-zµμ]+)\s*$/i.exec(text);
  const unit = match === null ? undefined : entryOf(NS_PER_UNIT, match[2]);
  if (unit === undefined)
    throw new UsageError(`${flag} ${text}: expected a time with its unit, for instance 20us`);
  return Number(match![1]) * unit;
}

const BYTES_PER_UNIT: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** `1GiB` in bytes. */
function bytesOf(flag: string, text: string): number {
  const match = /^\s*(\d+\.?\d*|\.\d+)\s*([KMG]iB)\s*$/.exec(text);
  if (match === null)
    throw new UsageError(`${flag} ${text}: expected a size with its unit, for instance 512MiB`);
  return Number(match[1]) * entryOf(BYTES_PER_UNIT, match[2])!;
}

/** The profile that the flags ask for, or the exit code after its problems were printed. */
export function profileOf(flags: ProfileFlags): Profile | number {
  const { value, diagnostics } = profileNamed(flags.profile, flags.set);
  printDiagnostics(diagnostics);
  return value ?? (exitCodeOf(diagnostics) || EXIT.badInput);
}

/** A profile by its name, or of a file, with numbers of it set. */
export function profileNamed(name: string, set: readonly string[]): Outcome<Profile> {
  const loaded = loadProfile(name);
  if (loaded.value === undefined) return loaded;
  const { value, diagnostics } = overrideProfile(loaded.value, [...set]);
  return { ...(value ? { value } : {}), diagnostics: [...loaded.diagnostics, ...diagnostics] };
}
