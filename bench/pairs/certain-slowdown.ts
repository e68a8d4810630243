// From how large a predicted slowdown on a kernel has become slower indeed.

/** Two versions of one kernel: the time of the second over that of the first. */
export interface Change {
  /** The kernel, or the pair. */
  readonly of: string;
  readonly measured: number;
  readonly predicted: number;
}

/** Slowdowns are looked at in steps of one percent up to this one. */
const LARGEST = 1;

/**
 * The smallest slowdown, as a share in whole percent, of which and of all larger ones at least `share` of the changes
 * that are predicted to be slower by more were measured to be slower. Each change counts the way it is predicted to
 * slow down.
 */
export function certainSlowdown(changes: readonly Change[], share: number): number {
  const slowdowns = changes.map(({ predicted, measured }) =>
    predicted >= 1 ? { predicted, measured } : { predicted: 1 / predicted, measured: 1 / measured },
  );
  const isCertain = (percent: number) => {
    const beyond = slowdowns.filter(({ predicted }) => predicted > 1 + percent / 100);
    return beyond.filter(({ measured }) => measured > 1).length >= share * beyond.length;
  };
  let percent = 100 * LARGEST;
  while (percent > 0 && isCertain(percent - 1)) percent--;
  return percent / 100;
}
