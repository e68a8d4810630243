// Which kernels of an app are worth looking at, and what a change of one of them is worth to the whole.

import type { AppPrediction, DispatchPrediction } from './prediction.ts';

/** The dispatches of one pipeline, with the one that stands for them. */
export interface KernelWork {
  readonly pipeline: string;
  /** Positions among the app's dispatches. */
  readonly dispatches: readonly number[];
  /** The one with the longest time. */
  readonly longest: number;
  readonly workNs: number;
  /** Of the app's time, 0 to 1, without what lies between dispatches. */
  readonly share: number;
}

/** Kernels beyond this part of all work gain the app nothing that one would see. */
const MOST_OF_THE_WORK = 0.9;

/** The largest first. */
export function kernelsByWork({ dispatches, timeNs }: AppPrediction): KernelWork[] {
  const names = [...new Set(dispatches.map(({ pipeline }) => pipeline))];
  const kernels = names.map((pipeline): KernelWork => {
    const own = [...dispatches.keys()].filter((at) => dispatches[at].pipeline === pipeline);
    const workNs = own.reduce((sum, at) => sum + dispatches[at].workNs, 0);
    const share = timeNs === 0 ? 0 : workNs / timeNs;
    return { pipeline, dispatches: own, longest: longestOf(dispatches, own), workNs, share };
  });
  return kernels.sort((a, b) => b.workNs - a.workNs);
}

/** Those that make up most of the work, as few as do. */
export function kernelsThatMatter(app: AppPrediction, most: number): KernelWork[] {
  const kernels = kernelsByWork(app);
  const allNs = kernels.reduce((sum, { workNs }) => sum + workNs, 0);
  let soFarNs = 0;
  const count = kernels.findIndex(({ workNs }) => {
    soFarNs += workNs;
    return soFarNs >= MOST_OF_THE_WORK * allNs;
  });
  return kernels.slice(0, Math.min(most, count + 1));
}

/** The position of the longest of those dispatches. */
export function longestOf(dispatches: readonly DispatchPrediction[], among: readonly number[]): number {
  return among.reduce((a, b) => (dispatches[b].workNs > dispatches[a].workNs ? b : a));
}

/**
 * What of a dispatch's work is left when its time as a launch of its own becomes another: both have the same launch
 * overhead, which is the app's only once.
 */
export function workLeft({ timeNs, workNs }: DispatchPrediction, changedNs: number): number {
  return workNs <= 0 ? 1 : Math.max(0, (changedNs - (timeNs - workNs)) / workNs);
}
