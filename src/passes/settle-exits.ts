// Turns early exits of a block into arms of an `if`: `block { if c { A; break block } rest; break block }`
// becomes `block { if c { A } else { rest }; break block }`. This is what functions with early returns and
// loops with `continue` lower to; afterwards most blocks have one exit, at their end.

import type { Builder } from '../ir/builder.ts';
import { countBreaks } from '../ir/inline-region.ts';
import type { BlockInstruction, IfInstruction, Instruction, Region, ValueId } from '../ir/ir.ts';
import { mapOperands } from '../ir/walk.ts';

/** More early exits than this, as in an unrolled loop with a `break`, would nest too deep; they stay jumps to one end. */
const MOST_EXITS = 4;

/** The block with its first early exit settled (and those that it makes reachable); undefined when none can. */
export function settleExits(block: BlockInstruction, builder: Builder): BlockInstruction | undefined {
  const { instructions } = block.body;
  const last = instructions.at(-1)!;
  if (last.kind !== 'break' || last.target !== block.id) return undefined;
  if (countBreaks(block.body, block.id) - 1 > MOST_EXITS) return undefined;
  const position = instructions.findIndex((each) => each.kind === 'if' && exitArm(each, block) !== undefined);
  if (position < 0) return undefined;
  const exit = instructions[position] as IfInstruction;
  const arm = exitArm(exit, block)!;
  const other = exit[arm === 'then' ? 'otherwise' : 'then'];
  const id = builder.construct();
  const results = block.results.map((each) => {
    const { type, name } = builder.values[each];
    return builder.value(type, name);
  });
  const rest = { instructions: [...straight(other, exit), ...instructions.slice(position + 1)] };
  const leaving = retarget(exit[arm], block.id, id);
  // What the straight arm passes on may be results of an `if` that is settled next.
  const { instructions: replaced } = replaceResults(rest, exit, other);
  const following = settleRest(replaced, block, id, builder);
  const settled: IfInstruction = {
    ...exit,
    id,
    results,
    [arm]: leaving,
    [arm === 'then' ? 'otherwise' : 'then']: following,
  };
  const end: Instruction = { ...last, values: results };
  return { ...block, body: { instructions: [...instructions.slice(0, position), settled, end] } };
}

/** The arm that ends in a break of the block while the other runs straight to what follows. */
function exitArm(exit: IfInstruction, block: BlockInstruction): 'then' | 'otherwise' | undefined {
  for (const arm of ['then', 'otherwise'] as const) {
    const leaving = exit[arm].instructions.at(-1)!;
    const other = exit[arm === 'then' ? 'otherwise' : 'then'];
    const isLeaving =
      leaving.kind === 'break' && leaving.target === block.id && countBreaks(exit[arm], exit.id) === 0;
    const end = other.instructions.at(-1)!;
    const isStraight = end.kind === 'break' && end.target === exit.id && countBreaks(other, exit.id) === 1;
    if (isLeaving && isStraight) return arm;
  }
  return undefined;
}

function straight(region: Region, exit: IfInstruction): readonly Instruction[] {
  const last = region.instructions.at(-1)!;
  return last.kind === 'break' && last.target === exit.id
    ? region.instructions.slice(0, -1)
    : region.instructions;
}

/** The arm that the rest of the block becomes, with its own early exits settled. */
function settleRest(
  instructions: readonly Instruction[],
  block: BlockInstruction,
  id: number,
  builder: Builder,
): Region {
  const inner: BlockInstruction = { ...block, body: { instructions } };
  const settled = settleExits(inner, builder) ?? inner;
  return retarget(settled.body, block.id, id);
}

/** The region with breaks of one construct made breaks of another that has as many results. */
function retarget(region: Region, from: number, to: number): Region {
  return {
    instructions: region.instructions.map((instruction): Instruction => {
      if (instruction.kind === 'break' && instruction.target === from) return { ...instruction, target: to };
      if (!('id' in instruction)) return instruction;
      return mapOperands(
        instruction,
        (each) => each,
        (inner) => retarget(inner, from, to),
      );
    }),
  };
}

/** Uses of the old `if`'s results become uses of what its straight arm passed on. */
function replaceResults(region: Region, exit: IfInstruction, other: Region): Region {
  const last = other.instructions.at(-1)!;
  if (exit.results.length === 0 || last.kind !== 'break') return region;
  const passed = new Map<ValueId, ValueId>(exit.results.map((id, k) => [id, last.values[k]]));
  const replace = (id: ValueId): ValueId => passed.get(id) ?? id;
  const inside = (each: Region): Region => ({
    instructions: each.instructions.map((instruction) => mapOperands(instruction, replace, inside)),
  });
  return inside(region);
}
