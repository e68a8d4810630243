// Common subexpressions: an operation that a dominating one has done already is replaced by its result. Loads
// take part too: those of memory that no kernel writes like any operation, those of other memory as long as
// nothing in between may have changed it, and a load after a store of the same place takes the stored value.

import type { Instruction, Module, PureInstruction, Region, ValueId } from '../ir/ir.ts';
import { pureOps } from '../ir/ops.ts';
import { mapOperands, operandsOf, regionsOf } from '../ir/walk.ts';
import { KnownMemory } from './known-memory.ts';

/** The module with common subexpressions shared; the same module when there are none. */
export function share(module: Module): Module {
  const sharing = new Sharing(module);
  const body = sharing.region(module.body);
  return sharing.isChanged ? { ...module, body } : module;
}

class Sharing {
  isChanged = false;
  private readonly module: Module;
  private readonly replacement: Int32Array;
  /** Operations done so far, by what they do; those of closed regions are taken out again. */
  private readonly available = new Map<string, ValueId>();
  private readonly added: string[] = [];
  private memory: KnownMemory;
  private readonly opNumbers = new Map<string, number>();
  private readonly replace = (id: ValueId): ValueId =>
    this.replacement[id]! >= 0 ? this.replacement[id]! : id;

  constructor(module: Module) {
    this.module = module;
    this.replacement = new Int32Array(module.values.length).fill(-1);
    this.memory = new KnownMemory(module);
  }

  region(region: Region): Region {
    const mark = this.added.length;
    const output: Instruction[] = [];
    for (const original of region.instructions) {
      const instruction = this.renamed(original);
      if (!this.isKnown(instruction)) output.push(instruction);
    }
    for (const key of this.added.splice(mark)) this.available.delete(key);
    return { instructions: output };
  }

  private renamed(instruction: Instruction): Instruction {
    if ('id' in instruction) return this.construct(instruction);
    for (const operand of operandsOf(instruction)) {
      if (this.replacement[operand]! >= 0) return mapOperands(instruction, this.replace);
    }
    return instruction;
  }

  private construct(construct: Extract<Instruction, { readonly id: number }>): Instruction {
    const before = this.memory;
    // What an earlier iteration, or another arm, may have written is not known.
    const written = before.writtenIn(regionsOf(construct));
    if (construct.kind === 'loop') before.forget(written);
    const result = mapOperands(construct, this.replace, (region) => {
      this.memory = before.copy();
      return this.region(region);
    });
    this.memory = before;
    before.forget(written);
    return result;
  }

  /** True when the instruction's results are known already; remembers them when not. */
  private isKnown(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'pure':
        return this.find(this.pureKey(instruction), instruction.result);
      case 'input':
        return this.find(instruction.builtin, instruction.result);
      case 'bound': {
        const { size, index, result } = instruction;
        return this.find(`bound ${index} ${'buffer' in size ? `b${size.buffer}` : size.constant}`, result);
      }
      case 'arrayLength':
        return this.find(`length ${instruction.buffer}`, instruction.result);
      case 'load': {
        const values = this.memory.load(instruction);
        if (values) for (let k = 0; k < values.length; k++) this.forward(instruction.results[k]!, values[k]!);
        return values !== undefined;
      }
      case 'store':
        this.memory.store(instruction);
        return false;
      case 'atomic':
      case 'barrier':
        this.memory.disturb(instruction);
        return false;
      default:
        return false;
    }
  }

  private pureKey({ op, operands, component, result }: PureInstruction): string {
    let [a, b] = operands as [ValueId, ValueId?];
    if (b !== undefined && b < a && pureOps[op].isCommutative) [a, b] = [b, a];
    let number = this.opNumbers.get(op);
    if (number === undefined) this.opNumbers.set(op, (number = this.opNumbers.size));
    let key = `${number} ${a}`;
    if (b !== undefined) key += ` ${b}`;
    for (let k = 2; k < operands.length; k++) key += ` ${operands[k]}`;
    if (component !== undefined) key += `.${component}`;
    // The operands decide the type, except for conversions.
    return pureOps[op].result === 'T' || pureOps[op].result === 'bool'
      ? key
      : `${key}:${this.module.values[result]!.type}`;
  }

  private find(key: string, result: ValueId): boolean {
    const known = this.available.get(key);
    if (known === undefined) {
      this.available.set(key, result);
      this.added.push(key);
      return false;
    }
    this.forward(result, known);
    return true;
  }

  private forward(result: ValueId, by: ValueId): void {
    this.replacement[result] = by;
    this.isChanged = true;
  }
}
