// Offset splitting: the constant part of an address becomes the access's own offset, so that accesses which
// differ by constants share one base. Compilers do this to use immediate offsets and to see which accesses are
// neighbours; on unrolled loops it is what makes the copies' addresses alike.

import type { Instruction, Module, PureInstruction, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../ir/walk.ts';

/** value = base + constant, modulo 2^32. */
interface Split {
  /** Absent for zero. */
  readonly base: ValueId | undefined;
  readonly constant: number;
  /**
   * The base is a sum with a counter of a loop, or others read the whole: other sums that it is
   * part of keep their constants (fold/).
   */
  readonly isWhole?: boolean;
}

/** Splits the addresses of all accesses; what becomes unused is left for the removal of dead code. */
export function offsets(module: Module): Module {
  const isWanted = addressParts(module);
  const uses = usesOf(module);
  const splits: (Split | undefined)[] = [];
  forEachInstruction(module.body, (instruction) => {
    if (instruction.kind !== 'loop') return;
    for (const base of instruction.parameters) splits[base] = { base, constant: 0, isWhole: true };
  });
  return rewriteModule(module, (instruction, rewriter) => {
    switch (instruction.kind) {
      case 'pure':
        // What the split needs goes in front: it uses the operands only, and the instruction stays.
        if (isWanted[instruction.result] === 1) {
          const split = splitOf(instruction, splits, rewriter);
          splits[instruction.result] =
            split.constant !== 0 && uses[instruction.result] > 1 ? { ...split, isWhole: true } : split;
        }
        return false;
      case 'load':
      case 'store':
      case 'atomic': {
        const { base, constant } = known(instruction.address, splits, rewriter);
        if (constant === 0) return false;
        const address = base ?? rewriter.constant('i32', 0);
        rewriter.keep({ ...instruction, address, offsetBytes: (instruction.offsetBytes + constant) | 0 });
        return true;
      }
      default:
        return false;
    }
  });
}

/** Marks the results of sums and scalings that addresses are made of. */
function addressParts(module: Module): Uint8Array {
  const isWanted = new Uint8Array(module.values.length);
  const definitions: (PureInstruction | undefined)[] = [];
  const mark = (value: ValueId): void => {
    const definition = definitions[value];
    if (isWanted[value] === 1 || !definition || !isLinear(definition, module)) return;
    isWanted[value] = 1;
    for (const operand of definition.operands) mark(operand);
  };
  forEachInstruction(module.body, (instruction: Instruction) => {
    if (instruction.kind === 'pure') definitions[instruction.result] = instruction;
    else if (instruction.kind === 'load' || instruction.kind === 'store' || instruction.kind === 'atomic') {
      mark(instruction.address);
    }
  });
  return isWanted;
}

/** How often each value is read, up to 255 times. */
function usesOf(module: Module): Uint8ClampedArray {
  const uses = new Uint8ClampedArray(module.values.length);
  forEachInstruction(module.body, (instruction) => {
    for (const operand of operandsOf(instruction)) uses[operand] += 1;
  });
  return uses;
}

function isLinear({ op, operands, result }: PureInstruction, module: Module): boolean {
  if (module.values[result].type !== 'i32') return false;
  if (op === 'iadd' || op === 'isub') return true;
  const isConstant = (id: ValueId): boolean => module.values[id].constant !== undefined;
  if (op === 'shl') return isConstant(operands[1]);
  return op === 'imul' && (isConstant(operands[0]) || isConstant(operands[1]));
}

function known(value: ValueId, splits: readonly (Split | undefined)[], rewriter: Rewriter): Split {
  const split = splits[value];
  if (split) return split;
  const constant = rewriter.constantOf(value);
  return constant === undefined ? { base: value, constant: 0 } : { base: undefined, constant };
}

function splitOf(
  instruction: PureInstruction,
  splits: readonly (Split | undefined)[],
  rewriter: Rewriter,
): Split {
  const { op, operands, result } = instruction;
  const left = known(operands[0], splits, rewriter);
  const right = known(operands[1], splits, rewriter);
  switch (op) {
    case 'iadd':
      return sum(left, right, result, rewriter);
    case 'isub':
      return difference(left, right, result, rewriter);
    case 'shl':
      return scaled(left, 2 ** (right.constant & 31), operands[1], 'shl', result, rewriter);
    default:
      return right.base === undefined
        ? scaled(left, right.constant, operands[1], 'imul', result, rewriter)
        : scaled(right, left.constant, operands[0], 'imul', result, rewriter);
  }
}

function sum(left: Split, right: Split, result: ValueId, rewriter: Rewriter): Split {
  const constant = (left.constant + right.constant) | 0;
  if (left.base === undefined) return { ...right, constant };
  if (right.base === undefined) return { ...left, constant };
  const isWhole = left.isWhole === true || right.isWhole === true;
  if (isWhole || (left.constant === 0 && right.constant === 0)) return { base: result, constant: 0, isWhole };
  return { base: rewriter.pure('iadd', 'i32', [left.base, right.base]), constant };
}

function difference(left: Split, right: Split, result: ValueId, rewriter: Rewriter): Split {
  const constant = (left.constant - right.constant) | 0;
  if (right.base === undefined) return { base: left.base, constant };
  if (right.constant === 0 && (left.base === undefined || left.constant === 0))
    return { base: result, constant: 0 };
  const minuend = left.base ?? rewriter.constant('i32', 0);
  return { base: rewriter.pure('isub', 'i32', [minuend, right.base]), constant };
}

function scaled(
  part: Split,
  factor: number,
  by: ValueId,
  op: 'shl' | 'imul',
  result: ValueId,
  rewriter: Rewriter,
): Split {
  const { isWhole = false } = part;
  if (part.constant === 0 && part.base !== undefined) return { base: result, constant: 0, isWhole };
  // An index so large lies outside, which its low bits alone would not show.
  if (Math.abs(part.constant * factor) >= 2 ** 31) return { base: result, constant: 0, isWhole };
  const constant = Math.imul(part.constant, factor);
  const base = part.base === undefined ? undefined : rewriter.pure(op, 'i32', [part.base, by]);
  return { base, constant, isWhole };
}
