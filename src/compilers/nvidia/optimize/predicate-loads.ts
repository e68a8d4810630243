// When a small branch with loads from read-only buffers is predicated, so that the loads start before what stands
// in front of their use: not where nothing could be gained, because the branch waited for another load already or
// because its result decides a branch that stays one. Observed on an H200 (driver 580.159): halo loads of tiled
// stencils and of a matrix product are predicated, a search that ends on what it loads branches; the guarded
// loads of a coarsened automaton, whose results are only counted, have no branch in any of its shapes.

import type { IfInstruction, Instruction, Module, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction, resultsOf } from '../../../ir/walk.ts';

export class LoadUses {
  private readonly module: Module;
  private readonly definition = new Map<ValueId, Instruction>();
  private readonly conditions = new Set<ValueId>();
  /** By value: whether it was computed from what a storage buffer holds. */
  private readonly known = new Map<ValueId, boolean>();

  /** @param branches whether an `if` remains a branch, so that its condition is waited for */
  constructor(module: Module, branches: (instruction: IfInstruction) => boolean) {
    this.module = module;
    forEachInstruction(module.body, (instruction) => {
      for (const result of resultsOf(instruction)) this.definition.set(result, instruction);
      if (instruction.kind === 'if' && branches(instruction)) this.conditions.add(instruction.condition);
    });
  }

  /** True when lanes gain from the branch's loads being under way early. */
  isWorthwhile(branch: IfInstruction): boolean {
    return !this.isLoaded(branch.condition) && !branch.results.some((each) => this.conditions.has(each));
  }

  private isLoaded(value: ValueId): boolean {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    this.known.set(value, false);
    const definition = this.definition.get(value);
    const isLoaded =
      definition?.kind === 'load'
        ? definition.root.space === 'buffer' && this.module.buffers[definition.root.index]?.kind === 'storage'
        : definition?.kind === 'pure' && definition.operands.some((each) => this.isLoaded(each));
    this.known.set(value, isLoaded);
    return isLoaded;
  }
}
