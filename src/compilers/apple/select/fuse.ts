// Which operations become part of others: comparisons in the selection or branch that asks for them, products and shifts
// in the sum that takes them, signs of floats in their readers, shifts of indices in accesses, complements in logic.
// An operation without an instruction of its own is absorbed: who reads it reads its operands.

import type { Instruction, Module, PureInstruction, PureOp, ValueId } from '../../../ir/ir.ts';
import { opSet } from '../../../ir/ops.ts';
import { scalarBytes } from '../../../ir/scalars.ts';
import { forEachInstruction, operandsOf } from '../../../ir/walk.ts';

export interface Fusion {
  /** Operations without an instruction of their own. */
  readonly absorbed: ReadonlySet<ValueId>;
  /** Mnemonics of operations that are not as the table has them. */
  readonly steps: ReadonlyMap<ValueId, readonly string[]>;
}

interface Use {
  readonly by: Instruction;
  readonly at: number;
}

const COMPARISONS = opSet('ieq ine slt sle ult ule feq fne flt fle isnan');
const FLOAT_READERS = opSet(
  'fadd fsub fmul ffma flt fle feq fne floor ceil trunc round fract sqrt inversesqrt exp2 log2 exp log sin cos pow fdiv',
);
const LOGIC = opSet('and or xor');
const SATURABLE = opSet('fadd fsub fmul ffma');
/** What cannot give a number too small to be normal: the rest of minima and maxima has to be flushed. */
const FLUSHED = opSet(
  'fadd fsub fmul ffma fmin fmax fdiv fneg fabs floor ceil trunc round fract sqrt inversesqrt exp2 log2 exp log sin cos pow s2f u2f f2f fmix',
);
/** A sum shifts an operand by up to so many bits. */
const MOST_SHIFT = 4;
/** An access shifts its index by the size of an element and up to so many bits more. */
const MOST_INDEX_SHIFT = 2;

export function fuse(
  module: Module,
  definitions: ReadonlyMap<ValueId, PureInstruction>,
  isFree: (value: ValueId) => boolean,
): Fusion {
  return new Fuser(module, definitions, isFree).run();
}

class Fuser implements Fusion {
  readonly absorbed = new Set<ValueId>();
  readonly steps = new Map<ValueId, readonly string[]>();
  private readonly module: Module;
  private readonly definitions: ReadonlyMap<ValueId, PureInstruction>;
  private readonly isFree: (value: ValueId) => boolean;
  private readonly uses = new Map<ValueId, Use[]>();
  private readonly order: PureInstruction[] = [];

  constructor(
    module: Module,
    definitions: ReadonlyMap<ValueId, PureInstruction>,
    isFree: (value: ValueId) => boolean,
  ) {
    this.module = module;
    this.definitions = definitions;
    this.isFree = isFree;
    forEachInstruction(module.body, (by) => {
      operandsOf(by).forEach((operand, at) => {
        const list = this.uses.get(operand);
        if (list) list.push({ by, at });
        else this.uses.set(operand, [{ by, at }]);
      });
      if (by.kind === 'pure' && !isFree(by.result)) this.order.push(by);
    });
  }

  run(): Fusion {
    for (const each of this.order) if (this.isModifier(each)) this.absorbed.add(each.result);
    // From the last on, so that an outer operation is settled before what it takes in.
    for (const each of [...this.order].reverse()) this.settle(each);
    return this;
  }

  private settle(each: PureInstruction): void {
    const { op, result } = each;
    if (this.absorbed.has(result)) return;
    if (this.isBool(result) && this.isCondition(each)) {
      this.absorbed.add(result);
      return;
    }
    if (this.settleIndex(each)) return;
    if (op === 'iadd' || op === 'isub') this.takeProduct(each);
    else if (op === 'imul') this.settleProduct(each);
    else if (op === 'shl') this.settleShift(each);
    else if (op === 'and' || op === 'or') this.takeShifts(each);
    else if (op === 'fmin' || op === 'fmax') this.settleExtreme(each);
    else if (op === 'fdiv' && this.constantOf(each.operands[0]) === 1) this.steps.set(result, ['rcp']);
    else if (op === 'select')
      this.steps.set(result, Array<string>(this.leaves(each.operands[0])).fill('csel'));
  }

  /** A comparison, or logic of some, that everybody who reads it makes for himself. */
  private isCondition({ op, result, operands }: PureInstruction): boolean {
    const uses = this.uses.get(result) ?? [];
    const isCompared = COMPARISONS.has(op) && !this.isBool(operands[0]);
    if (isCompared) return uses.every((use) => this.fusesComparison(use, result));
    if (op === 'not') return uses.every((use) => isChoice(use));
    return (op === 'and' || op === 'or') && uses.length === 1 && this.isInSelection(uses[0]);
  }

  private fusesComparison(use: Use, value: ValueId): boolean {
    const { by } = use;
    if (isChoice(use)) return true;
    if (by.kind !== 'pure' || !this.isBool(by.result)) return false;
    if (by.op === 'not' || this.absorbed.has(by.result)) return true;
    if (by.op !== 'and' && by.op !== 'or') return false;
    // One side is compared on the way, the other has to be there.
    return by.operands.find((each) => this.isComparison(each)) === value;
  }

  private isInSelection(use: Use): boolean {
    if (use.by.kind !== 'pure') return false;
    if (use.by.op === 'select') return use.at === 0;
    return this.isBool(use.by.result) && this.absorbed.has(use.by.result) && use.by.op !== 'not';
  }

  private isComparison(value: ValueId): boolean {
    const definition = this.definitions.get(value);
    return definition !== undefined && COMPARISONS.has(definition.op) && !this.isFree(value);
  }

  /** How many conditions a selection asks one after the other. */
  private leaves(condition: ValueId): number {
    const definition = this.definitions.get(condition);
    const isOpen =
      definition &&
      (definition.op === 'and' || definition.op === 'or') &&
      this.isBool(condition) &&
      !this.isFree(condition) &&
      this.uses.get(condition)?.length === 1;
    return isOpen ? definition.operands.reduce((sum, each) => sum + this.leaves(each), 0) : 1;
  }

  /** The factor or shift that makes a byte of an index costs nothing where only accesses read it. */
  private settleIndex({ op, result, operands }: PureInstruction): boolean {
    const uses = this.uses.get(result) ?? [];
    if ((op !== 'shl' && op !== 'imul') || uses.length === 0) return false;
    const by = this.constantOf(operands[1]);
    if (by === undefined) return false;
    const room = uses.map((use) => indexShift(use, this.module));
    if (room.some((each) => each === undefined)) return false;
    const shift = op === 'shl' ? by : Math.min(...room.map((each) => each!.most), trailingZeros(by));
    if (room.some((each) => shift < each!.least || shift > each!.most)) return false;
    if (op === 'shl') {
      this.absorbed.add(result);
      return true;
    }
    const factor = by / 2 ** shift;
    if (factor === 1) this.absorbed.add(result);
    else this.steps.set(result, [productOpcode(factor)]);
    return true;
  }

  private takeProduct({ op, result, operands }: PureInstruction): void {
    const takes = (value: ValueId, at: number): string | undefined => {
      const inner = this.lone(value);
      if (!inner) return undefined;
      const by = this.constantOf(inner.operands[1]);
      const isSmall = inner.op === 'shl' && by !== undefined && by >= 1 && by <= MOST_SHIFT;
      if (isSmall && (op === 'iadd' || at === 1)) return op;
      if (op === 'isub') return inner.op === 'imul' && at === 0 ? 'imsub' : undefined;
      if (inner.op === 'imul' && (by === undefined || productOpcode(by) === 'imul')) return 'imadd';
      return inner.op === 'shl' && by !== undefined ? 'imadd' : undefined;
    };
    // A shift costs nothing in a sum, a product makes it one itself.
    const found = operands
      .map((value, at) => ({ value, opcode: takes(value, at) }))
      .sort((a, b) => Number(a.opcode !== op) - Number(b.opcode !== op))
      .find(({ opcode }) => opcode !== undefined);
    if (!found) return;
    this.absorbed.add(found.value);
    this.steps.set(result, [found.opcode!]);
  }

  private settleProduct({ result, operands }: PureInstruction): void {
    const by = operands.map((each) => this.constantOf(each)).find((each) => each !== undefined);
    if (by !== undefined) this.steps.set(result, [productOpcode(by)]);
  }

  private settleShift({ result, operands }: PureInstruction): void {
    const by = this.constantOf(operands[1]);
    if (by !== undefined) this.steps.set(result, [by >= 1 && by <= MOST_SHIFT ? 'iadd' : 'shl']);
  }

  /** Fields of bits, and two words shifted into one. */
  private takeShifts({ op, result, operands }: PureInstruction): void {
    if (this.isBool(result)) return;
    const [a, b] = operands.map((each) => this.lone(each));
    if (op === 'and') {
      const mask = this.constantOf(operands[1]);
      if (a?.op !== 'ushr' || mask === undefined || !Number.isInteger(Math.log2((mask >>> 0) + 1))) return;
      this.absorbed.add(a.result);
      this.steps.set(result, ['bfeil']);
      return;
    }
    const right = [a, b].find((each) => each?.op === 'ushr');
    const left = [a, b].find((each) => each?.op === 'shl');
    const by = right && this.constantOf(right.operands[1]);
    const against = left && this.constantOf(left.operands[1]);
    if (by === undefined || against === undefined || by + against !== 32) return;
    this.absorbed.add(right!.result).add(left!.result);
    this.steps.set(result, ['extr']);
  }

  private settleExtreme(outer: PureInstruction): void {
    const { op, result, operands } = outer;
    const inner = operands.map((each) => this.lone(each)).find((each) => each !== undefined);
    const limit = (each: PureInstruction) =>
      each.operands.map((value) => this.constantOf(value)).find((value) => value !== undefined);
    const isOpposite = inner && inner.op === (op === 'fmin' ? 'fmax' : 'fmin');
    if (isOpposite && limit(outer) === (op === 'fmin' ? 1 : 0) && limit(inner) === (op === 'fmin' ? 0 : 1)) {
      const value = inner.operands.find((each) => this.constantOf(each) === undefined);
      const producer = value === undefined ? undefined : this.lone(value);
      this.absorbed.add(inner.result);
      this.steps.set(result, producer && SATURABLE.has(producer.op) ? [] : ['fadd']);
      return;
    }
    const isFlushed = (value: ValueId): boolean => {
      const definition = this.definitions.get(value);
      return this.constantOf(value) !== undefined || (definition !== undefined && FLUSHED.has(definition.op));
    };
    const isShort = this.module.values[result].type !== 'f32';
    this.steps.set(result, isShort || operands.every(isFlushed) ? ['csel'] : ['csel', 'fadd']);
  }

  /** What every reader can take along: signs in floats, complements in logic. */
  private isModifier({ op, result }: PureInstruction): boolean {
    const uses = this.uses.get(result) ?? [];
    const isRead = (by: ReadonlySet<PureOp>) =>
      uses.every((use) => use.by.kind === 'pure' && by.has(use.by.op));
    if (op === 'fneg' || op === 'fabs') return isRead(FLOAT_READERS);
    if (op === 'f2f') return this.module.values[result].type === 'f32' && isRead(FLOAT_READERS);
    return op === 'not' && !this.isBool(result) && isRead(LOGIC);
  }

  private lone(value: ValueId): PureInstruction | undefined {
    const isLone = this.uses.get(value)?.length === 1 && !this.absorbed.has(value) && !this.isFree(value);
    return isLone ? this.definitions.get(value) : undefined;
  }

  /** Of an operand that an operation may lack. */
  private constantOf(value: ValueId | undefined): number | undefined {
    return value === undefined ? undefined : this.module.values[value].constant;
  }

  private isBool(value: ValueId): boolean {
    return this.module.values[value].type === 'bool';
  }
}

/** Chooses between two ways or values. */
function isChoice({ by, at }: Use): boolean {
  return at === 0 && (by.kind === 'if' || (by.kind === 'pure' && by.op === 'select'));
}

/** By how many bits an access can shift its index, where this is its address. */
function indexShift({ by, at }: Use, module: Module): { least: number; most: number } | undefined {
  if ((by.kind !== 'load' && by.kind !== 'store' && by.kind !== 'atomic') || by.root.space !== 'buffer')
    return undefined;
  if (at !== 0 || (by.kind === 'store' && by.values.includes(by.address))) return undefined;
  if (module.buffers[by.root.index].kind === 'texture') return undefined;
  const least = Math.log2(scalarBytes(by.type));
  return { least, most: least + (by.kind === 'atomic' ? 0 : MOST_INDEX_SHIFT) };
}

/** A factor next to a small power of two is a sum with a shifted operand. */
function productOpcode(factor: number): string {
  const near = (each: number) => each >= 2 && each <= 2 ** MOST_SHIFT && Number.isInteger(Math.log2(each));
  if (near(factor - 1) || near(factor)) return 'iadd';
  return near(1 - factor) ? 'isub' : 'imul';
}

function trailingZeros(value: number): number {
  return value === 0 ? 0 : 31 - Math.clz32(value & -value);
}
