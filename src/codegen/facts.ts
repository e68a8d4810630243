// What selection must know about values before it starts: how often each is used, what defines it, and in
// which region and loop. One walk over the final IR.

import type { Instruction, Module, PureInstruction, Region, ValueId } from '../ir/ir.ts';
import { operandsOf, regionsOf, resultsOf } from '../ir/walk.ts';

export interface Facts {
  readonly module: Module;
  readonly useCount: Int32Array;
  /** The instruction that defines a value; undefined for constants and loop parameters. */
  readonly definition: (Instruction | undefined)[];
  /** Region that holds the definition; -1 for constants. */
  readonly region: Int32Array;
  /** Number of loops around the definition; 0 for constants. */
  readonly loopDepth: Int32Array;
  /** Most loops around a use. */
  readonly useDepth: Int32Array;
  readonly regionIds: ReadonlyMap<Region, number>;
  /** Loads from storage that stand directly in a region, by region id. */
  readonly storageLoads: ReadonlyMap<number, number>;
}

export function collectFacts(module: Module): Facts {
  const count = module.values.length;
  const useCount = new Int32Array(count);
  const definition: (Instruction | undefined)[] = new Array(count).fill(undefined);
  const region = new Int32Array(count).fill(-1);
  const loopDepth = new Int32Array(count);
  const useDepth = new Int32Array(count);
  const regionIds = new Map<Region, number>();
  const storageLoads = new Map<number, number>();

  const walk = (inside: Region, loops: number): void => {
    const id = regionIds.size;
    regionIds.set(inside, id);
    for (const instruction of inside.instructions) {
      for (const operand of operandsOf(instruction)) {
        useCount[operand]!++;
        useDepth[operand] = Math.max(useDepth[operand]!, loops);
      }
      if (isStorageLoad(instruction, module)) storageLoads.set(id, (storageLoads.get(id) ?? 0) + 1);
      for (const result of resultsOf(instruction)) {
        definition[result] = instruction;
        region[result] = id;
        loopDepth[result] = loops;
      }
      const isLoop = instruction.kind === 'loop';
      for (const inner of regionsOf(instruction)) {
        if (isLoop) {
          for (const parameter of instruction.parameters) {
            region[parameter] = regionIds.size;
            loopDepth[parameter] = loops + 1;
          }
        }
        walk(inner, loops + (isLoop ? 1 : 0));
      }
    }
  };
  walk(module.body, 0);
  return { module, useCount, definition, region, loopDepth, useDepth, regionIds, storageLoads };
}

function isStorageLoad(instruction: Instruction, module: Module): boolean {
  if (instruction.kind !== 'load' || instruction.root.space !== 'buffer') return false;
  return module.buffers[instruction.root.index]!.kind === 'storage';
}

/** The pure instruction that defines a value, if one does. */
export function pureDefinition(facts: Facts, value: ValueId): PureInstruction | undefined {
  const found = facts.definition[value];
  return found?.kind === 'pure' ? found : undefined;
}
