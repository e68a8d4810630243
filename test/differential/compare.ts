// Compares what two implementations left in a kernel's buffers: integers bit for bit, floats by value, and the
// approximate ones within their tolerance.

import type { Tolerance } from './generator/approximate.ts';
import type { Outputs } from './gpu.ts';
import type { Kernel, KernelBuffer } from './kernel.ts';

/** The first difference, in words; undefined when there is none. */
export function firstDifference(kernel: Kernel, expected: Outputs, actual: Outputs): string | undefined {
  const buffers = kernel.buffers.filter(({ access }) => access === 'read_write');
  const textures: Pick<KernelBuffer, 'binding' | 'compare'>[] = [...(kernel.textures ?? [])];
  for (const buffer of [...buffers, ...textures]) {
    const [wanted, got] = [expected.get(buffer.binding), actual.get(buffer.binding)];
    // An implementation need not know a buffer that the kernel does not use.
    if (!wanted || !got) continue;
    const found = differenceIn(buffer, wanted, got);
    if (found) return `binding ${buffer.binding}, ${found}`;
  }
  return undefined;
}

function differenceIn(
  { compare }: Pick<KernelBuffer, 'compare'>,
  expected: Uint32Array,
  actual: Uint32Array,
): string | undefined {
  const floats = new Map(compare?.floats.map((each) => [each.word, each]));
  for (let word = 0; word < expected.length; word++) {
    const [a, b] = [expected[word], actual[word]];
    if (a === b) continue;
    const float = compare && floats.get(word % compare.periodWords);
    if (!float) return `word ${word}: 0x${a.toString(16)} and 0x${b.toString(16)} (${a | 0} and ${b | 0})`;
    if (!isClose(toFloat(a), toFloat(b), float.tolerance))
      return `word ${word}: ${toFloat(a)} and ${toFloat(b)}`;
  }
  return expected.length === actual.length ? undefined : `${expected.length} and ${actual.length} words`;
}

const floatScratch = new Float32Array(1);
const wordScratch = new Uint32Array(floatScratch.buffer);

function toFloat(word: number): number {
  wordScratch[0] = word;
  return floatScratch[0];
}

function isClose(a: number, b: number, tolerance: Tolerance = { ulp: 0, absolute: 0 }): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  const unit = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(a), 2 ** -126))) - 23);
  return Math.abs(a - b) <= Math.max(tolerance.absolute, tolerance.ulp * unit);
}
