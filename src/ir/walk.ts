// Reading and rewriting instructions without naming every kind: what an instruction uses, what it defines,
// which regions it holds, and a copy of it with values replaced. Passes are written on top of these.

import type { Instruction, Region, Terminator, ValueId } from './ir.ts';

const NONE: readonly ValueId[] = [];

/** Values that the instruction itself reads (not those read inside its regions). */
export function operandsOf(instruction: Instruction): readonly ValueId[] {
  switch (instruction.kind) {
    case 'pure':
      return instruction.operands;
    case 'bound':
      return [instruction.index];
    case 'load':
      return [instruction.address];
    case 'store':
      return [instruction.address, ...instruction.values];
    case 'atomic':
      return [instruction.address, ...instruction.operands];
    case 'subgroup': {
      const used: ValueId[] = [];
      if (instruction.operand !== undefined) used.push(instruction.operand);
      if (instruction.lane !== undefined) used.push(instruction.lane);
      return used;
    }
    case 'if':
      return [instruction.condition];
    case 'switch':
      return [instruction.selector];
    case 'loop':
      return instruction.initial;
    case 'break':
    case 'next':
      return instruction.values;
    default:
      return NONE;
  }
}

/** Values that are defined for the instructions after this one. Loop parameters are not among them. */
export function resultsOf(instruction: Instruction): readonly ValueId[] {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
      return [instruction.result];
    case 'load':
    case 'subgroup':
    case 'if':
    case 'switch':
    case 'block':
    case 'loop':
      return instruction.results;
    case 'atomic':
      return instruction.result === undefined ? NONE : [instruction.result];
    default:
      return NONE;
  }
}

/** The regions that the instruction holds, in order. */
export function regionsOf(instruction: Instruction): readonly Region[] {
  switch (instruction.kind) {
    case 'if':
      return [instruction.then, instruction.otherwise];
    case 'switch':
      return instruction.cases.map((each) => each.body);
    case 'block':
    case 'loop':
      return [instruction.body];
    default:
      return [];
  }
}

export function isTerminator(instruction: Instruction): instruction is Terminator {
  const kind = instruction.kind;
  return kind === 'break' || kind === 'next' || kind === 'return' || kind === 'unreachable';
}

/** True when removing the instruction could change what a kernel does, even if no result is used. */
export function hasEffect(instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'pure':
    case 'input':
    case 'bound':
    case 'arrayLength':
    case 'load':
      return false;
    default:
      return true;
  }
}

/**
 * The instruction with its operands passed through `map` and its regions through `mapRegion`; results,
 * parameters and construct ids are kept. Returns the same object when nothing changed.
 */
export function mapOperands(
  instruction: Instruction,
  map: (value: ValueId) => ValueId,
  mapRegion: (region: Region) => Region = (region) => region,
): Instruction {
  switch (instruction.kind) {
    case 'pure':
      return { ...instruction, operands: instruction.operands.map(map) };
    case 'bound':
      return { ...instruction, index: map(instruction.index) };
    case 'load':
      return { ...instruction, address: map(instruction.address) };
    case 'store':
      return { ...instruction, address: map(instruction.address), values: instruction.values.map(map) };
    case 'atomic':
      return { ...instruction, address: map(instruction.address), operands: instruction.operands.map(map) };
    case 'subgroup':
      return {
        ...instruction,
        ...(instruction.operand === undefined ? {} : { operand: map(instruction.operand) }),
        ...(instruction.lane === undefined ? {} : { lane: map(instruction.lane) }),
      };
    case 'if':
      return {
        ...instruction,
        condition: map(instruction.condition),
        then: mapRegion(instruction.then),
        otherwise: mapRegion(instruction.otherwise),
      };
    case 'switch':
      return {
        ...instruction,
        selector: map(instruction.selector),
        cases: instruction.cases.map((each) => ({ ...each, body: mapRegion(each.body) })),
      };
    case 'block':
      return { ...instruction, body: mapRegion(instruction.body) };
    case 'loop':
      return { ...instruction, initial: instruction.initial.map(map), body: mapRegion(instruction.body) };
    case 'break':
    case 'next':
      return { ...instruction, values: instruction.values.map(map) };
    default:
      return instruction;
  }
}

/** Calls `visit` for every instruction, outer before inner, in order. */
export function forEachInstruction(region: Region, visit: (instruction: Instruction) => void): void {
  for (const instruction of region.instructions) {
    visit(instruction);
    for (const inner of regionsOf(instruction)) forEachInstruction(inner, visit);
  }
}
