// Common subexpressions: an operation that a dominating one has done already is replaced by its result. Loads
// take part too: those of memory that no kernel writes like any operation, those of other memory as long as
// nothing in between may have changed it, and a load after a store of the same place takes the stored value.

import { KnownMemory } from '../ir/analyses/known-memory.ts';
import type {
  Instruction,
  LoadInstruction,
  MemoryRoot,
  Module,
  PureInstruction,
  Region,
  TextureInstruction,
  ValueId,
} from '../ir/ir.ts';
import { bitWidth, pureOps } from '../ir/ops.ts';
import { textureShape } from '../ir/same-region.ts';
import { mapOperands, regionsOf } from '../ir/walk.ts';

/**
 * The module with common subexpressions shared; the same module when there are none.
 * @param staysInside what was stored to a buffer is taken to be there, though it may have been beyond the end
 */
export function share(module: Module, staysInside = false): Module {
  if (module.values.length > VALUES) return module;
  const sharing = new Sharing(module, staysInside);
  const body = sharing.region(module.body);
  return sharing.isChanged ? { ...module, body } : module;
}

class Sharing {
  isChanged = false;
  private readonly module: Module;
  private readonly replacement: Int32Array;
  /** Operations done so far, by what they do; those of closed regions are taken out again. */
  private readonly available = new Map<number, ValueId>();
  private readonly added: number[] = [];
  private memory: KnownMemory;
  /** Numbers for operations with everything but their operands. */
  private readonly kinds = new Map<string, number>();
  private readonly keys = new Keys();
  private readonly replace = (id: ValueId): ValueId =>
    this.replacement[id] >= 0 ? this.replacement[id] : id;

  constructor(module: Module, staysInside: boolean) {
    this.module = module;
    this.replacement = new Int32Array(module.values.length).fill(-1);
    this.memory = new KnownMemory(module, staysInside);
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
    return mapOperands(instruction, this.replace);
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
        return this.find(this.keys.of(this.kindNumber(instruction.builtin), 0, 0), instruction.result);
      case 'bound': {
        const { size, index, result } = instruction;
        const key =
          'buffer' in size
            ? this.keys.of(this.kindNumber('bound buffer'), index, size.buffer)
            : this.keys.of(
                // What is noted about one index need not hold for another of the same value.
                this.kindNumber(`bound ${this.module.notes.values.get(result)?.join() ?? ''}`),
                index,
                this.keys.shorten(size.constant),
              );
        return this.find(key, result);
      }
      case 'arrayLength':
        return this.find(this.keys.of(this.kindNumber('length'), instruction.buffer, 0), instruction.result);
      case 'load': {
        if (this.isConstantMemory(instruction.root)) return this.isLoaded(instruction);
        const values = this.memory.load(instruction);
        if (values) for (let k = 0; k < values.length; k++) this.forward(instruction.results[k], values[k]);
        return values !== undefined;
      }
      case 'textureQuery': {
        const kind = this.kindNumber(`query ${instruction.query}`);
        return this.find(
          this.keys.of(kind, instruction.buffer, (instruction.level ?? -1) + 1),
          instruction.result,
        );
      }
      case 'texture':
        return this.module.buffers[instruction.buffer].access === 'read' && this.isLookedUp(instruction);
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

  private isConstantMemory(root: MemoryRoot): boolean {
    return root.space === 'buffer' && this.module.buffers[root.index].access === 'read';
  }

  /** True when every component of a load from constant memory is known; remembers them when not. */
  private isLoaded(load: LoadInstruction): boolean {
    const { root, type, address, offsetBytes, results } = load;
    const kind = this.kindNumber(`load ${type} ${root.index}`);
    const constant = this.module.values[address].constant;
    const base = constant === undefined ? address + 1 : 0;
    const first = offsetBytes + (constant ?? 0);
    const keys = results.map((_, k) => {
      const place = (first + (k * bitWidth(type)) / 8) >>> 0;
      return this.keys.of(kind, this.keys.shorten(base * 2 ** 32 + place), 0);
    });
    const known = keys.map((key) => this.available.get(key));
    if (known.every((value) => value !== undefined)) {
      for (let k = 0; k < results.length; k++) this.forward(results[k], known[k]);
      return true;
    }
    for (let k = 0; k < results.length; k++) if (known[k] === undefined) this.find(keys[k], results[k]);
    return false;
  }

  /** True when an access to a texture that nothing writes is known; remembers its components when not. */
  private isLookedUp(instruction: TextureInstruction): boolean {
    const { operands, results } = instruction;
    const next = this.kindNumber('texture operand');
    let place = this.keys.of(this.kindNumber(`texture ${textureShape(instruction)}`), 0, 0);
    for (const operand of operands) place = this.keys.of(next, this.keys.shorten(place), operand);
    const component = (k: number) =>
      this.keys.of(this.kindNumber(`component ${k}`), this.keys.shorten(place), 0);
    return results.map((result, k) => this.find(component(k), result)).every((isKnown) => isKnown);
  }

  private pureKey({ op, operands, component, result }: PureInstruction): number {
    let [a, b] = operands as [ValueId, ValueId?];
    if (b !== undefined && b < a && pureOps[op].isCommutative) [a, b] = [b, a];
    const type = this.module.values[result].type;
    let kind = this.kindNumber(`${op} ${type}`);
    if (component !== undefined) kind = this.kindNumber(`${op} ${component}`);
    let key = this.keys.of(kind, a, b ?? 0);
    for (let k = 2; k < operands.length; k++) key = this.keys.of(kind, this.keys.shorten(key), operands[k]);
    return key;
  }

  private kindNumber(name: string): number {
    let number = this.kinds.get(name);
    if (number === undefined) this.kinds.set(name, (number = this.kinds.size));
    return number;
  }

  private find(key: number, result: ValueId): boolean {
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

/** Makes one number of three; numbers below 2^53 are exact. */
class Keys {
  private readonly short = new Map<number, number>();

  /** A key for a kind (up to 2^11 of them) and two values (up to 2^21 of them). */
  of(kind: number, a: number, b: number): number {
    return (kind * VALUES + a) * VALUES + b;
  }

  /** A small number that stands for a key. */
  shorten(key: number): number {
    let number = this.short.get(key);
    if (number === undefined) this.short.set(key, (number = this.short.size));
    return number;
  }
}

const VALUES = 2 ** 21;
