// Kernels as IR text for the tests of this folder: a head with two buffers and a workgroup array, and a body.

import { expect } from 'vitest';
import type { Instruction, Module } from '../../src/ir/ir.ts';
import { printModule } from '../../src/ir/print.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { forEachInstruction } from '../../src/ir/walk.ts';
import { hopper } from '../compile.ts';
import { parseModule } from '../ir/text-form/parse.ts';

export const facts = hopper.optimizer;

export interface KernelOptions {
  readonly workgroupSize?: readonly [number, number, number];
  /** Further `variable` lines, the first with index 0. */
  readonly variables?: string;
}

/** A valid module with `input` (buffer 0, read) and `output` (buffer 1, read_write), both arrays of words. */
export function kernel(body: string, options: KernelOptions = {}): Module {
  const size = options.workgroupSize ?? [64, 1, 1];
  const text = `kernel "test" entry "main"
workgroup_size ${size.join(' ')}
buffer 0 "input" storage read group 0 binding 0 min 4 runtime 0 stride 4
buffer 1 "output" storage read_write group 0 binding 1 min 4 runtime 0 stride 4
${options.variables ?? ''}
body {
${body}
}
`;
  const parsed = parseModule(text);
  if (!parsed.value) throw new Error(parsed.diagnostics.map((each) => each.message).join('\n'));
  return valid(parsed.value);
}

/** The module, after a check that it is well formed. */
export function valid(module: Module): Module {
  expect(validateModule(module), printModule(module)).toEqual([]);
  return module;
}

/** The body as trimmed lines, densely renumbered. */
export function lines(module: Module): string[] {
  const text = printModule(module, { renumber: true });
  return text
    .slice(text.indexOf('body {') + 'body {'.length, text.lastIndexOf('}'))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** All instructions of a kind, outer before inner. */
export function instructionsOf<K extends Instruction['kind']>(
  module: Module,
  kind: K,
): Extract<Instruction, { kind: K }>[] {
  const found: Extract<Instruction, { kind: K }>[] = [];
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind === kind) found.push(instruction as Extract<Instruction, { kind: K }>);
  });
  return found;
}

/** How often each pure operation occurs. */
export function operations(module: Module): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { op } of instructionsOf(module, 'pure')) counts[op] = (counts[op] ?? 0) + 1;
  return counts;
}
