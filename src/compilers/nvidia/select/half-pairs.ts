// Which f16 values share a register: neighbouring components of a load, and results of one operation on such
// neighbours. Arithmetic on two halves is one instruction; each operand is a pair, or one half read twice. Other
// operations give two halves that a PRMT puts together. What a loop carries is taken for paired until one of the
// values that flow in is not. Source: driver code for SM 9.0 (HFMA2 on vectors, PRMT after MUFU.SQRT.F16).

import type { ConstructId, Instruction, Module, PureInstruction, Region, ValueId } from '../../../ir/ir.ts';
import { operandsOf, regionsOf } from '../../../ir/walk.ts';

/** By value: the other half in the same register, -1 for values that have one of their own. */
export interface HalfPairs {
  readonly partner: Int32Array;
  /** 1 for values in the upper half. */
  readonly isUpper: Uint8Array;
}

/** How far behind its first half an operation is looked for. */
const WINDOW = 8;

/** `packs`: true for operations whose results are worth pairing. */
export function findHalfPairs(module: Module, packs: (instruction: PureInstruction) => boolean): HalfPairs {
  const refuted = new Set<ValueId>();
  for (;;) {
    const finder = new PairFinder(module, packs, refuted);
    finder.region(module.body);
    if (!finder.hasRefuted) return finder;
  }
}

class PairFinder implements HalfPairs {
  readonly partner: Int32Array;
  readonly isUpper: Uint8Array;
  hasRefuted = false;
  private readonly module: Module;
  private readonly packs: (instruction: PureInstruction) => boolean;
  /** Parameters of loops, lower halves, that turned out to be no pairs. */
  private readonly refuted: Set<ValueId>;
  /** What flows into the results of a construct and the parameters of a loop. */
  private readonly leaving = new Map<ConstructId, (readonly ValueId[])[]>();
  private readonly repeating = new Map<ConstructId, (readonly ValueId[])[]>();

  constructor(module: Module, packs: (instruction: PureInstruction) => boolean, refuted: Set<ValueId>) {
    this.module = module;
    this.packs = packs;
    this.refuted = refuted;
    this.partner = new Int32Array(module.values.length).fill(-1);
    this.isUpper = new Uint8Array(module.values.length);
  }

  region({ instructions }: Region): void {
    instructions.forEach((instruction, position) => {
      switch (instruction.kind) {
        case 'load':
          if (this.isHalf(instruction.results[0])) this.join(instruction.results);
          return;
        case 'pure':
          if (this.isPackable(instruction)) this.findSecond(instruction, instructions, position);
          return;
        case 'break':
          append(this.leaving, instruction.target, instruction.values);
          return;
        case 'next':
          append(this.repeating, instruction.target, instruction.values);
          return;
        default:
          if (regionsOf(instruction).length > 0) this.construct(instruction);
      }
    });
  }

  private construct(instruction: Instruction): void {
    if (!('id' in instruction)) return;
    if (instruction.kind === 'loop') this.join(this.halves(instruction.parameters), this.refuted);
    for (const region of regionsOf(instruction)) this.region(region);
    if (instruction.kind === 'loop') {
      const flows = [instruction.initial, ...(this.repeating.get(instruction.id) ?? [])];
      for (const lower of instruction.parameters) {
        const upper = this.partner[lower];
        if (upper < 0 || this.isUpper[lower] === 1) continue;
        const [first, second] = [
          instruction.parameters.indexOf(lower),
          instruction.parameters.indexOf(upper),
        ];
        if (flows.every((values) => this.isPair(values[first], values[second]))) continue;
        this.refuted.add(lower);
        this.hasRefuted = true;
      }
    }
    const flows = this.leaving.get(instruction.id) ?? [];
    const { results } = instruction;
    const halves = this.halves(results);
    for (let at = 0; at + 1 < halves.length; at++) {
      const [lower, upper] = [halves[at], halves[at + 1]];
      const [first, second] = [results.indexOf(lower), results.indexOf(upper)];
      if (flows.length > 0 && flows.every((values) => this.isPair(values[first], values[second]))) {
        this.pair(lower, upper);
        at++;
      }
    }
  }

  /** Pairs the result with that of the same operation on the other halves, soon after and not before a use. */
  private findSecond(first: PureInstruction, instructions: readonly Instruction[], position: number): void {
    const end = Math.min(instructions.length, position + WINDOW);
    for (let at = position + 1; at < end; at++) {
      const second = instructions[at];
      if (operandsOf(second).includes(first.result)) return;
      if (second.kind !== 'pure') {
        if (regionsOf(second).length > 0) return;
        continue;
      }
      if (second.op !== first.op || !this.isPackable(second)) continue;
      const sides = first.operands.map((operand, index) => [operand, second.operands[index]] as const);
      const isSame = sides.every(([a, b]) => a === b || this.isPair(a, b));
      const isNarrowing = first.op === 'f2f' && !this.isHalf(first.operands[0]);
      if (!isNarrowing && (!isSame || !sides.some(([a, b]) => this.partner[a] === b))) continue;
      this.pair(first.result, second.result);
      return;
    }
  }

  private isPackable(instruction: PureInstruction): boolean {
    const { result } = instruction;
    return this.isHalf(result) && this.partner[result] < 0 && this.packs(instruction);
  }

  private isHalf(value: ValueId): boolean {
    return this.module.values[value].type === 'f16';
  }

  private halves(values: readonly ValueId[]): ValueId[] {
    return values.filter((value) => this.isHalf(value));
  }

  /** True when one register holds, or can be given as a constant, both. */
  private isPair(lower: ValueId, upper: ValueId): boolean {
    if (this.partner[lower] === upper) return this.isUpper[lower] === 0;
    const { values } = this.module;
    return values[lower].constant !== undefined && values[upper].constant !== undefined;
  }

  private join(values: readonly ValueId[], except?: ReadonlySet<ValueId>): void {
    for (let at = 0; at + 1 < values.length; at += 2)
      if (!except?.has(values[at])) this.pair(values[at], values[at + 1]);
  }

  private pair(lower: ValueId, upper: ValueId): void {
    this.partner[lower] = upper;
    this.partner[upper] = lower;
    this.isUpper[upper] = 1;
  }
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
