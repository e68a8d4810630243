// Which operations disappear into the instruction that uses them: a multiply into IMAD, an add into IADD3, a
// shift into LEA, logic into LOP3, a compare into the combining input of the next compare, an add into
// VIADDMNMX, a minimum into VIMNMX3, a clamp to 0..1 into a modifier. Only a value with one use, from the same region and
// the same register file, can be absorbed: moving work from outside into a loop would repeat it. Source: driver code for
// SM 9.0.

import type { PureInstruction, Region, ValueId } from '../../../ir/ir.ts';
import { opSet, type PureOp } from '../../../ir/ops.ts';
import { forEachInstruction, regionsOf } from '../../../ir/walk.ts';
import type { Generation } from '../generation.ts';
import { shiftedFields } from './shifted-fields.ts';
import { type Facts, pureDefinition } from './uses.ts';

/** Per value id: 1 when its user computes it and it gets no register of its own. */
export function planFusion(facts: Facts, placed: Uint8Array, generation: Generation): Uint8Array {
  const absorbed = new Uint8Array(facts.module.values.length);
  const planner = new FusionPlanner(facts, placed, absorbed, generation.opcodes);
  planner.region(facts.module.body);
  planner.repeatProducts();
  planner.scaledAddresses();
  return absorbed;
}

const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'xor', 'not']);
const COMPARES = opSet('ieq ine slt sle ult ule feq fne flt fle');

/** Types whose comparisons take another predicate; shorter integers are extended first. */
const COMBINED: ReadonlySet<string> = new Set(['i32', 'f16', 'f32', 'f64']);

export function isLogic(op: string): boolean {
  return LOGIC.has(op);
}

export function isCompare(op: string): boolean {
  return COMPARES.has(op as PureOp);
}

/** Operations in a tree of logic at most: larger ones read more than one instruction can. */
const MOST_LOGIC_PARTS = 16;

/** True for a choice between 1 and 0. */
function isCondition({ op, operands }: PureInstruction, constantOf: (value: ValueId) => number | undefined) {
  if (op !== 'select') return false;
  const [first, second] = [constantOf(operands[1]), constantOf(operands[2])];
  return (first === 1 && second === 0) || (first === 0 && second === 1);
}

class FusionPlanner {
  private readonly facts: Facts;
  private readonly placed: Uint8Array;
  private readonly absorbed: Uint8Array;
  /** Those of the generation: what it lacks absorbs nothing. */
  private readonly opcodes: ReadonlyMap<string, string>;
  private readonly shiftedFields: ReadonlySet<ValueId>;

  constructor(facts: Facts, placed: Uint8Array, absorbed: Uint8Array, opcodes: ReadonlyMap<string, string>) {
    this.facts = facts;
    this.placed = placed;
    this.absorbed = absorbed;
    this.opcodes = opcodes;
    this.shiftedFields = shiftedFields(facts.module);
  }

  /** Users come before what they use, so the root of a tree decides first. */
  region(region: Region): void {
    for (let index = region.instructions.length - 1; index >= 0; index--) {
      const instruction = region.instructions[index];
      for (const inner of regionsOf(instruction)) this.region(inner);
      if (instruction.kind === 'pure' && this.absorbed[instruction.result] === 0) this.root(instruction);
    }
  }

  /**
   * A product that only sums use becomes part of each of them, also in a loop: the multiply-adds cost no more than the
   * sums, and the product is saved. Not where a product takes several instructions.
   */
  repeatProducts(): void {
    if (!this.opcodes.has('IMAD')) return;
    const { module, useCount } = this.facts;
    const users = new Map<ValueId, PureInstruction[]>();
    const isProduct = (value: ValueId): boolean => {
      const product = pureDefinition(this.facts, value);
      return (
        this.isProduct(product) &&
        this.typeOf(value) === 'i32' &&
        this.absorbed[value] === 0 &&
        this.placed[value] === 0 &&
        !product.operands.some((each) => this.absorbed[each] === 1)
      );
    };
    forEachInstruction(module.body, (each) => {
      if (each.kind !== 'pure' || each.op !== 'iadd' || this.placed[each.result] === 1) return;
      if (this.absorbed[each.result] === 1 || each.operands.some((value) => this.absorbed[value] === 1))
        return;
      const product = each.operands.find(isProduct);
      if (product === undefined) return;
      const inputs = [...pureDefinition(this.facts, product)!.operands, ...each.operands];
      // One immediate per instruction.
      if (inputs.filter((value) => this.isConstant(value)).length > 1) return;
      const known = users.get(product);
      if (known) known.push(each);
      else users.set(product, [each]);
    });
    for (const [product, sums] of users) if (sums.length === useCount[product]) this.absorbed[product] = 1;
  }

  /** A scaled index that every access reads at a constant distance: LEA scales and adds the distance at once. */
  scaledAddresses(): void {
    const { module, useCount } = this.facts;
    const users = new Map<ValueId, number>();
    forEachInstruction(module.body, (each) => {
      if (each.kind !== 'load' && each.kind !== 'store' && each.kind !== 'atomic') return;
      const isStorage = each.root.space === 'buffer' && module.buffers[each.root.index].kind === 'storage';
      if (isStorage && each.offsetBytes !== 0) users.set(each.address, (users.get(each.address) ?? 0) + 1);
    });
    for (const [address, count] of users) {
      const scaling = pureDefinition(this.facts, address);
      if (scaling?.op !== 'shl' || count !== useCount[address] || !this.isConstantShift(scaling)) continue;
      if (this.placed[address] === 1 || this.absorbed[address] === 1) continue;
      const [index] = scaling.operands as [ValueId, ValueId];
      if (this.absorbed[index] === 0 && this.placed[index] === 0) this.absorbed[address] = 1;
    }
  }

  private root(user: PureInstruction): void {
    const type = this.typeOf(user.result);
    switch (user.op) {
      case 'iadd':
      case 'isub':
        if (type === 'i32') this.add(user);
        return;
      case 'smin':
      case 'smax':
      case 'umin':
      case 'umax':
        if (type === 'i32' && this.opcodes.has('VIMNMX3') && this.absorbOne(user, ({ op }) => op === user.op))
          return;
        // A sum of a product and a variable stays with the product: IMAD and VIMNMX.
        if (type === 'i32' && this.opcodes.has('VIADDMNMX'))
          this.absorbOne(user, (inner) => inner.op === 'iadd' && !this.hasProduct(inner));
        return;
      case 'sabs':
        if (type === 'i32' && this.placed[user.result] === 0 && this.opcodes.has('VIADDMNMX'))
          this.absorbOne(user, (inner) => inner.op === 'iadd' && inner.operands.length === 2);
        return;
      case 'shl':
      case 'ushr':
      case 'sshr':
        if (type === 'i32') this.shiftAmount(user);
        return;
      case 'ieq':
      case 'ine':
        this.testLogic(user);
        return;
      case 'fmin':
      case 'fmax':
        if (type === 'f32') this.saturate(user);
        return;
      case 'and':
      case 'or':
      case 'xor':
      case 'not':
        if (type === 'i32') this.logic(user);
        else if (type === 'bool' && user.op !== 'not') this.combineCompare(user);
        return;
      default:
        return;
    }
  }

  private typeOf(value: ValueId): string {
    return this.facts.module.values[value].type;
  }

  private isConstant(value: ValueId): boolean {
    return this.constantOf(value) !== undefined;
  }

  private constantOf(value: ValueId): number | undefined {
    return this.facts.module.values[value].constant;
  }

  /** The definition of an operand when the user may absorb it. */
  private candidate(user: PureInstruction, value: ValueId): PureInstruction | undefined {
    const { useCount, region } = this.facts;
    if (useCount[value] !== 1 || this.absorbed[value] === 1) return undefined;
    if (region[value] !== region[user.result] || this.placed[value] !== this.placed[user.result])
      return undefined;
    return pureDefinition(this.facts, value);
  }

  private absorbOne(user: PureInstruction, accept: (inner: PureInstruction) => boolean): boolean {
    // The later operand first: its result is the fresher one.
    for (let index = user.operands.length - 1; index >= 0; index--) {
      const value = user.operands[index];
      const inner = this.candidate(user, value);
      if (inner && accept(inner)) {
        this.absorbed[value] = 1;
        return true;
      }
    }
    return false;
  }

  private add(user: PureInstruction): void {
    const isSum = user.op === 'iadd';
    const isFunnel = isSum && this.funnel(user);
    if (isFunnel || (isSum && (this.count(user) || this.rotated(user)))) return;
    if (isSum && this.absorbOne(user, (inner) => inner.op === 'imul' && !this.isWide(inner))) return;
    if (isSum && this.absorbOne(user, (inner) => this.isConstantShift(inner))) return;
    if (!this.opcodes.has('IADD3')) return;
    const constants = user.operands.filter((each) => this.isConstant(each)).length;
    this.absorbOne(user, (inner) => {
      if (inner.op !== 'iadd' && inner.op !== 'isub') return false;
      // One immediate per instruction.
      return constants + inner.operands.filter((each) => this.isConstant(each)).length <= 1;
    });
  }

  /** A condition added as 0 or 1: a sum with 1 that the value itself replaces where the condition does not hold. */
  private count(user: PureInstruction): boolean {
    if (this.placed[user.result] === 1 || user.operands.length !== 2) return false;
    if (user.operands.some((each) => this.isConstant(each))) return false;
    return this.absorbOne(user, (inner) => isCondition(inner, (value) => this.constantOf(value)));
  }

  private hasProduct({ operands }: PureInstruction): boolean {
    if (operands.some((each) => this.isConstant(each))) return false;
    return operands.some((each) => this.isProduct(pureDefinition(this.facts, each)));
  }

  /** A shift by a constant is a multiplication. */
  private isProduct(definition: PureInstruction | undefined): definition is PureInstruction {
    return definition?.op === 'imul' || (definition?.op === 'shl' && this.isConstantShift(definition));
  }

  /** A multiplication by a power of two is a shift. */
  private isWide(inner: PureInstruction): boolean {
    return inner.operands.every((each) => this.isConstant(each));
  }

  /** LEA adds a value shifted left, LEA.HI one shifted right. */
  private isConstantShift(inner: PureInstruction): boolean {
    return (
      (inner.op === 'shl' || (inner.op === 'ushr' && this.opcodes.has('LEA'))) &&
      this.isConstant(inner.operands[1]) &&
      !this.isConstant(inner.operands[0])
    );
  }

  /** (a << k) op (b >> 32 - k): one funnel shift. */
  private funnel(user: PureInstruction): boolean {
    if (!this.isFunnel(user)) return false;
    for (const shifted of user.operands) this.absorbed[shifted] = 1;
    return true;
  }

  /** LEA.HI adds a value rotated: its other half may be that value too. */
  private rotated(user: PureInstruction): boolean {
    if (!this.opcodes.has('LEA')) return false;
    return this.absorbOne(user, (inner) => {
      if (!this.isFunnel(inner)) return false;
      const [first, second] = inner.operands.map((each) => pureDefinition(this.facts, each)!.operands[0]);
      return first === second && this.funnel(inner);
    });
  }

  private isFunnel(user: PureInstruction): boolean {
    if (user.op === 'not' || user.operands.length !== 2) return false;
    const [first, second] = user.operands as [ValueId, ValueId];
    const left = this.candidate(user, first);
    const right = this.candidate(user, second);
    if (!left || !right || first === second) return false;
    const [high, low] = left.op === 'shl' ? [left, right] : [right, left];
    if (high.op !== 'shl' || low.op !== 'ushr') return false;
    const up = this.constantOf(high.operands[1]);
    const down = this.constantOf(low.operands[1]);
    const bits = 32;
    return up !== undefined && down !== undefined && up + down === bits;
  }

  /** Shifts count modulo the width by themselves. */
  private shiftAmount(user: PureInstruction): void {
    const amount = user.operands[1];
    const inner = this.candidate(user, amount);
    const mask = 31;
    if (inner?.op === 'and' && inner.operands.some((each) => this.constantOf(each) === mask))
      this.absorbed[amount] = 1;
  }

  /** LOP3 can write whether its result is zero to a predicate. */
  private testLogic(user: PureInstruction): void {
    if (!user.operands.some((each) => this.constantOf(each) === 0)) return;
    const tested = user.operands.find((each) => this.constantOf(each) === undefined);
    if (tested === undefined || this.typeOf(tested) !== 'i32') return;
    const inner = this.candidate(user, tested);
    if (!inner || !LOGIC.has(inner.op)) return;
    this.absorbed[tested] = 1;
    this.logic(inner);
  }

  /** Clamping to 0..1 is a modifier of float arithmetic. */
  private saturate(user: PureInstruction): void {
    const [outerLimit, innerLimit] = user.op === 'fmin' ? [1, 0] : [0, 1];
    if (!user.operands.some((each) => this.constantOf(each) === outerLimit)) return;
    const clamped = user.operands.find((each) => this.constantOf(each) === undefined);
    if (clamped === undefined) return;
    const inner = this.candidate(user, clamped);
    if (!inner || inner.op !== (user.op === 'fmin' ? 'fmax' : 'fmin')) return;
    if (!inner.operands.some((each) => this.constantOf(each) === innerLimit)) return;
    this.absorbed[clamped] = 1;
    const value = inner.operands.find((each) => this.constantOf(each) === undefined);
    if (value === undefined) return;
    const producer = this.candidate(inner, value);
    if (producer && ['fadd', 'fsub', 'fmul', 'ffma'].includes(producer.op)) this.absorbed[value] = 1;
  }

  /** Bits behind those that were shifted: a sum that shifts. */
  private addShifted(user: PureInstruction): boolean {
    if (!this.shiftedFields.has(user.result)) return false;
    return this.absorbOne(user, (inner) => inner.op === 'shl' && this.isConstantShift(inner));
  }

  /** Grows a tree of logic from its root while it has at most three inputs, one of them a constant. */
  private logic(root: PureInstruction): void {
    if (this.funnel(root) || this.addShifted(root)) return;
    if (this.wholeTree(root)) return;
    let leaves = [...new Set(root.operands)];
    for (let progress = true; progress; ) {
      progress = false;
      for (const leaf of leaves) {
        const inner = this.logicPart(root, leaf);
        if (!inner) continue;
        const grown = [...new Set([...leaves.filter((each) => each !== leaf), ...inner.operands])];
        if (!this.fitsOneLogic(grown)) continue;
        this.absorbed[leaf] = 1;
        leaves = grown;
        progress = true;
        break;
      }
    }
  }

  /** A tree that reads few values, however often: a choice by bits, a majority. */
  private wholeTree(root: PureInstruction): boolean {
    const inputs = new Set<ValueId>();
    const parts: ValueId[] = [];
    const visit = ({ operands }: PureInstruction): void => {
      for (const each of operands) {
        const inner = parts.length < MOST_LOGIC_PARTS ? this.logicPart(root, each) : undefined;
        if (!inner) inputs.add(each);
        else {
          parts.push(each);
          visit(inner);
        }
      }
    };
    visit(root);
    if (!this.fitsOneLogic([...inputs])) return false;
    for (const part of parts) this.absorbed[part] = 1;
    return true;
  }

  /** The definition of an operand that is logic itself and may be part of the tree. */
  private logicPart(root: PureInstruction, value: ValueId): PureInstruction | undefined {
    const inner = this.candidate(root, value);
    const isPart = inner && LOGIC.has(inner.op) && !this.isFunnel(inner) && !this.shiftedFields.has(value);
    return isPart ? inner : undefined;
  }

  private fitsOneLogic(inputs: readonly ValueId[]): boolean {
    const most = this.opcodes.has('LOP3') ? 3 : 2;
    return inputs.length <= most && inputs.filter((each) => this.isConstant(each)).length <= 1;
  }

  private combineCompare(user: PureInstruction): void {
    if (user.op === 'xor') return;
    this.absorbOne(user, (inner) => COMPARES.has(inner.op) && COMBINED.has(this.typeOf(inner.operands[0])));
  }
}
