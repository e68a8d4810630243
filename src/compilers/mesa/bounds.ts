// The largest value that an integer can have, from how it is made: what the driver knows of ids and sums when it asks
// whether an address can wrap.

import type { Ranges } from '../../ir/analyses/ranges.ts';
import type { Instruction, Module, ValueId } from '../../ir/ir.ts';
import { forEachInstruction, resultsOf } from '../../ir/walk.ts';

const LARGEST = 2 ** 32 - 1;
/** Workgroups along an axis. Source: the default limits of WebGPU, which are the driver's. */
const WORKGROUPS = 65535;

/** The upper bound of each i32, read as unsigned. */
export function upperBounds(module: Module, ranges: Ranges): (value: ValueId) => number {
  const bounds = new Map<ValueId, number>();
  const boundOf = (value: ValueId): number => {
    const { constant } = module.values[value];
    return constant === undefined ? (bounds.get(value) ?? ranges.unsignedMax(value)) : constant >>> 0;
  };
  forEachInstruction(module.body, (instruction) => {
    const made = madeOf(instruction, module, boundOf);
    if (made === undefined) return;
    const [result] = resultsOf(instruction);
    bounds.set(result, Math.min(made, LARGEST, ranges.unsignedMax(result)));
  });
  return boundOf;
}

function madeOf(
  instruction: Instruction,
  { workgroupSize }: Module,
  boundOf: (value: ValueId) => number,
): number | undefined {
  if (instruction.kind === 'input') {
    const { builtin } = instruction;
    const axis = 'xyz'.indexOf(builtin.at(-1)!);
    if (builtin.startsWith('global_id')) return WORKGROUPS * workgroupSize[axis] - 1;
    return builtin.startsWith('workgroup_id') ? WORKGROUPS - 1 : undefined;
  }
  if (instruction.kind !== 'pure') return undefined;
  const [a, b, c] = instruction.operands.map(boundOf);
  switch (instruction.op) {
    case 'iadd':
      return a + b;
    case 'imul':
      return a * b;
    case 'shl':
      return a * 2 ** Math.min(b, 32);
    case 'or':
    case 'xor':
      return 2 ** Math.ceil(Math.log2(Math.max(a, b) + 1)) - 1;
    case 'select':
      return Math.max(b, c);
    case 'ushr':
      return a;
    case 'and':
    case 'umin':
      return Math.min(a, b);
    case 'umax':
      return Math.max(a, b);
    default:
      return undefined;
  }
}
