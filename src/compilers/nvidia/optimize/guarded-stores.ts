// Which `if`s guard nothing but a store to a place that was accessed before, as every copy but the first of a kernel
// that updates arrays in place. What the store needs besides its data is at hand by then, so the guard joins the
// bounds check and no branch is left. Observed on an H200 (driver 580.159): of particle pushers and integrators
// coarsened by 2, 4 and 16 no guard is a branch; stores to places of their own (columns of a table, planes of an image)
// and stores that something is computed for in the arm (a cell's next state, a logarithm) branch, the smallest with
// three instructions in front of the store.

import type { IfInstruction, Instruction, Module, Region } from '../../../ir/ir.ts';
import { regionsOf } from '../../../ir/walk.ts';

/** Construct ids of such `if`s. The last of the program ends it instead and is not among them. */
export function guardedStores(module: Module): ReadonlySet<number> {
  const found = new Set<number>();
  collect(module.body, [], new Set(), found);
  return found;
}

/** @param known places accessed on every way here; as it was when this returns */
function collect(region: Region, outer: string[], known: Set<string>, found: Set<number>): void {
  const mark = outer.length;
  region.instructions.forEach((instruction, index) => {
    const place = placeOf(instruction);
    if (place !== undefined && !known.has(place)) {
      known.add(place);
      outer.push(place);
    }
    const isLast = region.instructions[index + 1]?.kind === 'return';
    if (instruction.kind === 'if' && !isLast && guardsKnown(instruction, known)) found.add(instruction.id);
    for (const inner of regionsOf(instruction)) collect(inner, outer, known, found);
  });
  for (const place of outer.splice(mark)) known.delete(place);
}

function guardsKnown({ then, otherwise }: IfInstruction, known: ReadonlySet<string>): boolean {
  const [store, end] = then.instructions;
  if (store?.kind !== 'store' || end?.kind !== 'break' || otherwise.instructions[0]?.kind !== 'break')
    return false;
  const place = placeOf(store);
  return place !== undefined && known.has(place);
}

/** Address and offset of an access to storage, whichever the buffer: only the size that it is held against differs. */
function placeOf(instruction: Instruction): string | undefined {
  if (instruction.kind !== 'load' && instruction.kind !== 'store' && instruction.kind !== 'atomic')
    return undefined;
  if (instruction.root.space !== 'buffer') return undefined;
  return `${instruction.address} ${instruction.offsetBytes}`;
}
