// A budget for several searches at once, each about a part of some whole. Each gets a small round first; then the next
// round goes where the last ones promise to save the most of the whole. A search that has gained nothing for a while
// promises less and less, and one that is about little never gets far.

/** One of the searches. */
export interface Part {
  /** What the part takes of the whole, in any unit that is the same for all. */
  readonly worth: number;
  /** Evaluations so far. */
  readonly spent: number;
  /** Goes on until so many evaluations were spent in all. @returns what share of the worth is saved by then */
  goOn(budget: number): Promise<number>;
}

export interface DivideOptions {
  /** Evaluations for all parts together. */
  readonly budget: number;
  readonly isTimeUp: () => boolean;
}

const FIRST_ROUND = 6;
const ROUND = 8;
/** What may be hoped for where nothing was gained yet, as a share. */
const HOPE = 0.1;
/** Of a round that gained nothing, so much of the promise stays. */
const PATIENCE = 0.5;

interface Standing {
  readonly part: Part;
  saved: number;
  promise: number;
  isOver: boolean;
}

export async function divide(parts: readonly Part[], { budget, isTimeUp }: DivideOptions): Promise<void> {
  const standings = [...parts]
    .sort((a, b) => b.worth - a.worth)
    .map((part): Standing => ({ part, saved: 0, promise: HOPE, isOver: false }));
  const left = () => budget - parts.reduce((sum, { spent }) => sum + spent, 0);
  const first = Math.max(2, Math.min(FIRST_ROUND, Math.floor(budget / 2 / Math.max(1, parts.length))));
  const advance = async (each: Standing, round: number) => {
    const { part } = each;
    const before = part.spent;
    const saved = await part.goOn(before + Math.min(round, left()));
    const gained = saved - each.saved;
    each.promise = Math.max(gained, each.promise * PATIENCE);
    each.saved = saved;
    // With nothing more to evaluate, a search spends nothing.
    each.isOver = part.spent === before;
  };
  for (const each of standings) if (left() > 0 && !isTimeUp()) await advance(each, first);
  while (left() > 0 && !isTimeUp()) {
    const open = standings.filter(({ isOver }) => !isOver);
    if (open.length === 0) return;
    const worthOf = ({ part, promise }: Standing) => part.worth * promise;
    await advance(
      open.reduce((a, b) => (worthOf(b) > worthOf(a) ? b : a)),
      ROUND,
    );
  }
}
