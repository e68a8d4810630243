// Reading and rewriting instructions without naming every kind: what an instruction uses, what it defines,
// which regions it holds, and a copy of it with values replaced. Passes are written on top of these.

import type { Instruction, Region, Terminator, ValueId } from './ir.ts';

const NONE: readonly ValueId[] = [];
const NO_REGIONS: readonly Region[] = [];

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
      return NO_REGIONS;
  }
}

export function isTerminator(instruction: Instruction): instruction is Terminator {
  const kind = instruction.kind;
  return kind === 'break' || kind === 'next' || kind === 'return' || kind === 'unreachable';
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
    case 'pure': {
      const operands = mapValues(instruction.operands, map);
      return operands === instruction.operands ? instruction : { ...instruction, operands };
    }
    case 'bound': {
      const index = map(instruction.index);
      return index === instruction.index ? instruction : { ...instruction, index };
    }
    case 'load': {
      const address = map(instruction.address);
      return address === instruction.address ? instruction : { ...instruction, address };
    }
    case 'store': {
      const address = map(instruction.address);
      const values = mapValues(instruction.values, map);
      const isSame = address === instruction.address && values === instruction.values;
      return isSame ? instruction : { ...instruction, address, values };
    }
    case 'atomic': {
      const address = map(instruction.address);
      const operands = mapValues(instruction.operands, map);
      const isSame = address === instruction.address && operands === instruction.operands;
      return isSame ? instruction : { ...instruction, address, operands };
    }
    case 'subgroup': {
      const operand = instruction.operand === undefined ? undefined : map(instruction.operand);
      const lane = instruction.lane === undefined ? undefined : map(instruction.lane);
      if (operand === instruction.operand && lane === instruction.lane) return instruction;
      return {
        ...instruction,
        ...(operand === undefined ? {} : { operand }),
        ...(lane === undefined ? {} : { lane }),
      };
    }
    case 'if': {
      const condition = map(instruction.condition);
      const then = mapRegion(instruction.then);
      const otherwise = mapRegion(instruction.otherwise);
      const isSame =
        condition === instruction.condition &&
        then === instruction.then &&
        otherwise === instruction.otherwise;
      return isSame ? instruction : { ...instruction, condition, then, otherwise };
    }
    case 'switch': {
      const selector = map(instruction.selector);
      const bodies = instruction.cases.map((each) => mapRegion(each.body));
      const isSame =
        selector === instruction.selector && instruction.cases.every((each, k) => each.body === bodies[k]);
      if (isSame) return instruction;
      return {
        ...instruction,
        selector,
        cases: instruction.cases.map((each, k) => ({ ...each, body: bodies[k] })),
      };
    }
    case 'block': {
      const body = mapRegion(instruction.body);
      return body === instruction.body ? instruction : { ...instruction, body };
    }
    case 'loop': {
      const initial = mapValues(instruction.initial, map);
      const body = mapRegion(instruction.body);
      const isSame = initial === instruction.initial && body === instruction.body;
      return isSame ? instruction : { ...instruction, initial, body };
    }
    case 'break':
    case 'next': {
      const values = mapValues(instruction.values, map);
      return values === instruction.values ? instruction : { ...instruction, values };
    }
    default:
      return instruction;
  }
}

/** The values passed through `map`; the same list when it changes none. */
function mapValues(values: readonly ValueId[], map: (value: ValueId) => ValueId): readonly ValueId[] {
  let mapped: ValueId[] | undefined;
  for (let k = 0; k < values.length; k++) {
    const value = map(values[k]);
    if (mapped) mapped.push(value);
    else if (value !== values[k]) {
      mapped = values.slice(0, k);
      mapped.push(value);
    }
  }
  return mapped ?? values;
}

/** Calls `visit` for every instruction, outer before inner, in order. */
export function forEachInstruction(region: Region, visit: (instruction: Instruction) => void): void {
  for (const instruction of region.instructions) {
    visit(instruction);
    switch (instruction.kind) {
      case 'if':
        forEachInstruction(instruction.then, visit);
        forEachInstruction(instruction.otherwise, visit);
        break;
      case 'switch':
        for (const each of instruction.cases) forEachInstruction(each.body, visit);
        break;
      case 'block':
      case 'loop':
        forEachInstruction(instruction.body, visit);
        break;
    }
  }
}
