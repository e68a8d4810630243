// What configurations that were not evaluated may be expected to need, from the unit moves alone ("unit
// stride analysis", section 5.1 of the PLDI 2018 paper). A part of the transactions is shared by what the move
// joins and is divided by its factor, the rest stays; registers grow linearly.

import type { Point } from '../space/space.ts';
import { isValid } from '../space/space.ts';
import { type Cost, resourceOf } from './cost.ts';
import { type Grid, type Move, movesAlong } from './moves.ts';

/** A unit move that was evaluated. */
export interface Unit {
  readonly move: Move;
  readonly cost: Cost;
}

export interface Candidate {
  readonly moves: readonly Move[];
  readonly to: Point;
  /** Expected transactions over those of the current configuration. */
  readonly ratio: number;
  readonly registersPerThread: number;
}

/** Configurations in one direction from the current one, then in two, the nearer ones first. */
export function candidatesFrom(
  grid: Grid,
  from: Point,
  cost: Cost,
  units: readonly Unit[],
  resource: string,
): Candidate[] {
  const single = units.map((unit) =>
    movesAlong(grid, from, unit.move.direction).map((move) => expected(cost, unit, move, resource)),
  );
  const double = single.flatMap((first, i) =>
    single.slice(i + 1).flatMap((second) => joined(grid, cost, first, second)),
  );
  return [...single.flat(), ...double];
}

function expected(cost: Cost, unit: Unit, move: Move, resource: string): Candidate {
  const before = resourceOf(cost, resource).transactions;
  const unitRatio = before > 0 ? resourceOf(unit.cost, resource).transactions / before : 1;
  const unitFactor = unit.move.factor;
  const distance = (move.factor - 1) / (unitFactor - 1);
  const shared = Math.min(1, (1 - unitRatio) / (1 - 1 / unitFactor));
  const ratio = unitRatio <= 1 ? 1 - shared + shared / move.factor : 1 + (unitRatio - 1) * distance;
  const extra = (unit.cost.registersPerThread - cost.registersPerThread) * distance;
  return { moves: [move], to: move.to, ratio, registersPerThread: cost.registersPerThread + extra };
}

/** Two directions together: both save their shares, and both cost their registers. */
function joined(
  grid: Grid,
  cost: Cost,
  first: readonly Candidate[],
  second: readonly Candidate[],
): Candidate[] {
  return first.flatMap((a) =>
    second.flatMap((b): Candidate[] => {
      const [one, other] = [a.moves[0], b.moves[0]];
      const { parameter } = other.direction;
      if (parameter === one.direction.parameter) return [];
      const to = a.to.map((index, at) => (at === parameter ? b.to[at] : index));
      if (!isValid(grid.space, to)) return [];
      const registersPerThread = a.registersPerThread + b.registersPerThread - cost.registersPerThread;
      return [{ moves: [one, other], to, ratio: a.ratio * b.ratio, registersPerThread }];
    }),
  );
}
