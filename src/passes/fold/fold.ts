// Constant folding: operations with constant operands, algebraic identities, and control flow whose way is
// known. One walk in program order; each operation is simplified until no rule applies, and what it becomes
// stands for it from there on.

import { Builder } from '../../ir/builder.ts';
import { inlineRegion } from '../../ir/inline-region.ts';
import type {
  BoundInstruction,
  Construct,
  Instruction,
  Module,
  PureInstruction,
  PureOp,
  Region,
  ScalarType,
  ValueId,
} from '../../ir/ir.ts';
import { forEachInstruction, isTerminator, mapOperands, operandsOf } from '../../ir/walk.ts';
import { simplifyOperation } from './algebra.ts';
import type { AlgebraContext } from './operation.ts';

/** The module with constants folded; the same module when nothing folds. */
export function fold(module: Module): Module {
  const folding = new Folding(module);
  const body = folding.region(module.body);
  if (!folding.isChanged) return module;
  const { values, nextConstruct } = folding.builder;
  return { ...module, body, values, nextConstruct };
}

const LONGEST_CHAIN = 64;

class Folding implements AlgebraContext {
  readonly builder: Builder;
  isChanged = false;
  private readonly replacement: (ValueId | undefined)[] = [];
  private readonly definitions: (PureInstruction | undefined)[] = [];
  private readonly bounds: (BoundInstruction | undefined)[] = [];
  private output: Instruction[] = [];
  private current: Instruction | undefined;
  private readonly carried = new Set<ValueId>();
  private readonly shared = new Set<ValueId>();
  /** The amount by which each value is shifted right, where it is. */
  private readonly shiftedRight = new Map<ValueId, ValueId>();
  private readonly replace = (id: ValueId): ValueId => this.replacement[id] ?? id;

  constructor(module: Module) {
    this.builder = new Builder(module);
    const seen = new Set<ValueId>();
    forEachInstruction(module.body, (instruction) => {
      if (instruction.kind === 'loop') for (const each of instruction.parameters) this.carried.add(each);
      for (const each of operandsOf(instruction)) (seen.has(each) ? this.shared : seen).add(each);
      if (instruction.kind !== 'pure' || instruction.op !== 'ushr') return;
      const [value, amount] = instruction.operands;
      this.shiftedRight.set(value, amount);
    });
  }

  region(region: Region): Region {
    const outer = this.output;
    this.output = [];
    this.list(region.instructions);
    const instructions = this.output;
    this.output = outer;
    return { instructions };
  }

  typeOf(id: ValueId): ScalarType {
    return this.builder.typeOf(id);
  }

  constantOf(id: ValueId): number | undefined {
    return this.builder.constantOf(id);
  }

  definitionOf(id: ValueId): PureInstruction | undefined {
    return this.definitions[id];
  }

  isCarried(id: ValueId): boolean {
    return this.carried.has(id);
  }

  isShared(id: ValueId): boolean {
    return this.shared.has(id);
  }

  isShiftedRight(id: ValueId, places: number): boolean {
    const amount = this.shiftedRight.get(id);
    return amount !== undefined && (this.constantOf(this.replace(amount)) ?? places) === places;
  }

  constant(type: ScalarType, value: number): ValueId {
    return this.builder.constant(type, value);
  }

  pure(op: PureOp, type: ScalarType, operands: readonly ValueId[]): ValueId {
    const result = this.builder.value(type);
    const { span, origin } = this.current!;
    const trailer = { ...(span ? { span } : {}), ...(origin === undefined ? {} : { origin }) };
    return this.operation({ kind: 'pure', op, result, operands, ...trailer });
  }

  /** Folds instructions into the output; true when control does not get past them. */
  private list(instructions: readonly Instruction[]): boolean {
    for (const instruction of instructions) {
      if (this.instruction(instruction)) {
        this.isChanged ||= instruction !== instructions.at(-1);
        return true;
      }
    }
    return false;
  }

  private instruction(original: Instruction): boolean {
    const known = this.knownWay(original);
    if (known) return this.enter(original as Construct, known);
    const instruction = this.renamed(original);
    this.current = instruction;
    switch (instruction.kind) {
      case 'pure':
        this.replaceResult(instruction.result, this.operation(instruction));
        return false;
      case 'bound':
        this.bound(instruction);
        return false;
      default:
        this.output.push(instruction);
        return isTerminator(instruction);
    }
  }

  /** The instruction with replaced operands and folded regions. */
  private renamed(instruction: Instruction): Instruction {
    if ('id' in instruction) return mapOperands(instruction, this.replace, (region) => this.region(region));
    return mapOperands(instruction, this.replace);
  }

  private replaceResult(result: ValueId, by: ValueId): void {
    if (by === result) return;
    this.replacement[result] = by;
    const amount = this.shiftedRight.get(result);
    if (amount !== undefined) this.shiftedRight.set(by, amount);
  }

  /** Simplifies an operation and emits what remains of it; returns the value that it computes. */
  private operation(instruction: PureInstruction): ValueId {
    let simple = instruction;
    const type = this.typeOf(instruction.result);
    for (let steps = 0; steps < LONGEST_CHAIN; steps++) {
      const { op, operands, component } = simple;
      const operation = component === undefined ? { op, type, operands } : { op, type, operands, component };
      const step = simplifyOperation(operation, this);
      if (step === undefined) break;
      this.isChanged = true;
      if (typeof step === 'number') return step;
      simple = { ...simple, ...step };
    }
    this.definitions[simple.result] = simple;
    this.output.push(simple);
    return simple.result;
  }

  private bound(instruction: BoundInstruction): void {
    const { index, size, result } = instruction;
    const number = this.constantOf(index);
    const inner = this.bounds[index];
    const isInside =
      'constant' in size
        ? number !== undefined && number >>> 0 < size.constant
        : inner !== undefined && 'buffer' in inner.size && inner.size.buffer === size.buffer;
    const isBoundAlready =
      'constant' in size &&
      inner !== undefined &&
      'constant' in inner.size &&
      inner.size.constant <= size.constant;
    if (isInside || isBoundAlready) {
      this.isChanged = true;
      this.replaceResult(result, index);
      return;
    }
    this.bounds[result] = instruction;
    this.output.push(instruction);
  }

  /** The only region that control can enter, where that is known. */
  private knownWay(instruction: Instruction): Region | undefined {
    if (instruction.kind === 'if') {
      const condition = this.constantOf(this.replace(instruction.condition));
      return condition === undefined ? undefined : condition ? instruction.then : instruction.otherwise;
    }
    if (instruction.kind !== 'switch') return undefined;
    const selector = this.constantOf(this.replace(instruction.selector));
    if (selector === undefined) return undefined;
    const { cases } = instruction;
    return (cases.find((each) => each.values.includes(selector)) ?? cases.find((each) => each.isDefault))!
      .body;
  }

  /** Folds the region in the place of the construct; true when control does not get past it. */
  private enter(construct: Construct, region: Region): boolean {
    this.isChanged = true;
    const inlined = inlineRegion(construct, region);
    const isEnd = this.list(inlined.instructions);
    inlined.values?.forEach((value, k) => {
      this.replaceResult(construct.results[k], this.replace(value));
    });
    return isEnd || inlined.isEnd;
  }
}
