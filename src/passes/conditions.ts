// Conditions that are the same but for a `not`: an `if` on the opposite of a condition that is at hand becomes an
// `if` on that condition with its arms swapped, and inside the arms both are known. Compilers differ in which of
// the two they branch on; afterwards it does not matter.

import { Builder } from '../ir/builder.ts';
import type { IfInstruction, Instruction, Module, PureInstruction, Region, ValueId } from '../ir/ir.ts';
import { mapOperands } from '../ir/walk.ts';

/** The module with one of each pair of opposite conditions; the same module when there is nothing to do. */
export function conditions(module: Module): Module {
  const pass = new Conditions(module);
  const body = pass.region(module.body);
  return pass.isChanged ? { ...module, body, values: pass.builder.values } : module;
}

/** A condition as a fact and whether the value is its opposite. */
interface Fact {
  readonly key: string;
  readonly isNegated: boolean;
}

/** Integer comparisons by the one of each pair that stands for both. */
const PAIRS: Readonly<Record<string, { readonly of: string; readonly isSwapped: boolean }>> = {
  ine: { of: 'ieq', isSwapped: false },
  ule: { of: 'ult', isSwapped: true },
  sle: { of: 'slt', isSwapped: true },
};

class Conditions {
  readonly builder: Builder;
  isChanged = false;
  private readonly facts = new Map<ValueId, Fact>();
  /** The first value at hand for each fact. */
  private readonly first = new Map<string, { readonly value: ValueId; readonly isNegated: boolean }>();
  /** Conditions that are no comparison, by their own fact. */
  private readonly opaque = new Map<string, ValueId>();
  private readonly known = new Map<string, boolean>();

  constructor(module: Module) {
    this.builder = new Builder(module);
  }

  region(region: Region): Region {
    const declared: string[] = [];
    let isChanged = false;
    const instructions = region.instructions.map((instruction) => {
      const treated = this.instruction(instruction, declared);
      isChanged ||= treated !== instruction;
      return treated;
    });
    for (const key of declared) this.first.delete(key);
    this.isChanged ||= isChanged;
    return isChanged ? { instructions } : region;
  }

  private instruction(instruction: Instruction, declared: string[]): Instruction {
    if (instruction.kind === 'if') return this.if(instruction);
    const treated = this.replaced(instruction);
    if (treated.kind === 'pure') this.declare(treated, declared);
    return treated;
  }

  /** The instruction with conditions that are known here as constants. */
  private replaced(instruction: Instruction): Instruction {
    let isChanged = false;
    const treated = mapOperands(
      instruction,
      (id) => {
        const value = this.valueOf(id);
        isChanged ||= value !== id;
        return value;
      },
      (region) => {
        const inner = this.region(region);
        isChanged ||= inner !== region;
        return inner;
      },
    );
    return isChanged ? treated : instruction;
  }

  private valueOf(id: ValueId): ValueId {
    if (this.known.size === 0 || this.builder.typeOf(id) !== 'bool') return id;
    const { key, isNegated } = this.factOf(id);
    const known = this.known.get(key);
    return known === undefined ? id : this.builder.constant('bool', known !== isNegated ? 1 : 0);
  }

  private factOf(id: ValueId): Fact {
    const known = this.facts.get(id);
    if (known) return known;
    const key = `value ${id}`;
    this.opaque.set(key, id);
    return { key, isNegated: false };
  }

  private declare(instruction: PureInstruction, declared: string[]): void {
    const { op, operands, result } = instruction;
    if (this.builder.typeOf(result) !== 'bool') return;
    let fact: Fact | undefined;
    if (op === 'not') {
      const inner = this.factOf(operands[0]);
      fact = { key: inner.key, isNegated: !inner.isNegated };
    } else if (op === 'ieq' || op === 'ult' || op === 'slt') {
      fact = { key: `${op} ${operands[0]} ${operands[1]}`, isNegated: false };
    } else {
      const pair = PAIRS[op];
      if (!pair) return;
      const [x, y] = pair.isSwapped ? [operands[1], operands[0]] : operands;
      fact = { key: `${pair.of} ${x} ${y}`, isNegated: true };
    }
    this.facts.set(result, fact);
    if (this.first.has(fact.key)) return;
    this.first.set(fact.key, { value: result, isNegated: fact.isNegated });
    declared.push(fact.key);
  }

  private if(original: IfInstruction): IfInstruction {
    const branch = this.onFirst(original);
    const condition = this.valueOf(branch.condition);
    const { key, isNegated } = this.factOf(branch.condition);
    const then = this.arm(branch.then, key, !isNegated);
    const otherwise = this.arm(branch.otherwise, key, isNegated);
    const isSame = condition === branch.condition && then === branch.then && otherwise === branch.otherwise;
    return isSame ? branch : { ...branch, condition, then, otherwise };
  }

  /** The branch on the first value at hand that says the same or the opposite. */
  private onFirst(branch: IfInstruction): IfInstruction {
    const { key, isNegated } = this.factOf(branch.condition);
    const first = this.first.get(key) ?? this.itself(key);
    if (!first || first.value === branch.condition) return branch;
    const { then, otherwise } = branch;
    return first.isNegated === isNegated
      ? { ...branch, condition: first.value }
      : { ...branch, condition: first.value, then: otherwise, otherwise: then };
  }

  /** A condition that is no comparison stands for itself. */
  private itself(key: string): { readonly value: ValueId; readonly isNegated: boolean } | undefined {
    const value = this.opaque.get(key);
    return value === undefined ? undefined : { value, isNegated: false };
  }

  private arm(region: Region, key: string, isTrue: boolean): Region {
    if (this.known.has(key)) return this.region(region);
    this.known.set(key, isTrue);
    const treated = this.region(region);
    this.known.delete(key);
    return treated;
  }
}
