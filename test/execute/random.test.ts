import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileProgram, runInFull, runSampled } from '../../src/execute/index.ts';
import type { Module } from '../../src/ir/ir.ts';
import { validateModule } from '../../src/ir/validate.ts';
import type { Program } from '../../src/machine/program.ts';
import { wideIntegers } from '../../src/passes/int64/wide-integers.ts';
import { generateKernel, optimizeKernel } from '../../src/predict/compile-stages.ts';
import { repeats } from '../tier.ts';
import { interpret } from './interpret.ts';
import { randomControl } from './random-control.ts';
import { chooser, randomProgram } from './random-program.ts';
import { GEOMETRY, integersOf, memoryOf, wrap } from './wrap.ts';

const INPUT_BYTES = 160;
const RUNS = repeats({ sample: 25, whole: 30 });

function memoryFor(module: Module, invocations: number) {
  return memoryOf(
    module,
    [invocations * 32, { kind: 'random-u32', seed: 3, modulo: 11 }],
    [INPUT_BYTES, { kind: 'random-f32', seed: 5, min: -2, max: 4 }],
  );
}

const DISPATCH = [2, 1, 1] as const;

/** What the kernel leaves in its first buffer, one invocation after the other. */
function interpreted(module: Module, invocations: number, subgroupSize?: number): number[] {
  const memory = memoryFor(module, invocations);
  const views = [0, 1].map((index) => new DataView(Int32Array.from(integersOf(memory, index)).buffer));
  interpret(module, DISPATCH, views, subgroupSize);
  return [...new Int32Array(views[0].buffer)];
}

function executed(program: Program, invocations: number, subgroupSize: number): number[] {
  const memory = memoryFor(program.module, invocations);
  const kernel = compileProgram(program, { subgroupSize });
  const result = runInFull(kernel, memory, { dispatch: DISPATCH });
  expect(result.isComplete).toBe(true);
  return integersOf(memory, 0);
}

/** The same in a traced run; computing only what steers must give the same trace. */
function traced(program: Program, invocations: number, subgroupSize: number): number[] {
  const memory = memoryFor(program.module, invocations);
  const kernel = compileProgram(program, { subgroupSize });
  const options = {
    geometry: GEOMETRY,
    workgroups: [0, 1],
    maximumWarpInstructions: 1e9,
    shortenLoops: false,
  };
  const all = runSampled(kernel, memory, { dispatch: DISPATCH }, { ...options, computesAll: true });
  const other = memoryFor(program.module, invocations);
  const some = runSampled(kernel, other, { dispatch: DISPATCH }, options);
  expect(some).toEqual(all);
  return integersOf(memory, 0);
}

describe('random structured programs', () => {
  it.each([
    { subgroupSize: 32, size: [40, 1, 1] as const },
    { subgroupSize: 32, size: [32, 2, 1] as const },
    { subgroupSize: 8, size: [4, 5, 1] as const },
    { subgroupSize: 16, size: [24, 1, 1] as const },
    { subgroupSize: 64, size: [72, 1, 1] as const },
    { subgroupSize: 64, size: [8, 4, 2] as const },
    { subgroupSize: 128, size: [100, 1, 1] as const },
    { subgroupSize: 128, size: [128, 2, 1] as const },
  ])('give the same buffers as one invocation at a time: %o', ({ subgroupSize, size }) => {
    const invocations = size[0] * size[1] * size[2] * 2;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomProgram(chooser(seed), size);
        expect(validateModule(module)).toEqual([]);
        const expected = interpreted(module, invocations);
        const program = wrap(module);
        expect(executed(program, invocations, subgroupSize)).toEqual(expected);
        expect(traced(program, invocations, subgroupSize)).toEqual(expected);
      }),
      {
        numRuns: subgroupSize === 32 ? RUNS : Math.ceil(RUNS / 2),
        // A load that nothing steers by, before a near neighbour that something does; a parameter of a loop that
        // stays the same while lanes go on apart.
        examples: [[-184662078], [926322890]],
      },
    );
  });

  it.each([4, 8, 16, 32, 64, 128])('do so with operations across %i lanes, however they diverge', (lanes) => {
    // One and a quarter warps: the last is not full.
    const invocations = 2 * (lanes + lanes / 4);
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomProgram(chooser(seed), [lanes + lanes / 4, 1, 1], true, false, true);
        expect(validateModule(module)).toEqual([]);
        const expected = interpreted(module, invocations, lanes);
        const program = wrap(module);
        expect(executed(program, invocations, lanes)).toEqual(expected);
        expect(traced(program, invocations, lanes)).toEqual(expected);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it.each([4, 16, 32, 64])('do so with little but control flow in warps of %i lanes', (lanes) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomControl(chooser(seed), lanes + 4);
        expect(validateModule(module)).toEqual([]);
        const expected = interpreted(module, 2 * (lanes + 4));
        const program = wrap(module);
        expect(executed(program, 2 * (lanes + 4), lanes)).toEqual(expected);
        expect(traced(program, 2 * (lanes + 4), lanes)).toEqual(expected);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it('still do after the modelled compiler', () => {
    const driver = { dialect: 'dawn', without: [] } as const;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomProgram(chooser(seed), [40, 1, 1], false);
        const program = generateKernel(optimizeKernel(module, driver), driver);
        expect(executed(program, 80, 32)).toEqual(interpreted(module, 80));
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['as they stand', 'after the modelled compiler'])('with all types do so, %s', (way) => {
    const driver = { dialect: 'dawn', without: [] } as const;
    const isCompiled = way !== 'as they stand';
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const module = randomProgram(chooser(seed), [40, 1, 1], !isCompiled, true);
        expect(validateModule(module)).toEqual([]);
        const expected = interpreted(module, 80);
        const program = isCompiled
          ? generateKernel(optimizeKernel(module, driver), driver)
          : wrap(wideIntegers(module));
        expect(executed(program, 80, 32)).toEqual(expected);
        expect(traced(program, 80, 32)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });
});
