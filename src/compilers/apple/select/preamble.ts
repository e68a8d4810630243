// What does not change during a dispatch: values made of constants, sizes, uniform buffers and what is read from fixed
// places of buffers that nobody writes. A preamble computes them once and leaves them in uniform registers, which every
// instruction of arithmetic can read in place of a register of its own.

import type { Instruction, Module, Region, ValueId } from '../../../ir/ir.ts';
import { bitWidth } from '../../../ir/ops.ts';
import { operandsOf, regionsOf, resultsOf } from '../../../ir/walk.ts';

const HALF_BITS = 16;

/** The values of the preamble. @param mostHalves that uniform registers have room for */
export function preambleValues(module: Module, mostHalves: number): ReadonlySet<ValueId> {
  const found = new Set<ValueId>();
  const isKnown = (value: ValueId) => module.values[value].constant !== undefined || found.has(value);
  const wanted = new Set<ValueId>();
  let halves = 0;
  const want = (value: ValueId): void => {
    if (!found.has(value) || wanted.has(value)) return;
    wanted.add(value);
    halves += Math.max(1, bitWidth(module.values[value].type) / HALF_BITS);
  };
  const visit = ({ instructions }: Region): void => {
    for (const each of instructions) {
      if (isFixed(each, module, isKnown) && halves < mostHalves) {
        for (const result of resultsOf(each)) found.add(result);
        continue;
      }
      for (const operand of operandsOf(each)) want(operand);
      for (const region of regionsOf(each)) visit(region);
    }
  };
  visit(module.body);
  return found;
}

function isFixed(instruction: Instruction, module: Module, isKnown: (value: ValueId) => boolean): boolean {
  switch (instruction.kind) {
    case 'pure':
      return instruction.operands.every(isKnown);
    case 'load': {
      const { root, address } = instruction;
      return root.space === 'buffer' && isReadOnly(module, root.index) && isKnown(address);
    }
    case 'arrayLength':
      return true;
    case 'textureQuery':
      return instruction.level === undefined || isKnown(instruction.level);
    case 'input':
      return instruction.builtin.startsWith('num_workgroups') || instruction.builtin === 'subgroup_size';
    default:
      return false;
  }
}

/** What nobody writes while the kernel runs. */
export function isReadOnly(module: Module, index: number): boolean {
  const buffer = module.buffers[index];
  return buffer.kind === 'uniform' || buffer.access === 'read';
}
