// Every launch of the suite, scaled down, run in full through kernelcast and compared with a reference
// that was written from the algorithm; and the suite's list itself.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLaunch } from '../../src/launch/load.ts';
import type { KernelCase, KernelCases } from './reference.ts';
import { arrays } from './references/arrays.ts';
import { images } from './references/images.ts';
import { halves, learning } from './references/learning.ts';
import { linearAlgebra } from './references/linear-algebra.ts';
import { mining } from './references/mining.ts';
import { simulation } from './references/simulation.ts';
import { type LaunchRun, runLaunch, suiteFolder } from './run-launch.ts';

interface SuiteLaunch {
  readonly launch: string;
  readonly family: string;
  readonly description: string;
  readonly keptApart: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(path.join(suiteFolder, file), 'utf8'));
const suite: { readonly launches: readonly SuiteLaunch[] } = read('set.json');
const cases: KernelCases = { ...arrays, ...images, ...learning, ...linearAlgebra, ...mining, ...simulation };
const shaderOf = (launch: string): string => read(launch).shader.replace(/\.wgsl$/, '');
const shaders = readdirSync(suiteFolder).filter((file) => file.endsWith('.wgsl'));

/** Largest difference between a buffer and what it should hold, as a share of the largest magnitude. */
function difference(actual: Float64Array | Float32Array, expected: Float64Array): number {
  let largest = 0;
  let magnitude = 0;
  expected.forEach((value, i) => {
    const distance = Math.abs(actual[i] - value);
    largest = Math.max(largest, Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);
    magnitude = Math.max(magnitude, Math.abs(value));
  });
  return magnitude === 0 ? largest : largest / magnitude;
}

function compare(run: LaunchRun, test: KernelCase): void {
  for (const [key, expected] of Object.entries(test.reference(run.inputs))) {
    const actual = run.output(Number(key));
    if (!(expected instanceof Float64Array)) {
      expect(actual, `binding ${key}`).toEqual(new Uint32Array(expected.buffer));
      continue;
    }
    const numbers = test.isHalf ? halves(actual) : new Float32Array(actual.buffer);
    expect(numbers.length, `binding ${key}`).toBe(expected.length);
    expect(difference(numbers, expected), `binding ${key}`).toBeLessThan(test.tolerance ?? 2e-6);
  }
}

describe.each([...new Set(suite.launches.map((each) => shaderOf(each.launch)))])('%s', (shader) => {
  const launches = suite.launches.filter((each) => shaderOf(each.launch) === shader);
  it.each(launches.map((each) => each.launch))('%s, scaled down, computes what it should', (launch) => {
    compare(runLaunch(launch, cases[shader].small), cases[shader]);
  });
});

describe('the comparison', () => {
  const input = { params: {}, f32: never, u32: never, i32: never };
  const run = (buffer: Float32Array | Uint32Array): LaunchRun => {
    return { inputs: input, output: () => new Uint32Array(buffer.buffer) };
  };

  it('notices a wrong float, a missing one, not-a-number and a wrong integer', () => {
    const floats: KernelCase = { small: {}, reference: () => ({ 0: Float64Array.of(1, 2) }) };
    const integers: KernelCase = { small: {}, reference: () => ({ 0: Uint32Array.of(1, 2) }) };
    compare(run(Float32Array.of(1, 2)), floats);
    compare(run(Uint32Array.of(1, 2)), integers);
    for (const wrong of [[1, 2.001], [1], [1, Number.NaN]]) {
      expect(() => compare(run(Float32Array.from(wrong)), floats)).toThrow();
    }
    expect(() => compare(run(Uint32Array.of(1, 3)), integers)).toThrow();
  });
});

function never(): never {
  throw new Error('not to be read');
}

describe('the suite', () => {
  it('uses every shader, and each has a reference', () => {
    const used = new Set(suite.launches.map((each) => shaderOf(each.launch)));
    expect([...used].map((shader) => `${shader}.wgsl`).sort()).toEqual(shaders.sort());
    expect(Object.keys(cases).sort()).toEqual([...used].sort());
  });

  it('keeps the families apart whose names have a hash that three divides', () => {
    for (const { family, keptApart } of suite.launches)
      expect(keptApart, family).toBe(hash(family) % 3 === 0);
  });

  it('keeps within what every WebGPU device takes', () => {
    for (const { launch } of suite.launches) {
      const { value, diagnostics } = loadLaunch(path.join(suiteFolder, launch));
      expect(diagnostics, launch).toEqual([]);
      const storage = value!.bindings.filter((each) => each.usage === 'storage');
      expect(storage.length, launch).toBeLessThanOrEqual(8);
      for (const { sizeBytes } of storage) expect(sizeBytes, launch).toBeLessThanOrEqual(2 ** 27);
      const allBytes = storage.reduce((total, each) => total + each.sizeBytes, 0);
      expect(allBytes, launch).toBeLessThanOrEqual(2 ** 29);
      for (const count of value!.dispatch) expect(count, launch).toBeLessThanOrEqual(65535);
    }
  });
});

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}
