// Copies of code with fresh values and construct ids, as unrolling needs them. Operations whose operands have
// all become constants are computed instead of copied.

import type { Builder } from './builder.ts';
import { evaluatePure } from './evaluate.ts';
import type { Construct, ConstructId, Instruction, PureInstruction, Region, ValueId } from './ir.ts';
import { inherit } from './notes.ts';
import { mapOperands, resultsOf } from './walk.ts';

/** Which value and construct stand for which in one copy. */
export class Copy {
  readonly values = new Map<ValueId, ValueId>();
  readonly constructs = new Map<ConstructId, ConstructId>();
  /** Loops whose `next` becomes a break of the construct given here: a block around one iteration. */
  readonly nextAsBreak = new Map<ConstructId, ConstructId>();
  private readonly builder: Builder;

  constructor(builder: Builder) {
    this.builder = builder;
  }

  readonly value = (id: ValueId): ValueId => this.values.get(id) ?? id;

  /** Copies an instruction to the end of `output`. */
  instruction(instruction: Instruction, output: Instruction[]): void {
    switch (instruction.kind) {
      case 'pure': {
        const known = this.computed(instruction);
        if (known !== undefined) this.values.set(instruction.result, known);
        else output.push(this.leaf(instruction));
        return;
      }
      case 'break':
        output.push({
          ...instruction,
          target: this.constructs.get(instruction.target) ?? instruction.target,
          values: instruction.values.map(this.value),
        });
        return;
      case 'next':
        output.push(this.next(instruction));
        return;
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        output.push(this.construct(instruction));
        return;
      default:
        output.push(this.leaf(instruction));
    }
  }

  region(region: Region): Region {
    const instructions: Instruction[] = [];
    for (const instruction of region.instructions) this.instruction(instruction, instructions);
    return { instructions };
  }

  private next(instruction: Extract<Instruction, { kind: 'next' }>): Instruction {
    const values = instruction.values.map(this.value);
    const block = this.nextAsBreak.get(instruction.target);
    if (block !== undefined) return { ...instruction, kind: 'break', target: block, values };
    return { ...instruction, target: this.constructs.get(instruction.target) ?? instruction.target, values };
  }

  private construct(construct: Construct): Instruction {
    const id = this.builder.construct();
    this.constructs.set(construct.id, id);
    inherit(this.builder.notes.constructs, construct.id, id);
    if (construct.kind === 'loop') {
      const initial = construct.initial.map(this.value);
      const parameters = construct.parameters.map((each) => this.fresh(each));
      const body = this.region(construct.body);
      return {
        ...construct,
        id,
        initial,
        parameters,
        body,
        results: construct.results.map((each) => this.fresh(each)),
      };
    }
    const copy = mapOperands(construct, this.value, (region) => this.region(region)) as Construct;
    return { ...copy, id, results: construct.results.map((each) => this.fresh(each)) };
  }

  /** A copy of an instruction without regions. */
  private leaf(instruction: Instruction): Instruction {
    if (instruction.kind === 'pure') {
      const operands = instruction.operands.map(this.value);
      return { ...instruction, operands, result: this.fresh(instruction.result) };
    }
    const copy = mapOperands(instruction, this.value);
    if (copy.kind === 'store') return copy;
    const results = resultsOf(instruction).map((each) => this.fresh(each));
    if ('results' in copy) return { ...copy, results } as Instruction;
    if ('resultHigh' in copy) return { ...copy, result: results[0], resultHigh: results[1] } as Instruction;
    if ('result' in copy) return { ...copy, result: results[0] } as Instruction;
    return copy;
  }

  private fresh(id: ValueId): ValueId {
    const { type, name } = this.builder.values[id];
    const copy = this.builder.value(type, name);
    this.values.set(id, copy);
    inherit(this.builder.notes.values, id, copy);
    return copy;
  }

  private computed({ op, operands, component, result }: PureInstruction): ValueId | undefined {
    for (let k = 0; k < operands.length; k++) {
      if (this.builder.constantOf(this.value(operands[k])) === undefined) return undefined;
    }
    const numbers = operands.map((operand) => this.builder.constantOf(this.value(operand))!);
    const type = this.builder.typeOf(result);
    const types = operands.map((id) => this.builder.typeOf(id));
    // 64-bit integers do not fit the numbers that constants are.
    if (type === 'i64' || types.includes('i64')) return undefined;
    return this.builder.constant(type, evaluatePure(op, type, types, numbers, component));
  }
}
