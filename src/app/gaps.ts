// What lies between the operations of an app, by kind, and what fewer submits, passes and dispatches would gain. The
// numbers are those of the profile; what is merged has the gap of the next smaller kind, or none.

import type { Profile } from '../profile/profile.ts';
import type { AppPrediction, GapKind } from './prediction.ts';
import { gapTimeNs } from './summary.ts';

export interface GapShare {
  readonly kind: GapKind;
  readonly count: number;
  readonly timeNs: number;
}

/** A way to have less between operations. */
export interface GapAdvice {
  readonly title: string;
  readonly savedNs: number;
  /** The app's time now over the time after. */
  readonly gain: number;
}

export interface Gaps {
  readonly timeNs: number;
  /** Of the app's time, 0 to 1. */
  readonly share: number;
  /** The largest first. */
  readonly kinds: readonly GapShare[];
  /** Where gaps are a small part of the app there is none. The largest gain first. */
  readonly advice: readonly GapAdvice[];
}

/** Below this share of the time nobody should rebuild a frame for its gaps. */
const MATTERS = 0.1;
/** Advice that gains less is none. */
const LEAST_GAIN = 1.02;

type Placed = AppPrediction['dispatches'][number] | AppPrediction['transfers'][number];

/** A way to merge: the operations that would have another gap before them, or none. */
interface Merge {
  readonly title: string;
  readonly isMeant: (each: Placed, before: Placed | undefined) => boolean;
  readonly to?: GapKind;
}

const MERGES: readonly Merge[] = [
  {
    title: 'record into one command buffer and submit once, with what the host writes written before it',
    isMeant: ({ gap }) => gap === 'submit',
    to: 'pass',
  },
  {
    title: 'have one copy, clear or write where several follow one another: one buffer for what they fill',
    isMeant: (each, before) =>
      (each.gap === 'transfer' || each.gap === 'write') &&
      !isDispatch(each) &&
      !!before &&
      !isDispatch(before),
  },
  {
    title: 'move copies, clears and writes out from between dispatches, to the start of the frame or its end',
    isMeant: (each, before) => each.gap === 'transfer' && isDispatch(each) && !!before,
    to: 'dispatch',
  },
  {
    title: 'put dispatches that follow one another into one compute pass',
    isMeant: ({ gap }) => gap === 'pass',
    to: 'dispatch',
  },
  {
    title: 'merge dispatches whose results only the next one reads into one kernel',
    isMeant: ({ gap }) => gap === 'dispatch',
  },
];

export function gapsOf({ timeNs, dispatches, transfers }: AppPrediction, profile: Profile): Gaps {
  const all: Placed[] = [...dispatches, ...transfers].sort((a, b) => a.startNs - b.startNs);
  const sumOf = (of: readonly Placed[]) => of.reduce((sum, { gapNs }) => sum + gapNs, 0);
  const kinds = [...new Set(all.map(({ gap }) => gap))].map((kind): GapShare => {
    const alike = all.filter(({ gap }) => gap === kind);
    return { kind, count: alike.length, timeNs: sumOf(alike) };
  });
  const share = timeNs === 0 ? 0 : sumOf(all) / timeNs;
  const advice = MERGES.flatMap(({ title, isMeant, to }): GapAdvice[] => {
    const meant = all.filter((each, at) => isMeant(each, all[at - 1]));
    const leftNs = to === undefined ? 0 : meant.length * gapTimeNs(to, profile);
    const savedNs = sumOf(meant) - leftNs;
    const gain = timeNs === 0 ? 1 : timeNs / (timeNs - savedNs);
    return share >= MATTERS && gain >= LEAST_GAIN ? [{ title, savedNs, gain }] : [];
  });
  return {
    timeNs: sumOf(all),
    share,
    kinds: kinds.sort((a, b) => b.timeNs - a.timeNs),
    advice: advice.sort((a, b) => b.gain - a.gain),
  };
}

function isDispatch(each: Placed): boolean {
  return 'pipeline' in each;
}
