// A finished capture in words.

import type { Summary } from './declarations/capture.d.ts';

export function summaryText({ dispatches, submits, shaders, dataBytes, notes }: Summary, at: string): string {
  const size = `${(dataBytes / 2 ** 20).toFixed(1)} MiB of data`;
  const first = `kernelcast: ${dispatches} dispatches in ${submits} submits captured to ${at} (${shaders} shaders, ${size})`;
  return [first, ...notes.map((note) => `  note: ${note}`)].map((line) => `${line}\n`).join('');
}
