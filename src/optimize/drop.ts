// Removes what has no influence: instructions, results, loop parameters, stores to private variables that are
// never read, and whole constructs. Everything counts as dead until an effect needs it, so values that only
// feed themselves around a loop go as well.

import type { Construct, ConstructId, Instruction, Module, Region, ValueId } from '../ir/ir.ts';
import { forEachInstruction, mapOperands, operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';
import { filterModule } from './filter.ts';
import { dropVariables } from './variables.ts';

/** The module without dead code; the same module when there is none. */
export function drop(module: Module): Module {
  const liveness = new Liveness(module);
  const filtered = filterModule(module, {
    keeps: (instruction) => liveness.isNeeded(instruction),
    isRemoved: liveness.deadJoins(),
    replace: (id) => id,
  });
  return dropVariables(dropAtomicResults(filtered, liveness));
}

type Jump = Extract<Instruction, { kind: 'break' | 'next' }>;

class Liveness {
  private readonly needed = new Set<Instruction>();
  private readonly isLive: Uint8Array;
  /** What defines each value. */
  private readonly definition: (Instruction | undefined)[];
  /** For results of constructs and parameters of loops: which one. */
  private readonly joinIndex: Int32Array;
  private readonly isParameter: Uint8Array;
  private readonly parent = new Map<Instruction, Construct | undefined>();
  private readonly breaks: Jump[][] = [];
  private readonly nexts: Jump[][] = [];
  private readonly privateStores: Instruction[][];
  private readonly pendingValues: ValueId[] = [];
  private readonly pendingInstructions: Instruction[] = [];

  constructor(module: Module) {
    const count = module.values.length;
    this.isLive = new Uint8Array(count);
    this.definition = new Array<Instruction | undefined>(count).fill(undefined);
    this.joinIndex = new Int32Array(count).fill(-1);
    this.isParameter = new Uint8Array(count);
    this.privateStores = module.variables.map(() => []);
    this.collect(module.body, undefined);
    this.spread();
  }

  isNeeded(instruction: Instruction): boolean {
    // Terminators stay as long as their region does.
    const { kind } = instruction;
    if (kind === 'break' || kind === 'next' || kind === 'return' || kind === 'unreachable') return true;
    return this.needed.has(instruction);
  }

  isUsed(id: ValueId): boolean {
    return this.isLive[id] === 1;
  }

  deadJoins(): Uint8Array {
    const dead = new Uint8Array(this.isLive.length);
    for (let id = 0; id < dead.length; id++) dead[id] = this.joinIndex[id]! >= 0 && !this.isLive[id] ? 1 : 0;
    return dead;
  }

  private collect(region: Region, parent: Construct | undefined): void {
    for (const instruction of region.instructions) {
      this.parent.set(instruction, parent);
      for (const result of resultsOf(instruction)) this.definition[result] = instruction;
      if ('id' in instruction) this.collectConstruct(instruction);
      else if (instruction.kind === 'break') this.breaks[instruction.target]!.push(instruction);
      else if (instruction.kind === 'next') this.nexts[instruction.target]!.push(instruction);
      else if (instruction.kind === 'store' && instruction.root.space === 'private') {
        this.privateStores[instruction.root.index]!.push(instruction);
      }
      if (isRoot(instruction)) this.need(instruction);
    }
  }

  private collectConstruct(construct: Construct): void {
    this.breaks[construct.id] = [];
    this.nexts[construct.id] = [];
    construct.results.forEach((id, k) => {
      this.joinIndex[id] = k;
    });
    if (construct.kind === 'loop') {
      construct.parameters.forEach((id, k) => {
        this.joinIndex[id] = k;
        this.isParameter[id] = 1;
        this.definition[id] = construct;
      });
    }
    for (const inner of regionsOf(construct)) this.collect(inner, construct);
  }

  private spread(): void {
    while (this.pendingInstructions.length > 0 || this.pendingValues.length > 0) {
      const instruction = this.pendingInstructions.pop();
      if (instruction) this.spreadFrom(instruction);
      const value = this.pendingValues.pop();
      if (value !== undefined) this.spreadFromValue(value);
    }
  }

  private need(instruction: Instruction): void {
    if (this.needed.has(instruction)) return;
    this.needed.add(instruction);
    this.pendingInstructions.push(instruction);
  }

  private use(id: ValueId): void {
    if (this.isLive[id]) return;
    this.isLive[id] = 1;
    this.pendingValues.push(id);
  }

  private spreadFrom(instruction: Instruction): void {
    const parent = this.parent.get(instruction);
    if (parent) this.need(parent);
    switch (instruction.kind) {
      case 'load':
        if (instruction.root.space === 'private') this.needStores(instruction.root.index);
        break;
      case 'if':
      case 'switch':
      case 'block':
      case 'loop':
        this.needWays(instruction.id);
        break;
      default:
    }
    // Initial values of a loop are used one by one, with the parameters.
    if (instruction.kind !== 'loop') for (const operand of operandsOf(instruction)) this.use(operand);
  }

  /** Whatever decides by which jump control leaves or repeats the construct. */
  private needWays(id: ConstructId): void {
    for (const jump of [...this.breaks[id]!, ...this.nexts[id]!]) {
      const parent = this.parent.get(jump);
      if (parent) this.need(parent);
    }
  }

  private needStores(variable: number): void {
    for (const store of this.privateStores[variable]!) this.need(store);
  }

  private spreadFromValue(id: ValueId): void {
    const definition = this.definition[id];
    if (!definition) return;
    this.need(definition);
    const index = this.joinIndex[id]!;
    if (index < 0) return;
    const construct = definition as Construct;
    const jumps = this.isParameter[id] ? this.nexts[construct.id]! : this.breaks[construct.id]!;
    for (const jump of jumps) this.use(jump.values[index]!);
    if (this.isParameter[id] && construct.kind === 'loop') this.use(construct.initial[index]!);
  }
}

/** True for what must stay whatever uses it. A `return` inside a construct decides whether the rest runs. */
function isRoot(instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'store':
      return instruction.root.space !== 'private';
    case 'atomic':
      return instruction.op !== 'load';
    case 'barrier':
    case 'return':
      return true;
    case 'loop':
      return !instruction.isFinite;
    default:
      return false;
  }
}

/** An atomic whose old value nobody reads is a reduction. */
function dropAtomicResults(module: Module, liveness: Liveness): Module {
  let hasAny = false;
  forEachInstruction(module.body, (instruction) => {
    hasAny ||=
      instruction.kind === 'atomic' &&
      instruction.result !== undefined &&
      !liveness.isUsed(instruction.result);
  });
  if (!hasAny) return module;
  const region = (each: Region): Region => ({
    instructions: each.instructions.map((instruction): Instruction => {
      if (
        instruction.kind === 'atomic' &&
        instruction.result !== undefined &&
        !liveness.isUsed(instruction.result)
      ) {
        const { result: _, ...reduction } = instruction;
        return reduction;
      }
      return 'id' in instruction ? mapOperands(instruction, (id) => id, region) : instruction;
    }),
  });
  return { ...module, body: region(module.body) };
}
