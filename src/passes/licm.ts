// Loop-invariant code: moves what gives the same value in every iteration in front of the loop. Operations
// move from anywhere in the body when they are cheap enough to compute in vain, others and loads of memory
// that no kernel writes only from where every iteration passes. Runs inside out, so code can leave several
// loops.

import type { Instruction, LoopInstruction, Module, Region, ValueId } from '../ir/ir.ts';
import { opSet } from '../ir/ops.ts';
import { forEachInstruction, mapOperands, operandsOf, resultsOf } from '../ir/walk.ts';

/**
 * The module with loop-invariant code in front of its loops; the same module when there is none.
 * @param isExempt whether a loop is left as it is
 */
export function hoist(module: Module, isExempt: (loop: LoopInstruction) => boolean = () => false): Module {
  const hoisting = new Hoisting(module, isExempt);
  const body = hoisting.region(module.body);
  return body === module.body ? module : { ...module, body };
}

/** Operations that expand to many machine instructions; they move only where they run anyway. */
const EXPENSIVE = opSet(
  'sdiv udiv srem urem fdiv frem sqrt inversesqrt exp exp2 log log2 pow sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh',
);

class Hoisting {
  private readonly module: Module;
  private readonly isExempt: (loop: LoopInstruction) => boolean;
  /** 1 for values that change from one iteration to the next of the loop at hand. */
  private readonly isVariant: Uint8Array;

  constructor(module: Module, isExempt: (loop: LoopInstruction) => boolean) {
    this.module = module;
    this.isExempt = isExempt;
    this.isVariant = new Uint8Array(module.values.length);
  }

  /** The region with the loops in it treated; the same region when nothing moves. */
  region(region: Region): Region {
    let output: Instruction[] | undefined;
    region.instructions.forEach((instruction, k) => {
      const treated = this.instruction(instruction);
      const isSame = treated.length === 1 && treated[0] === instruction;
      if (!isSame) output ??= region.instructions.slice(0, k);
      output?.push(...treated);
    });
    return output ? { instructions: output } : region;
  }

  /** What stands in the place of an instruction: for a loop, the code that moved and the loop. */
  private instruction(instruction: Instruction): readonly Instruction[] {
    if (!('id' in instruction)) return [instruction];
    let isChanged = false;
    const treated = mapOperands(
      instruction,
      (id) => id,
      (region) => {
        const inner = this.region(region);
        isChanged ||= inner !== region;
        return inner;
      },
    );
    const current = isChanged ? treated : instruction;
    return current.kind === 'loop' ? this.loop(current) : [current];
  }

  private loop(loop: LoopInstruction): readonly Instruction[] {
    if (this.isExempt(loop)) return [loop];
    this.mark(loop, 1);
    const moved: Instruction[] = [];
    const body = this.extract(loop.body, true, moved, loop);
    this.mark(loop, 0);
    return moved.length === 0 ? [loop] : [...moved, { ...loop, body }];
  }

  private mark(loop: LoopInstruction, variant: 0 | 1): void {
    for (const id of loop.parameters) this.isVariant[id] = variant;
    forEachInstruction(loop.body, (instruction) => {
      for (const id of resultsOf(instruction)) this.isVariant[id] = variant;
      if (instruction.kind === 'loop') for (const id of instruction.parameters) this.isVariant[id] = variant;
    });
  }

  /** Takes invariant code out of a region; `isCertain` says that every iteration gets here. */
  private extract(
    region: Region,
    isCertain: boolean,
    moved: Instruction[],
    bodyOf?: LoopInstruction,
  ): Region {
    const output: Instruction[] = [];
    const before = moved.length;
    let isChanged = false;
    let certain = isCertain;
    region.instructions.forEach((instruction, position) => {
      if (this.isMovable(instruction, certain) && this.isInvariant(instruction)) {
        for (const id of resultsOf(instruction)) this.isVariant[id] = 0;
        moved.push(instruction);
        return;
      }
      const treated = 'id' in instruction ? this.extractInside(instruction, certain, moved) : instruction;
      isChanged ||= treated !== instruction;
      output.push(treated);
      // The test that ends a counted loop stands first; a loop that runs at all gets past it.
      if ('id' in instruction && certain && leavesEarly(instruction)) {
        certain = bodyOf !== undefined && isHeaderTest(bodyOf, position);
      }
    });
    return isChanged || moved.length > before ? { instructions: output } : region;
  }

  private extractInside(construct: Instruction, isCertain: boolean, moved: Instruction[]): Instruction {
    // A block runs its body; an inner loop runs its body at most; arms run or not.
    const isCertainInside = isCertain && construct.kind === 'block';
    let isChanged = false;
    const treated = mapOperands(
      construct,
      (id) => id,
      (region) => {
        const inner = this.extract(region, isCertainInside, moved);
        isChanged ||= inner !== region;
        return inner;
      },
    );
    return isChanged ? treated : construct;
  }

  private isInvariant(instruction: Instruction): boolean {
    return operandsOf(instruction).every((id: ValueId) => !this.isVariant[id]);
  }

  private isMovable(instruction: Instruction, isCertain: boolean): boolean {
    switch (instruction.kind) {
      case 'pure':
        return isCertain || !EXPENSIVE.has(instruction.op);
      case 'input':
      case 'bound':
      case 'arrayLength':
      case 'textureQuery':
        return true;
      case 'texture':
        return isCertain && this.module.buffers[instruction.buffer].access === 'read';
      case 'load':
        return (
          isCertain &&
          instruction.root.space === 'buffer' &&
          this.module.buffers[instruction.root.index].access === 'read'
        );
      default:
        return false;
    }
  }
}

/** True for an `if` with only operations before it in the loop's body whose one way out ends the loop. */
function isHeaderTest(loop: LoopInstruction, position: number): boolean {
  const { instructions } = loop.body;
  const test = instructions[position];
  if (test.kind !== 'if') return false;
  if (!instructions.slice(0, position).every((each) => each.kind === 'pure' || each.kind === 'bound'))
    return false;
  const arms = [test.then, test.otherwise];
  return (
    arms.some(({ instructions: [only] }) => only.kind === 'break' && only.target === test.id) &&
    arms.some(({ instructions: arm }) => isBreakOf(arm.at(-1)!, loop))
  );
}

function isBreakOf(instruction: Instruction, loop: LoopInstruction): boolean {
  return instruction.kind === 'break' && instruction.target === loop.id;
}

/** True when control may leave the construct without going on after it. */
function leavesEarly(construct: Extract<Instruction, { readonly id: number }>): boolean {
  const inside = new Set<number>();
  let leaves = false;
  const note = (instruction: Instruction) => {
    if ('id' in instruction) inside.add(instruction.id);
    if (instruction.kind === 'return') leaves = true;
    if ((instruction.kind === 'break' || instruction.kind === 'next') && !inside.has(instruction.target))
      leaves = true;
  };
  forEachInstruction({ instructions: [construct] }, note);
  return leaves;
}
