// Runs a launch of the suite in full through kernelcast, as the modelled driver would compile it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeWgsl } from '../../src/decode/wgsl/index.ts';
import type { Outcome } from '../../src/diagnostics/diagnostic.ts';
import { compileProgram, createMemory, type Memory, readBuffer, runInFull } from '../../src/execute/index.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { generate, hopper, optimize } from '../compile.ts';
import type { Inputs } from './reference.ts';

export const suiteFolder = path.join(import.meta.dirname, '../../bench/accuracy');
const asBuilt: ReadonlySet<string> = new Set();

export interface LaunchRun {
  readonly inputs: Inputs;
  /** The words of a buffer after the run. */
  output(binding: number): Uint32Array;
}

/** Throws when kernelcast refuses the kernel, warns about it or does not run it to its end. */
export function runLaunch(file: string, params: Readonly<Record<string, number>>): LaunchRun {
  const launch = expectValue(loadLaunch(path.join(suiteFolder, file), { params }));
  const source = { file: launch.shaderPath, text: readFileSync(launch.shaderPath, 'utf8') };
  const module = expectValue(decodeWgsl(source, { constants: launch.constants }));
  const program = generate(optimize(module, { dialect: 'dawn', without: asBuilt }), { without: asBuilt });
  const newMemory = () => createMemory(program.module.buffers, launch.bindings, () => new Uint8Array());
  const before = newMemory();
  const after = newMemory();
  const kernel = compileProgram(program, { subgroupSize: hopper.subgroupSize });
  const { diagnostics, isComplete } = runInFull(kernel, after, { dispatch: launch.dispatch });
  if (!isComplete || diagnostics.length > 0) {
    throw new Error(diagnostics.map((each) => each.message).join('\n'));
  }
  const wordsIn = (memory: Memory, binding: number) => {
    const index = program.module.buffers.findIndex((each) => each.binding === binding);
    return new Uint32Array(readBuffer(memory, index).slice().buffer);
  };
  const inputs = once((binding) => wordsIn(before, binding));
  return {
    inputs: {
      params: launch.params,
      u32: inputs,
      i32: once((binding) => new Int32Array(inputs(binding).buffer)),
      f32: once((binding) => new Float32Array(inputs(binding).buffer)),
    },
    output: (binding) => wordsIn(after, binding),
  };
}

function expectValue<T>(outcome: Outcome<T>): T {
  if (outcome.value === undefined || outcome.diagnostics.length > 0) {
    throw new Error(outcome.diagnostics.map((each) => each.message).join('\n'));
  }
  return outcome.value;
}

function once<T>(read: (binding: number) => T): (binding: number) => T {
  const known = new Map<number, T>();
  return (binding) => {
    if (!known.has(binding)) known.set(binding, read(binding));
    return known.get(binding)!;
  };
}
