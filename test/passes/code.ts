// Short forms for tests of passes: the body of a kernel in, the body after a pass out.

import { expect } from 'vitest';
import type { Module } from '../../src/ir/ir.ts';
import { printModule } from '../../src/ir/print.ts';
import { validateModule } from '../../src/ir/validate.ts';
import { parseModule } from '../ir/text-form/parse.ts';

/** Buffer 0 is read only, 1 is written, 2 is uniform; variable 0 is workgroup memory, 1 to 3 are private. */
const HEAD = `kernel "k" entry "main" workgroup_size 1 1 1
buffer 0 "input" storage read group 0 binding 0 min 4 runtime 0 stride 4
buffer 1 "output" storage read_write group 0 binding 1 min 4 runtime 0 stride 4
buffer 2 "uniforms" uniform read group 0 binding 2 min 16
variable 0 "tile" workgroup size 64 align 4
variable 1 "x" private size 4 align 4
variable 2 "y" private size 4 align 4
variable 3 "array" private size 16 align 4
`;

/** The kernel with that body; it must be valid. */
export function kernel(body: string): Module {
  const { value, diagnostics } = parseModule(`${HEAD}body {\n${body}\n}`);
  expect(diagnostics).toEqual([]);
  expect(validateModule(value!)).toEqual([]);
  return value!;
}

/** The body of a valid module as text, numbered afresh and without its braces. */
export function bodyOf(module: Module): string {
  expect(validateModule(module)).toEqual([]);
  const text = printModule(module, { renumber: true, spans: true });
  const lines = text.slice(text.indexOf('body {\n') + 7, text.lastIndexOf('}')).split('\n');
  return lines
    .map((line) => line.slice(2))
    .join('\n')
    .trimEnd();
}

/** The variables that are left, by name. */
export function variablesOf(module: Module): string[] {
  return module.variables.map((each) => each.name);
}
