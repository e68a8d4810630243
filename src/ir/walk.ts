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
    case 'texture':
      return instruction.operands;
    case 'textureQuery':
      return instruction.level === undefined ? NONE : [instruction.level];
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
    case 'textureQuery':
      return [instruction.result];
    case 'load':
    case 'texture':
    case 'subgroup':
    case 'if':
    case 'switch':
    case 'block':
    case 'loop':
      return instruction.results;
    case 'atomic':
      if (instruction.result === undefined) return NONE;
      return instruction.resultHigh === undefined
        ? [instruction.result]
        : [instruction.result, instruction.resultHigh];
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
    case 'pure':
    case 'texture':
      return changed(instruction, { operands: mapValues(instruction.operands, map) });
    case 'textureQuery':
      return instruction.level === undefined
        ? instruction
        : changed(instruction, { level: map(instruction.level) });
    case 'bound':
      return changed(instruction, { index: map(instruction.index) });
    case 'load':
      return changed(instruction, { address: map(instruction.address) });
    case 'store': {
      const address = map(instruction.address);
      return changed(instruction, { address, values: mapValues(instruction.values, map) });
    }
    case 'atomic': {
      const address = map(instruction.address);
      return changed(instruction, { address, operands: mapValues(instruction.operands, map) });
    }
    case 'subgroup': {
      const operand = instruction.operand === undefined ? {} : { operand: map(instruction.operand) };
      const lane = instruction.lane === undefined ? {} : { lane: map(instruction.lane) };
      return changed(instruction, { ...operand, ...lane });
    }
    case 'if': {
      const condition = map(instruction.condition);
      const then = mapRegion(instruction.then);
      return changed(instruction, { condition, then, otherwise: mapRegion(instruction.otherwise) });
    }
    case 'switch': {
      const selector = map(instruction.selector);
      const cases = instruction.cases.map((each) => changed(each, { body: mapRegion(each.body) }));
      const isSame = cases.every((each, k) => each === instruction.cases[k]);
      return changed(instruction, { selector, cases: isSame ? instruction.cases : cases });
    }
    case 'block':
      return changed(instruction, { body: mapRegion(instruction.body) });
    case 'loop': {
      const initial = mapValues(instruction.initial, map);
      return changed(instruction, { initial, body: mapRegion(instruction.body) });
    }
    case 'break':
    case 'next':
      return changed(instruction, { values: mapValues(instruction.values, map) });
    default:
      return instruction;
  }
}

/** The object with these members; the same object when it has them already. */
function changed<T extends object>(object: T, members: Partial<T>): T {
  for (const name in members) if (members[name] !== object[name]) return { ...object, ...members };
  return object;
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
