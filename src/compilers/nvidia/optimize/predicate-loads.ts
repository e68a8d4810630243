// When a small branch with loads from read-only buffers is predicated, so that the loads start before what stands
// in front of their use: not where nothing could be gained, because the branch waited for a load of each lane's own
// already or because its result decides a branch that stays one. Observed on an H200 (driver 580.159): halo loads of
// tiled stencils and of a matrix product are predicated, and those whose guard was loaded from one place for all
// lanes (`array-delay-sum`, `ragged-to-padded`); bodies whose guard is the element just loaded branch, as does a
// search that ends on what it loads; the guarded loads of a coarsened automaton, whose results are only counted,
// have no branch in any of its shapes.

import { analyzeUniformity, VARYING } from '../../../ir/analyses/uniformity.ts';
import type { IfInstruction, Instruction, LoadInstruction, Module, ValueId } from '../../../ir/ir.ts';
import { forEachInstruction, resultsOf } from '../../../ir/walk.ts';

/** What becomes of an `if`, by the size and the instructions of its arms. */
export type Fate = 'no branch' | 'predicated if worthwhile' | 'branch';

export class LoadUses {
  private readonly module: Module;
  private readonly lanes: number;
  private readonly definition = new Map<ValueId, Instruction>();
  /** By what decides them. */
  private readonly decided = new Map<ValueId, IfInstruction[]>();
  private readonly fateOf: (instruction: IfInstruction) => Fate;
  /** By value: whether it was computed from what each lane loaded from a storage buffer. */
  private readonly known = new Map<ValueId, boolean>();
  private uniformity: Uint8Array | undefined;

  /** @param lanes that go together */
  constructor(module: Module, fateOf: (instruction: IfInstruction) => Fate, lanes: number) {
    this.module = module;
    this.lanes = lanes;
    this.fateOf = fateOf;
    forEachInstruction(module.body, (instruction) => {
      for (const result of resultsOf(instruction)) this.definition.set(result, instruction);
      if (instruction.kind !== 'if') return;
      const others = this.decided.get(instruction.condition) ?? [];
      this.decided.set(instruction.condition, [...others, instruction]);
    });
  }

  /** True when lanes gain from the branch's loads being under way early. */
  isWorthwhile(branch: IfInstruction): boolean {
    return !this.isLoaded(branch.condition) && !branch.results.some((each) => this.decidesBranch(each));
  }

  /** Whether a branch that stays one waits for the value. */
  private decidesBranch(value: ValueId): boolean {
    return (this.decided.get(value) ?? []).some((branch) => {
      const fate = this.fateOf(branch);
      return fate === 'branch' || (fate === 'predicated if worthwhile' && !this.isWorthwhile(branch));
    });
  }

  private isLoaded(value: ValueId): boolean {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    this.known.set(value, false);
    const definition = this.definition.get(value);
    const isLoaded =
      definition?.kind === 'load'
        ? this.isStorage(definition) && this.isVarying(definition.address)
        : definition?.kind === 'pure' && definition.operands.some((each) => this.isLoaded(each));
    this.known.set(value, isLoaded);
    return isLoaded;
  }

  private isStorage({ root }: LoadInstruction): boolean {
    return root.space === 'buffer' && this.module.buffers[root.index]?.kind === 'storage';
  }

  private isVarying(value: ValueId): boolean {
    this.uniformity ??= analyzeUniformity(this.module, {
      lanes: this.lanes,
      isSharedLoad: (load) => this.isStorage(load),
      isPredicatedByLane: false,
    }).values;
    return this.uniformity[value] === VARYING;
  }
}
