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
  const candidates = reads.filter(
    ({ root, address }) => written.has(root.index) && isOnePlace(module, made, address),
  );
  if (candidates.length === 0) return [];
  const { hasValue } = steeringOf(forEach, 'paths');
  return candidates.filter((read) => resultsOf(read).some(hasValue));
}

const isBuffer = (root: MemoryRoot) => root.space === 'buffer';

/** Whether a value is the same in all invocations of the dispatch, as far as its operations tell. */
function isOnePlace(module: Module, made: ReadonlyMap<ValueId, Instruction>, value: ValueId): boolean {
  if (module.values[value].constant !== undefined) return true;
  const source = made.get(value);
  if (source?.kind === 'arrayLength') return true;
  const isMade = source?.kind === 'pure' || source?.kind === 'bound';
  const isGiven = source?.kind === 'load' && module.buffers[source.root.index]?.kind === 'uniform';
  return (isMade || isGiven) && operandsOf(source).every((operand) => isOnePlace(module, made, operand));
}
