// Compares two buffers word by word: integers exactly, floats within the tolerance that the WGSL specification's
// accuracy rules give the functions of a kernel.

import type { Tolerance } from './cases.ts';

const floatScratch = new Float32Array(1);
const wordScratch = new Uint32Array(floatScratch.buffer);

/** The first differences in words, empty when the buffers agree. */
export function differences(
  type: 'u32' | 'f32',
  tolerance: Tolerance,
  expected: Uint32Array,
  actual: Uint32Array,
): string[] {
  const found: string[] = [];
  let count = 0;
  for (let word = 0; word < expected.length; word++) {
    const [a, b] = [expected[word], actual[word]];
    if (a === b || (type === 'f32' && isClose(toFloat(a), toFloat(b), tolerance))) continue;
    count++;
    if (found.length < 4) found.push(`word ${word}: GPU ${show(type, a)}, kernelcast ${show(type, b)}`);
  }
  if (count > found.length) found.push(`${count} of ${expected.length} words differ`);
  if (expected.length !== actual.length) found.push(`${expected.length} words against ${actual.length}`);
  return found;
}

function isClose(expected: number, actual: number, tolerance: Tolerance): boolean {
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (expected === actual) return true;
  const allowed = Math.max((tolerance.ulp ?? 0) * unitInLastPlace(expected), tolerance.absolute ?? 0);
  return Math.abs(expected - actual) <= allowed;
}

/** Distance to the next f32 of larger magnitude. */
function unitInLastPlace(value: number): number {
  if (!Number.isFinite(value)) return 0;
  floatScratch[0] = Math.abs(value);
  const magnitude = floatScratch[0];
  wordScratch[0] = wordScratch[0] + 1;
  return floatScratch[0] - magnitude;
}

function toFloat(word: number): number {
  wordScratch[0] = word;
  return floatScratch[0];
}

function show(type: 'u32' | 'f32', word: number): string {
  const hex = `0x${word.toString(16).padStart(8, '0')}`;
  return type === 'f32' ? `${toFloat(word)} (${hex})` : `${word} (${hex})`;
}
