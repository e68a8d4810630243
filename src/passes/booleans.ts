// Conditions that went through memory. A front end stores a bool as the word 0 or 1, so a condition that a variable
// carried over a branch comes back as a word that only comparisons with 0 read. This makes it a bool again, as
// it is in languages whose short-circuit operators need no variable.

import type { Construct, ConstructId, Instruction, Module, ValueId } from '../ir/ir.ts';
import { type Rewriter, rewriteModule } from '../ir/rewrite.ts';
import { forEachInstruction, operandsOf } from '../ir/walk.ts';

/** The module with such words as bools; the same module when there are none. */
export function booleans(module: Module): Module {
  const words = new ConditionWords(module);
  return words.found.size === 0 ? module : words.rewritten();
}

class ConditionWords {
  /** Results and loop parameters that hold 0 or 1 and are read as conditions only. */
  readonly found = new Set<ValueId>();
  private readonly module: Module;
  private readonly constructs = new Map<ConstructId, Construct>();
  /** The condition of each `select(condition, 1, 0)`. */
  private readonly selected = new Map<ValueId, ValueId>();
  /** The values that reach each candidate. */
  private readonly sources = new Map<ValueId, ValueId[]>();
  /** The candidates that each value is passed on to; -1 for any other use. */
  private readonly uses = new Map<ValueId, ValueId[]>();

  constructor(module: Module) {
    this.module = module;
    forEachInstruction(module.body, (instruction) => this.collect(instruction));
    for (const id of this.sources.keys()) if (module.values[id].type === 'i32') this.found.add(id);
    this.settle();
  }

  private collect(instruction: Instruction): void {
    if ('id' in instruction) this.constructs.set(instruction.id, instruction);
    switch (instruction.kind) {
      case 'pure': {
        const { op, operands, result } = instruction;
        if (op === 'select' && this.isNumber(operands[1], 1) && this.isNumber(operands[2], 0))
          this.selected.set(result, operands[0]);
        if (!isTest(instruction, this.module)) for (const id of operands) this.use(id, -1);
        break;
      }
      case 'break':
        this.pass(instruction.values, this.constructs.get(instruction.target)!.results);
        break;
      case 'next':
        this.pass(instruction.values, parametersOf(this.constructs.get(instruction.target)!));
        break;
      case 'loop':
        this.pass(instruction.initial, instruction.parameters);
        break;
      default:
        for (const id of operandsOf(instruction)) this.use(id, -1);
    }
  }

  private pass(values: readonly ValueId[], targets: readonly ValueId[]): void {
    values.forEach((value, k) => {
      const known = this.sources.get(targets[k]);
      if (known) known.push(value);
      else this.sources.set(targets[k], [value]);
      this.use(value, targets[k]);
    });
  }

  private use(value: ValueId, by: ValueId): void {
    const known = this.uses.get(value);
    if (known) known.push(by);
    else this.uses.set(value, [by]);
  }

  /** Drops candidates until what is left holds conditions and is read as such. */
  private settle(): void {
    for (let isStable = false; !isStable; ) {
      isStable = true;
      for (const id of this.found) {
        const isCondition = this.sources.get(id)!.every((source) => this.isCondition(source));
        const isReadAsSuch = (this.uses.get(id) ?? []).every((user) => this.found.has(user));
        if (isCondition && isReadAsSuch) continue;
        this.found.delete(id);
        isStable = false;
      }
    }
  }

  private isCondition(value: ValueId): boolean {
    return (
      this.found.has(value) || this.selected.has(value) || this.isNumber(value, 0) || this.isNumber(value, 1)
    );
  }

  private isNumber(value: ValueId, number: number): boolean {
    return this.module.values[value].constant === number;
  }

  rewritten(): Module {
    const made = new Map<ValueId, ValueId>();
    // What selects were made of before its test became the condition itself.
    const renames = new Map<ValueId, ValueId>();
    return rewriteModule(this.module, (instruction, rewriter) => {
      const boolOf = (id: ValueId): ValueId => {
        const known = made.get(id);
        if (known !== undefined) return known;
        const fresh = rewriter.value('bool', this.module.values[id].name);
        made.set(id, fresh);
        return fresh;
      };
      const asBools = (values: readonly ValueId[], targets: readonly ValueId[]): ValueId[] =>
        values.map((value, k) =>
          this.found.has(targets[k]) ? this.condition(value, boolOf, renames, rewriter) : value,
        );
      const renamed = (ids: readonly ValueId[]): ValueId[] =>
        ids.map((id) => (this.found.has(id) ? boolOf(id) : id));
      switch (instruction.kind) {
        case 'pure': {
          const [word] = instruction.operands;
          if (!this.found.has(word) || !isTest(instruction, this.module)) return false;
          if (instruction.op === 'ine') {
            rewriter.rename(instruction.result, boolOf(word));
            renames.set(instruction.result, boolOf(word));
          } else rewriter.define(instruction.result, 'not', [boolOf(word)]);
          return true;
        }
        case 'break': {
          const targets = this.constructs.get(instruction.target)!.results;
          rewriter.keep({ ...instruction, values: asBools(instruction.values, targets) });
          return true;
        }
        case 'next': {
          const targets = parametersOf(this.constructs.get(instruction.target)!);
          rewriter.keep({ ...instruction, values: asBools(instruction.values, targets) });
          return true;
        }
        case 'loop':
          rewriter.keep({
            ...instruction,
            initial: asBools(instruction.initial, instruction.parameters),
            parameters: renamed(instruction.parameters),
            results: renamed(instruction.results),
          });
          return true;
        case 'if':
        case 'switch':
        case 'block':
          rewriter.keep({ ...instruction, results: renamed(instruction.results) });
          return true;
        default:
          return false;
      }
    });
  }

  private condition(
    value: ValueId,
    boolOf: (id: ValueId) => ValueId,
    renames: ReadonlyMap<ValueId, ValueId>,
    rewriter: Rewriter,
  ): ValueId {
    if (this.found.has(value)) return boolOf(value);
    const selected = this.selected.get(value);
    if (selected === undefined) return rewriter.constant('bool', this.module.values[value].constant!);
    return renames.get(selected) ?? selected;
  }
}

/** `word == 0` or `word != 0`. */
function isTest(instruction: Instruction, module: Module): boolean {
  return (
    instruction.kind === 'pure' &&
    (instruction.op === 'ieq' || instruction.op === 'ine') &&
    module.values[instruction.operands[0]].type === 'i32' &&
    module.values[instruction.operands[1]].constant === 0
  );
}

function parametersOf(construct: Construct): readonly ValueId[] {
  return construct.kind === 'loop' ? construct.parameters : [];
}
