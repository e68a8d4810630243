// What selection must know about values before it starts: how often each is used, what defines it, and in
// which region and loop. One walk over the final IR.

import type {
  Instruction,
  LoadInstruction,
  Module,
  PureInstruction,
  Region,
  ValueId,
} from '../../../ir/ir.ts';
import { operandsOf, regionsOf, resultsOf } from '../../../ir/walk.ts';

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
  /** Loads from writable storage that start with no other. */
  readonly loneLoads: ReadonlySet<Instruction>;
}

export function collectFacts(module: Module): Facts {
  const count = module.values.length;
  const useCount = new Int32Array(count);
  const definition: (Instruction | undefined)[] = new Array(count).fill(undefined);
  const region = new Int32Array(count).fill(-1);
  const loopDepth = new Int32Array(count);
  const useDepth = new Int32Array(count);
  const regionIds = new Map<Region, number>();
  const loneLoads = new Set<Instruction>();

  const walk = (inside: Region, loops: number): void => {
    const id = regionIds.size;
    regionIds.set(inside, id);
    for (const load of loneLoadsOf(inside, module)) loneLoads.add(load);
    for (const instruction of inside.instructions) {
      for (const operand of operandsOf(instruction)) {
        useCount[operand]++;
        useDepth[operand] = Math.max(useDepth[operand], loops);
      }
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
  return { module, useCount, definition, region, loopDepth, useDepth, regionIds, loneLoads };
}

/**
 * Loads from writable storage that start alone: up to the next store to storage, atomic, barrier or construct,
 * every further load from storage or workgroup memory waits for theirs.
 */
function loneLoadsOf(region: Region, module: Module): Instruction[] {
  const found: Instruction[] = [];
  let first: LoadInstruction | undefined;
  let isAlone = true;
  const derived = new Set<ValueId>();
  const end = (): void => {
    if (first && isAlone && isFromWritable(first, module)) found.push(first);
    first = undefined;
    isAlone = true;
    derived.clear();
  };
  for (const instruction of region.instructions) {
    if (!isPassed(instruction)) end();
    const isDerived = operandsOf(instruction).some((each) => derived.has(each));
    const isFirst = first === undefined && isSlowLoad(instruction, module);
    if (isFirst) first = instruction;
    else if (isSlowLoad(instruction, module)) isAlone &&= isDerived;
    if (isFirst || isDerived) for (const result of resultsOf(instruction)) derived.add(result);
  }
  end();
  return found;
}

/** Whether loads from storage move past it. */
function isPassed(instruction: Instruction): boolean {
  if (instruction.kind === 'store') return instruction.root.space !== 'buffer';
  return STRAIGHT.has(instruction.kind);
}

const STRAIGHT: ReadonlySet<Instruction['kind']> = new Set(['pure', 'load', 'input', 'bound', 'arrayLength']);

function isSlowLoad(instruction: Instruction, module: Module): instruction is LoadInstruction {
  if (instruction.kind !== 'load') return false;
  const { space, index } = instruction.root;
  return space === 'workgroup' || (space === 'buffer' && module.buffers[index].kind === 'storage');
}

function isFromWritable({ root }: LoadInstruction, module: Module): boolean {
  return root.space === 'buffer' && module.buffers[root.index].access !== 'read';
}

/** The pure instruction that defines a value, if one does. */
export function pureDefinition(facts: Facts, value: ValueId): PureInstruction | undefined {
  const found = facts.definition[value];
  return found?.kind === 'pure' ? found : undefined;
}
