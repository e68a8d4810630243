// Kernels whose way hangs on who came first: a condition asks for one place of memory that the same dispatch writes (a
// flag that something was found, the best so far). How much is done then depends on when others have written there, and
// changes with everything that changes the order of invocations.

import type { Instruction, MemoryRoot, Module, ValueId } from '../ir.ts';
import { operandsOf, resultsOf } from '../walk.ts';
import { steeringOf } from './steering.ts';

type Reading = Extract<Instruction, { kind: 'load' | 'atomic' }>;

/**
 * The reads of such places that decide where the kernel goes.
 * @param forEach visits every instruction, constructs before what they hold
 */
export function readsOfOthers(
  module: Module,
  forEach: (visit: (instruction: Instruction) => void) => void,
): readonly Reading[] {
  const made = new Map<ValueId, Instruction>();
  const written = new Set<number>();
  const reads: Reading[] = [];
  forEach((instruction) => {
    for (const result of resultsOf(instruction)) made.set(result, instruction);
    if (!('root' in instruction) || !isBuffer(instruction.root)) return;
    const isRead =
      instruction.kind === 'load' || (instruction.kind === 'atomic' && instruction.op === 'load');
    if (isRead) reads.push(instruction as Reading);
    else written.add(instruction.root.index);
  });
  const isOne = onePlace(module, made);
  const candidates = reads.filter(({ root, address }) => written.has(root.index) && isOne(address));
  if (candidates.length === 0) return [];
  const { hasValue } = steeringOf(forEach, 'paths');
  return candidates.filter((read) => resultsOf(read).some(hasValue));
}

const isBuffer = (root: MemoryRoot) => root.space === 'buffer';

/** Whether a value is the same in all invocations of the dispatch, as far as its operations tell; each is asked once. */
function onePlace(module: Module, made: ReadonlyMap<ValueId, Instruction>): (value: ValueId) => boolean {
  const known = new Map<ValueId, boolean>();
  const isOne = (value: ValueId): boolean => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const found = module.values[value].constant !== undefined || isMadeOfSuch(made.get(value));
    known.set(value, found);
    return found;
  };
  const isMadeOfSuch = (source: Instruction | undefined): boolean => {
    if (source?.kind === 'arrayLength') return true;
    const isGiven = source?.kind === 'load' && isBuffer(source.root) && isUniform(module, source.root);
    const isMade = source?.kind === 'pure' || source?.kind === 'bound' || isGiven;
    return isMade && operandsOf(source).every(isOne);
  };
  return isOne;
}

const isUniform = ({ buffers }: Module, root: MemoryRoot) => buffers[root.index]?.kind === 'uniform';
