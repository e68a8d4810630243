// Machine programs of small modules written as text.

import type { Module } from '../../src/ir/ir.ts';
import type { MachineInstruction, Program } from '../../src/machine/program.ts';
import { generate, hopper } from '../compile.ts';
import { parseModule } from '../ir/text-form/parse.ts';

export const family = hopper;

const HEAD = `kernel "test" entry "main"
workgroup_size 64 1 1
buffer 0 "x" storage read group 0 binding 0 min 4 runtime 0 stride 4
buffer 1 "y" storage read_write group 0 binding 1 min 4 runtime 0 stride 4
buffer 2 "p" uniform read group 0 binding 2 min 64
variable 0 "tile" workgroup size 4096 align 16
`;

/** A module with a read-only buffer 0, a writable buffer 1, a uniform buffer 2 and workgroup variable 0. */
export function moduleOf(body: string, head = ''): Module {
  const { value, diagnostics } = parseModule(`${HEAD}${head}body {\n${body}\n}\n`);
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  return value;
}

export function programOf(body: string, ...without: string[]): Program {
  return generate(moduleOf(body), { without: new Set(without) });
}

export function instructionsOf(program: Program): MachineInstruction[] {
  return program.segments.flatMap((segment) => [...segment.instructions]);
}

export function opcodesOf(program: Program): string[] {
  return instructionsOf(program).map((each) => each.opcode);
}

/** How many instructions have an opcode that starts so. */
export function count(program: Program, prefix: string): number {
  return opcodesOf(program).filter((each) => each.startsWith(prefix)).length;
}

/** Two loaded integers %a and %b, a loaded float %f, and the address %at they came from. */
export const LOADED = `
  %id:i32 = input global_id_x
  %at:i32 = shl %id, 2
  %a:i32 = load i32 buffer 0 [%at]
  %b:i32 = load i32 buffer 0 [%at + 4]
  %f:f32 = load f32 buffer 0 [%at + 8]
`;

/** Opcodes that `body` adds to a kernel that stores %a + 0 cost: everything but loads, checks and the store. */
export function added(body: string, result: string, type = 'i32'): string[] {
  const program = programOf(`${LOADED}${body}\n  store ${type} buffer 1 [%at] ${result}\n  return`);
  const skipped = ['S2R', 'ULDC', 'LDG', 'STG', 'EXIT'];
  return instructionsOf(program)
    .filter((each) => each.origin === undefined && !skipped.some((prefix) => each.opcode.startsWith(prefix)))
    .map((each) => each.opcode)
    .filter((each) => each !== 'VIADD' || body.includes('VIADD'))
    .sort();
}
