// Which commands of a submit are recorded when only some dispatches are wanted: those, and what gives them their
// input within the same submit. What earlier submits left in buffers and textures is copied instead (snapshots.ts).

import { type Command, type Dispatch, type Uses, usesOf, usesOfCommand } from './commands.ts';
import type { Memory } from './objects.ts';

export interface Selection {
  readonly kept: readonly Command[];
  readonly leftOutDispatches: number;
  /** What the part that is left out may write. */
  readonly touched: ReadonlySet<Memory>;
}

interface Item {
  readonly command: Command;
  readonly dispatch: Dispatch | undefined;
  readonly isWanted: boolean;
  readonly uses: Uses;
}

export function select(
  commands: readonly Command[],
  isWanted: (dispatch: Dispatch, passLabel: string) => boolean,
): Selection {
  const items = commands.flatMap((command): Item[] => {
    if (command.kind !== 'pass')
      return [{ command, dispatch: undefined, isWanted: false, uses: usesOfCommand(command) }];
    return command.dispatches.map((dispatch) => ({
      command,
      dispatch,
      isWanted: isWanted(dispatch, command.label),
      uses: usesOf(dispatch),
    }));
  });
  const kept = new Set<Item>();
  const needed = new Set<Memory>();
  for (const item of items.toReversed()) {
    if (!item.isWanted && !item.uses.writes.some((memory) => needed.has(memory))) continue;
    kept.add(item);
    for (const memory of item.uses.reads) needed.add(memory);
  }
  const leftOut = items.filter((item) => !kept.has(item));
  return {
    kept: commands.flatMap((command) => keptPart(command, kept)),
    leftOutDispatches: leftOut.filter(({ dispatch }) => dispatch !== undefined).length,
    touched: new Set(leftOut.flatMap(({ uses }) => uses.writes)),
  };
}

function keptPart(command: Command, kept: ReadonlySet<Item>): Command[] {
  const items = [...kept].filter((item) => item.command === command);
  if (items.length === 0) return [];
  if (command.kind !== 'pass') return [command];
  const dispatches = new Set(items.map(({ dispatch }) => dispatch));
  return [{ ...command, dispatches: command.dispatches.filter((each) => dispatches.has(each)) }];
}
