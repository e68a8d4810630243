// Removes what has no influence: instructions, results, loop parameters, stores to private variables that are
// never read, and whole constructs. Everything counts as dead until an effect needs it, so values that only
// feed themselves around a loop go as well.

import { filterModule } from '../ir/filter.ts';
import type { Construct, ConstructId, Instruction, Module, Notes, Region, ValueId } from '../ir/ir.ts';
import { FINITE, isNoted } from '../ir/notes.ts';
import {
  forEachInstruction,
  isTerminator,
  mapOperands,
  operandsOf,
  regionsOf,
  resultsOf,
} from '../ir/walk.ts';
import { dropVariables } from './unused-variables.ts';

/** The module without dead code; the same module when there is none. */
export function drop(module: Module): Module {
  const liveness = new Liveness(module);
  const filtered = filterModule(module, {
    keeps: (instruction, position) => isTerminator(instruction) || liveness.isNeeded(position),
    isRemoved: liveness.deadJoins(),
  });
  return dropVariables(dropAtomicResults(filtered, liveness));
}

/** A `break` or `next`, and the construct right around it. */
interface Jump {
  readonly values: readonly ValueId[];
  readonly parent: number;
}

const NOWHERE = -1;

/** Finds what is needed. Instructions are known by their position in program order. */
class Liveness {
  private readonly instructions: Instruction[] = [];
  /** The construct around each instruction. */
  private readonly parents: number[] = [];
  private readonly needed: boolean[] = [];
  private readonly isLive: Uint8Array;
  /** What defines each value. */
  private readonly definition: Int32Array;
  /** For results of constructs and parameters of loops: which one. */
  private readonly joinIndex: Int32Array;
  private readonly isParameter: Uint8Array;
  /** By construct id. */
  private readonly breaks: Jump[][] = [];
  private readonly nexts: Jump[][] = [];
  private readonly privateStores: number[][];
  private readonly pending: number[] = [];
  private readonly notes: Notes;

  constructor(module: Module) {
    const count = module.values.length;
    this.notes = module.notes;
    this.isLive = new Uint8Array(count);
    this.definition = new Int32Array(count).fill(NOWHERE);
    this.joinIndex = new Int32Array(count).fill(-1);
    this.isParameter = new Uint8Array(count);
    this.privateStores = module.variables.map(() => []);
    this.collect(module.body, NOWHERE);
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) this.spread(next);
  }

  isNeeded(position: number): boolean {
    return this.needed[position];
  }

  isUsed(id: ValueId): boolean {
    return this.isLive[id] === 1;
  }

  deadJoins(): Uint8Array {
    const isDead = new Uint8Array(this.isLive.length);
    for (let id = 0; id < isDead.length; id++) {
      if (this.joinIndex[id] >= 0 && this.isLive[id] === 0) isDead[id] = 1;
    }
    return isDead;
  }

  private collect(region: Region, parent: number): void {
    for (const instruction of region.instructions) {
      const position = this.instructions.push(instruction) - 1;
      this.parents.push(parent);
      this.needed.push(false);
      for (const result of resultsOf(instruction)) this.definition[result] = position;
      if ('id' in instruction) this.collectConstruct(instruction, position);
      else if (instruction.kind === 'break')
        this.breaks[instruction.target].push({ values: instruction.values, parent });
      else if (instruction.kind === 'next')
        this.nexts[instruction.target].push({ values: instruction.values, parent });
      else if (instruction.kind === 'store' && instruction.root.space === 'private') {
        this.privateStores[instruction.root.index].push(position);
      }
      if (this.isRoot(instruction)) this.need(position);
    }
  }

  /** True for what must stay whatever uses it. A `return` inside a construct decides whether the rest runs. */
  private isRoot(instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'store':
        return instruction.root.space !== 'private';
      case 'atomic':
        return instruction.op !== 'load';
      case 'texture':
        return instruction.op === 'store';
      case 'barrier':
      case 'return':
        return true;
      case 'loop':
        return !isNoted(this.notes.constructs, instruction.id, FINITE);
      default:
        return false;
    }
  }

  private collectConstruct(construct: Construct, position: number): void {
    this.breaks[construct.id] = [];
    this.nexts[construct.id] = [];
    construct.results.forEach((id, k) => {
      this.joinIndex[id] = k;
    });
    if (construct.kind === 'loop') {
      construct.parameters.forEach((id, k) => {
        this.joinIndex[id] = k;
        this.isParameter[id] = 1;
        this.definition[id] = position;
      });
    }
    for (const inner of regionsOf(construct)) this.collect(inner, position);
  }

  private need(position: number): void {
    if (position === NOWHERE || this.needed[position]) return;
    this.needed[position] = true;
    this.pending.push(position);
  }

  private spread(position: number): void {
    this.need(this.parents[position]);
    const instruction = this.instructions[position];
    if (instruction.kind === 'load' && instruction.root.space === 'private') {
      for (const store of this.privateStores[instruction.root.index]) this.need(store);
    }
    if ('id' in instruction) this.needWays(instruction.id);
    // Initial values of a loop are used one by one, with the parameters.
    if (instruction.kind !== 'loop') for (const operand of operandsOf(instruction)) this.use(operand);
  }

  /** Whatever decides by which jump control leaves or repeats the construct. */
  private needWays(id: ConstructId): void {
    for (const { parent } of this.breaks[id]) this.need(parent);
    for (const { parent } of this.nexts[id]) this.need(parent);
  }

  private use(id: ValueId): void {
    if (this.isLive[id]) return;
    if (this.joinIndex[id] < 0) {
      this.isLive[id] = 1;
      this.need(this.definition[id]);
      return;
    }
    // Joins lead to joins in long chains, so this must not work by recursion.
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.isLive[next]) continue;
      this.isLive[next] = 1;
      const position = this.definition[next];
      if (position === NOWHERE) continue;
      this.need(position);
      if (this.joinIndex[next] >= 0) this.addJoined(next, this.instructions[position] as Construct, open);
    }
  }

  /** Adds the values that a result or parameter may take. */
  private addJoined(id: ValueId, construct: Construct, values: ValueId[]): void {
    const index = this.joinIndex[id];
    const isParameter = this.isParameter[id] === 1;
    const jumps = isParameter ? this.nexts[construct.id] : this.breaks[construct.id];
    for (const jump of jumps) values.push(jump.values[index]);
    if (isParameter && construct.kind === 'loop') values.push(construct.initial[index]);
  }
}

/** An atomic whose old value nobody reads is a reduction. */
function dropAtomicResults(module: Module, liveness: Liveness): Module {
  let hasAny = false;
  forEachInstruction(module.body, (instruction) => {
    hasAny ||=
      instruction.kind === 'atomic' &&
      instruction.result !== undefined &&
      !resultsOf(instruction).some((each) => liveness.isUsed(each));
  });
  if (!hasAny) return module;
  const region = (each: Region): Region => ({
    instructions: each.instructions.map((instruction): Instruction => {
      if (
        instruction.kind === 'atomic' &&
        instruction.result !== undefined &&
        !resultsOf(instruction).some((each) => liveness.isUsed(each))
      ) {
        const { result: _, resultHigh: __, ...reduction } = instruction;
        return reduction;
      }
      return 'id' in instruction ? mapOperands(instruction, (id) => id, region) : instruction;
    }),
  });
  return { ...module, body: region(module.body) };
}
