// What a capture takes: settings with their defaults, and how the environment of a process says them.

import type { CaptureOptions } from './declarations/capture.d.ts';

export interface Settings {
  readonly name: string;
  readonly labels: RegExp | undefined;
  readonly first: number;
  readonly bytes: number;
}

const DEFAULT_BYTES = 2 ** 20;

/** @throws Error that says which option is wrong. */
export function settingsOf(options: CaptureOptions): Settings {
  const { name = 'captured', labels, first = Number.POSITIVE_INFINITY, bytes = DEFAULT_BYTES } = options;
  return {
    name,
    labels: labels === undefined || labels === '' ? undefined : new RegExp(labels),
    first: count('first', first),
    bytes: count('bytes', bytes),
  };
}

/** The options that variables `KERNELCAST_CAPTURE_…` give. */
export function optionsOf(environment: Readonly<Record<string, string | undefined>>): CaptureOptions {
  const text = (name: string) => environment[`KERNELCAST_CAPTURE_${name}`] || undefined;
  const [name, labels, first, bytes, paused] = ['NAME', 'LABELS', 'FIRST', 'BYTES', 'PAUSED'].map(text);
  return {
    ...(name === undefined ? {} : { name }),
    ...(labels === undefined ? {} : { labels }),
    ...(first === undefined ? {} : { first: Number(first) }),
    ...(bytes === undefined ? {} : { bytes: Number(bytes) }),
    paused: paused !== undefined && paused !== '0',
  };
}

function count(name: string, value: number): number {
  if (value >= 0 && !Number.isNaN(value)) return value;
  const variable = `KERNELCAST_CAPTURE_${name.toUpperCase()}`;
  throw new Error(`kernelcast capture: ${name} (${variable}) has to be a number from 0 on, not ${value}`);
}
