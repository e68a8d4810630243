// A cascade of decisions (Magni's thesis, sections 7.6.1 and 7.6.2): something can be changed one step further again and
// again, and after each step a network is asked whether a further one would help. It is told what the present version is
// like and by how much the next one differs, reduced to few components. Every step of every example is one to learn from.

import { log1p } from '../numeric/portable.ts';
import { type Network, probability, type TrainingOptions, trainNetwork } from './neural-network.ts';
import { type Components, componentsOf, principalComponents } from './principal-components.ts';
import type { Table } from './tree.ts';

/** Versions of one thing, each one step further than the one before. */
export interface Steps {
  /** Features of each version, counts or other numbers from 0 on; all of one length. */
  readonly features: Table;
  /** What each version costs. */
  readonly costs: readonly number[];
}

export interface CascadeOptions extends TrainingOptions {
  /** Share of the features' variance that components keep; 0.95 in the thesis. */
  readonly share: number;
  /** Whether features are taken as logarithms, which tell small kernels apart where one is large. */
  readonly isLogarithmic: boolean;
  /** Networks that begin with different weights and are asked together; the thesis has one. */
  readonly networks: number;
}

export interface Cascade {
  readonly components: Components;
  readonly networks: readonly Network[];
  readonly isLogarithmic: boolean;
}

/** By how much less a later version must cost to be better: measurements differ by as much. */
const LEAST_GAIN = 0.01;

/** @throws RangeError without any step */
export function trainCascade(examples: readonly Steps[], options: CascadeOptions): Cascade {
  const { isLogarithmic } = options;
  const rows: number[][] = [];
  const answers: boolean[] = [];
  for (const { features, costs } of examples) {
    for (let step = 0; step + 1 < features.length; step++) {
      rows.push(rowOf(features[step], features[step + 1], isLogarithmic));
      answers.push(Math.min(...costs.slice(step + 1)) < costs[step] * (1 - LEAST_GAIN));
    }
  }
  const components = principalComponents(rows, options.share);
  const reduced = unitRows(components, rows);
  const networks = Array.from({ length: options.networks }, () => trainNetwork(reduced, answers, options));
  return { components, networks, isLogarithmic };
}

/** The version to stop at: the first of which a further step is said not to help. */
export function stopOf(cascade: Cascade, features: Table): number {
  let step = 0;
  while (step + 1 < features.length && helps(cascade, features[step], features[step + 1]) > 0.5) step++;
  return step;
}

/** How likely it is, by the mean of all networks, that going on from one version to the next helps. */
export function helps(cascade: Cascade, now: readonly number[], next: readonly number[]): number {
  const { components, networks, isLogarithmic } = cascade;
  const [row] = unitRows(components, [rowOf(now, next, isLogarithmic)]);
  return networks.reduce((sum, each) => sum + probability(each, row), 0) / networks.length;
}

/** Features as they are, then how much they grow with the step, relative to what they were. */
function rowOf(now: readonly number[], next: readonly number[], isLogarithmic: boolean): number[] {
  const absolute = isLogarithmic ? now.map(log1p) : now;
  // What was nothing grows by what it becomes.
  const growth = now.map((before, i) => (next[i] - before) / (before === 0 ? 1 : before));
  return [
    ...absolute,
    ...(isLogarithmic ? growth.map((each) => Math.sign(each) * log1p(Math.abs(each))) : growth),
  ];
}

/** Components with a deviation of 1 each. */
function unitRows(components: Components, rows: Table): number[][] {
  const deviation = (i: number) => Math.sqrt(components.shares[i] * components.means.length);
  return rows.map((row) => componentsOf(components, row).map((value, i) => value / deviation(i)));
}
