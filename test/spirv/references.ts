// What the kernels compute whose types WGSL does not have, in JavaScript: from the words of their buffers to the
// words of their outputs.

import { createMemory, readBuffer } from '../../src/execute/index.ts';
import { halfBitsOf, halfFromBits } from '../../src/ir/half.ts';
import type { Launch } from '../../src/launch/launch.ts';

type Reference = (buffers: readonly Uint8Array[]) => ArrayBufferView[];

const references: Readonly<Record<string, Reference>> = { bytes, halves, 'wide-integers': wide, doubles };

/** The outputs of a kernel without a twin. */
export function expectedOf(name: string, launch: Launch): Uint32Array[] {
  const buffers = launch.bindings.map(({ group, binding, usage, sizeBytes }) => ({
    group,
    binding,
    name: String(binding),
    kind: usage,
    access: 'read_write' as const,
    minBytes: sizeBytes,
  }));
  const memory = createMemory(buffers, launch.bindings, () => new Uint8Array());
  const outputs = references[name](launch.bindings.map((_, index) => readBuffer(memory, index).slice()));
  return outputs.map((each) => new Uint32Array(each.buffer));
}

function bytes([values, , parameters]: readonly Uint8Array[]): ArrayBufferView[] {
  const scale = new Float32Array(parameters.buffer)[0];
  const results = Uint8Array.from(new Int8Array(values.buffer), (value) => {
    const shifted = Math.min(Math.max(Math.fround(Math.fround(value * scale) + 128), 0), 255);
    return Math.trunc(shifted) ^ ((2 * value) & 0xff);
  });
  return [results];
}

function halves([values, , shorts]: readonly Uint8Array[]): ArrayBufferView[] {
  const results = Uint16Array.from(new Uint16Array(values.buffer), (bits) =>
    halfBitsOf(Math.fround(halfFromBits(bits) * 2 + 1)),
  );
  return [results, Int16Array.from(new Int16Array(shorts.buffer), (each) => each * 3 - 7)];
}

function wide([values]: readonly Uint8Array[]): ArrayBufferView[] {
  const words = new Uint32Array(values.buffer);
  const results = new BigUint64Array(words.length);
  for (let i = 0; i < words.length / 2; i++) {
    const x = (BigInt(words[2 * i + 1]) << 32n) | BigInt(words[2 * i]);
    let hash = BigInt.asUintN(64, (x ^ (x >> 29n)) * 0xbf58476d1ce4e5b9n);
    hash = BigInt.asUintN(64, hash + (x < hash ? 1n : 0xffffffff00000000n));
    const y = BigInt.asIntN(64, x) / BigInt(words[2 * i + 1] | 1 | 0);
    results[2 * i] = hash;
    results[2 * i + 1] = BigInt.asUintN(64, y + (x % 1000003n));
  }
  return [results];
}

function doubles([values]: readonly Uint8Array[]): ArrayBufferView[] {
  return [
    Float64Array.from(new Float32Array(values.buffer), (x) => {
      let sum = 0;
      for (let k = 1; k <= 8; k++) sum += x / k;
      return sum * x + Math.sqrt(Math.abs(x)) - Math.trunc(sum);
    }),
  ];
}
