// Plainer control flow, without a change in what runs: blocks that nothing leaves early dissolve, loops that
// never repeat become straight code, an `if` that only chooses values becomes selects, code goes out of the
// one arm that reaches the end of its `if`, and early exits of a block become arms.

import { Builder } from '../ir/builder.ts';
import { countBreaks, countNexts, inlineRegion } from '../ir/inline-region.ts';
import type {
  BlockInstruction,
  Construct,
  IfInstruction,
  Instruction,
  Module,
  Region,
  ValueId,
} from '../ir/ir.ts';
import { areSameRegions } from '../ir/same-region.ts';
import { isTerminator, mapOperands, operandsOf, regionsOf } from '../ir/walk.ts';
import { settleExits } from './settle-exits.ts';

/** The module with simpler control flow; the same module when nothing can be simpler. */
export function simplifyControl(module: Module): Module {
  const simplifier = new Simplifier(module);
  const body = simplifier.region(module.body);
  if (!simplifier.isChanged) return module;
  const { values, nextConstruct } = simplifier.builder;
  return { ...module, body, values, nextConstruct };
}

class Simplifier {
  readonly builder: Builder;
  isChanged = false;
  private readonly replacement: (ValueId | undefined)[] = [];
  private readonly replace = (id: ValueId): ValueId => this.replacement[id] ?? id;

  constructor(module: Module) {
    this.builder = new Builder(module);
  }

  region(region: Region): Region {
    const output: Instruction[] = [];
    this.list(region.instructions, output);
    return { instructions: output };
  }

  /** Simplifies instructions into the output, up to where control cannot get past them. */
  private list(instructions: readonly Instruction[], output: Instruction[]): void {
    for (let k = 0; k < instructions.length; k++) {
      this.instruction(instructions[k], output);
      const last = output.at(-1);
      if (!last || !isTerminator(last)) continue;
      this.isChanged ||= k < instructions.length - 1 && instructions[k + 1].kind !== 'unreachable';
      return;
    }
  }

  private instruction(instruction: Instruction, output: Instruction[]): void {
    if ('id' in instruction) this.construct(instruction, output);
    else output.push(this.renamed(instruction));
  }

  private renamed(instruction: Instruction): Instruction {
    for (const operand of operandsOf(instruction)) {
      if (this.replacement[operand] !== undefined) return mapOperands(instruction, this.replace);
    }
    return instruction;
  }

  private construct(construct: Construct, output: Instruction[]): void {
    if (construct.kind === 'loop' && countNexts(construct.body, construct.id) === 0) {
      construct.parameters.forEach((parameter, k) => {
        this.replacement[parameter] = this.replace(construct.initial[k]);
      });
      this.enter(construct, construct.body, output);
    } else if (construct.kind === 'switch' && construct.cases.length === 1) {
      this.enter(construct, construct.cases[0].body, output);
    } else if (construct.kind === 'block') this.block(construct, output);
    else if (construct.kind === 'if') this.if(construct, output);
    else this.keep(construct, output);
  }

  private block(block: BlockInstruction, output: Instruction[]): void {
    if (this.settle(block, output)) return;
    // What is simpler inside may show exits that can be settled now.
    const simpler = { ...block, body: this.region(block.body) };
    if (!this.settle(simpler, output)) this.push(simpler, output);
  }

  /** Dissolves the block or its early exits; false when neither is possible. */
  private settle(block: BlockInstruction, output: Instruction[]): boolean {
    const inlined = inlineRegion(block, block.body);
    const settled = inlined.values ? undefined : settleExits(block, this.builder);
    if (!inlined.values && !settled) return false;
    this.isChanged = true;
    if (settled) this.block(settled, output);
    else this.enter(block, block.body, output);
    return true;
  }

  private if(construct: IfInstruction, output: Instruction[]): void {
    const { then, otherwise } = construct;
    const thenEnds = countBreaks(then, construct.id);
    const otherwiseEnds = countBreaks(otherwise, construct.id);
    const isThenEmpty = isEmpty(then, construct);
    const isOtherwiseEmpty = isEmpty(otherwise, construct);
    if (isNever(then)) this.enter(construct, otherwise, output);
    else if (isNever(otherwise)) this.enter(construct, then, output);
    else if (isThenEmpty && isOtherwiseEmpty) this.choose(construct, output);
    else if (areSameRegions(then, otherwise)) this.enter(construct, then, output);
    else if (thenEnds === 0 && otherwiseEnds === 0) {
      this.takeOut(construct, isNext(then) && !isNext(otherwise) ? 'then' : 'otherwise', 0, output);
    } else if (thenEnds === 0 && !isOtherwiseEmpty)
      this.takeOut(construct, 'otherwise', otherwiseEnds, output);
    else if (otherwiseEnds === 0 && !isThenEmpty) this.takeOut(construct, 'then', thenEnds, output);
    else this.keep(construct, output);
  }

  /** Both arms are empty: each result is one of two values. */
  private choose(
    { condition, results, then, otherwise, span, origin }: IfInstruction,
    output: Instruction[],
  ): void {
    this.isChanged = true;
    const trailer = { ...(span ? { span } : {}), ...(origin === undefined ? {} : { origin }) };
    const ifTrue = operandsOf(then.instructions[0]).map(this.replace);
    const ifFalse = operandsOf(otherwise.instructions[0]).map(this.replace);
    results.forEach((result, k) => {
      const operands = [this.replace(condition), ifTrue[k], ifFalse[k]];
      if (ifTrue[k] === ifFalse[k]) this.replacement[result] = ifTrue[k];
      else output.push({ kind: 'pure', op: 'select', result, operands, ...trailer });
    });
  }

  /**
   * One arm leaves for somewhere else, so what the other does can follow the `if`. When neither reaches the
   * end, the caller chooses the arm that starts the next iteration, or else `otherwise`.
   */
  private takeOut(
    construct: IfInstruction,
    arm: 'then' | 'otherwise',
    ends: number,
    output: Instruction[],
  ): void {
    const taken = construct[arm];
    const isStraight = ends === 1 && isOwnBreak(taken.instructions.at(-1)!, construct);
    if (ends > 0 && !isStraight) {
      this.keep(construct, output);
      return;
    }
    const { id, span } = construct;
    const empty: Region = {
      instructions: [{ kind: 'break', target: id, values: [], ...(span ? { span } : {}) }],
    };
    this.isChanged = true;
    this.keep({ ...construct, results: [], [arm]: empty }, output);
    this.enter(construct, taken, output);
  }

  private keep(construct: Construct, output: Instruction[]): void {
    const kept = mapOperands(construct, this.replace, (region) => this.region(region)) as Construct;
    this.push(kept, output);
  }

  private push(construct: Construct, output: Instruction[]): void {
    output.push(construct);
    const isPassed = regionsOf(construct).some((region) => countBreaks(region, construct.id) > 0);
    if (!isPassed) output.push({ kind: 'unreachable' });
  }

  /** Puts a region in the place of its construct. */
  private enter(construct: Construct, region: Region, output: Instruction[]): void {
    this.isChanged = true;
    const { instructions, values } = inlineRegion(construct, region);
    this.list(instructions, output);
    values?.forEach((value, k) => {
      this.replacement[construct.results[k]] = this.replace(value);
    });
  }
}

function isOwnBreak(instruction: Instruction, construct: Construct): boolean {
  return instruction.kind === 'break' && instruction.target === construct.id;
}

function isNext(region: Region): boolean {
  return region.instructions.at(-1)!.kind === 'next';
}

function isEmpty(region: Region, construct: Construct): boolean {
  return isOwnBreak(region.instructions[0], construct);
}

function isNever(region: Region): boolean {
  return region.instructions[0].kind === 'unreachable';
}
