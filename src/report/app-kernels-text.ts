// What searching and tuning the kernels of an app print alike: what changes, and which kernels were left out.

import { printable } from '../diagnostics/printable.ts';
import type { Configuration } from '../space/space.ts';
import { pairs, type Style, shorten, WIDTH, wrap } from './layout.ts';

export interface KernelLeftOut {
  readonly pipeline: string;
  readonly share: number;
  readonly reason: string;
}

export interface ChangedPipeline {
  readonly pipeline: string;
  readonly best: Configuration;
}

/** Most kernels have shorter names. */
export const NAME_WIDTH = 24;

/** Lines behind a table of kernels; none where there is nothing to say. */
export function changesSection(changed: readonly ChangedPipeline[], style: Style): string[] {
  const configurations = changed.map(({ pipeline, best }): [string, string] => [
    shorten(printable(pipeline), NAME_WIDTH),
    Object.entries(best)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]);
  return configurations.length > 0 ? ['', style.bold('What changes'), pairs(configurations)] : [];
}

/** Kernels with the same reason together. */
export function leftOutSection(title: string, leftOut: readonly KernelLeftOut[], style: Style): string[] {
  const byReason = new Map<string, string[]>();
  for (const { pipeline, reason } of leftOut)
    byReason.set(reason, [...(byReason.get(reason) ?? []), printable(pipeline)]);
  const lines = [...byReason].map(([reason, names]) => {
    const line = `${names.join(', ')}: ${printable(reason)}`;
    return wrap(line, WIDTH - 2, '  ').replace(/^/gm, '  ');
  });
  return lines.length > 0 ? ['', style.bold(title), ...lines] : [];
}

/** Lines at the end of a report. */
export function endSection(
  { written, warnings }: { readonly written?: readonly string[]; readonly warnings: readonly string[] },
  style: Style,
): string[] {
  return [
    ...(written ? ['', `written: ${written.map(printable).join(', ')}`] : []),
    ...warnings.map((warning) => style.warn(wrap(`warning: ${printable(warning)}`, undefined, '  '))),
  ];
}
