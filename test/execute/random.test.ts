import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProgram, runInFull, runSampled } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { interpret } from './interpret.ts';
import { randomProgram } from './random-program.ts';
import { integersOf, memoryOf, wrap } from './wrap.ts';

const INPUT_BYTES = 160;

/** Deterministic choices from one number, so that a failure shrinks and repeats. */
function chooser(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (((state >>> 8) % below) + below) % below;
  };
}

function memoryFor(module: Module, invocations: number) {
  return memoryOf(
    module,
    [invocations * 32, { kind: 'random-u32', seed: 3, modulo: 11 }],
    [INPUT_BYTES, { kind: 'random-f32', seed: 5, min: -2, max: 4 }],
  );
}

describe('random structured programs', () => {
  it.each([
    { subgroupSize: 32, size: [40, 1, 1] as const },
    { subgroupSize: 32, size: [32, 2, 1] as const },
    { subgroupSize: 8, size: [4, 5, 1] as const },
  ])('give the same buffers as one invocation at a time: %o', ({ subgroupSize, size }) => {
    const dispatch = [2, 1, 1] as const;
    const invocations = size[0] * size[1] * 2;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomProgram(chooser(seed), size);
        expect(validateModule(module)).toEqual([]);
        const memory = memoryFor(module, invocations);
        const views = [0, 1].map((index) => new DataView(Int32Array.from(integersOf(memory, index)).buffer));
        interpret(module, dispatch, views);
        const expected = [...new Int32Array(views[0]!.buffer)];
        const kernel = compileProgram(wrap(module), { subgroupSize });
        const result = runInFull(kernel, memory, { dispatch });
        expect(result.isComplete).toBe(true);
        expect(integersOf(memory, 0)).toEqual(expected);
        const traced = memoryFor(module, invocations);
        runSampled(
          kernel,
          traced,
          { dispatch },
          {
            workgroups: [0, 1],
            maximumWarpInstructions: 1e9,
            shortenLoops: false,
          },
        );
        expect(integersOf(traced, 0)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});
