// Wavefronts filled by plain dynamic programming, row by row, as a reference of its own, and by the apps that kernelcast
// makes of them.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { appFileText } from '../../src/wavefront/app-file.ts';
import type { Configuration } from '../../src/wavefront/phases.ts';
import { parseWavefront, type Wavefront, withCell } from '../../src/wavefront/wavefront.ts';

export const profile = loadProfile('nvidia-h200').value!;

export const EXAMPLES = path.join(import.meta.dirname, '../../examples/wavefront');

export const options = {
  profile,
  cache: 'warm',
  without: [],
  seed: 0,
  files: () => new Uint8Array(),
  now: () => 0,
} as const;

/** One of the examples, with other params. */
export function example(name: string, params: Readonly<Record<string, number>>): Wavefront {
  const file = path.join(EXAMPLES, `${name}.json`);
  const parsed = parseWavefront(readFileSync(file, 'utf8'), file, { params });
  expect(parsed.diagnostics).toEqual([]);
  const wavefront = withCell(parsed.value!, readFileSync(path.join(EXAMPLES, `${name}.wgsl`), 'utf8'));
  expect(wavefront.diagnostics).toEqual([]);
  return wavefront.value!;
}

/** The words of each cell by row and column, as the app leaves them. */
export function executed(wavefront: Wavefront, configuration: Configuration): number[][][] {
  const parsed = parseApp(appFileText(wavefront, configuration), 'app.json');
  expect(parsed.diagnostics).toEqual([]);
  const { value, diagnostics } = forecastApp(parsed.value!, {
    ...options,
    sourceOf: () => wavefront.source,
    furtherWarpInstructions: 2 ** 24,
  });
  expect(diagnostics).toEqual([]);
  const buffer = parsed.value!.buffers.find(({ name }) => name === 'table')!;
  const { contents, unsure } = value!.results;
  expect([...unsure.values()]).toEqual([]);
  const words = contents.words({ buffer, offsetBytes: 0, sizeBytes: buffer.sizeBytes });
  const { rows, columns, cellBytes } = wavefront;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const first = (((row + column) * rows + row) * cellBytes) / 4;
      return [...words.subarray(first, first + cellBytes / 4)];
    }),
  );
}

/** The generators of docs/launch-files.md. */
export function randomU32(count: number, modulo: number, seed: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    let x = (i + Math.imul(seed, 0x9e3779b9)) >>> 0;
    x = (Math.imul(x, 747796405) + 2891336453) >>> 0;
    const w = Math.imul((x >>> ((x >>> 28) + 4)) ^ x, 277803737) >>> 0;
    return (((w >>> 22) ^ w) >>> 0) % modulo;
  });
}
