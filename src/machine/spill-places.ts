// Where spilled values lie: one behind the other, values that are never wanted at the same time in the same place. Those
// that are moved most often get the few words of workgroup memory.

export interface SpillInterval {
  readonly register: number;
  readonly words: number;
  readonly from: number;
  readonly to: number;
  /** How often it is loaded or stored, by what is known of loops. */
  readonly weight: number;
}

export interface SpillPlace {
  readonly isShared: boolean;
  readonly firstWord: number;
}

export interface SpillPlaces {
  readonly of: ReadonlyMap<number, SpillPlace>;
  readonly sharedWords: number;
  readonly localWords: number;
}

export function placeSpills(intervals: readonly SpillInterval[], sharedWords: number): SpillPlaces {
  const shared = new Words(sharedWords);
  const local = new Words(Infinity);
  const of = new Map<number, SpillPlace>();
  for (const interval of [...intervals].sort((a, b) => b.weight - a.weight || a.register - b.register)) {
    const inShared = shared.place(interval);
    const firstWord = inShared ?? local.place(interval)!;
    of.set(interval.register, { isShared: inShared !== undefined, firstWord });
  }
  return { of, sharedWords: shared.used, localWords: local.used };
}

/** Words by what lies in them, and from where to where. */
class Words {
  private readonly taken: SpillInterval[][] = [];
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get used(): number {
    return this.taken.length;
  }

  /** The first word of the first place that is free all the time. */
  place(interval: SpillInterval): number | undefined {
    for (let first = 0; first + interval.words <= this.most; first++) {
      if (!this.isFree(first, interval)) continue;
      for (let word = first; word < first + interval.words; word++) (this.taken[word] ??= []).push(interval);
      return first;
    }
    return undefined;
  }

  private isFree(first: number, { words, from, to }: SpillInterval): boolean {
    for (let word = first; word < first + words; word++)
      if (this.taken[word]?.some((each) => each.from < to && from < each.to)) return false;
    return true;
  }
}
