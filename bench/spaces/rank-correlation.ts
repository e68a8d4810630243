// Spearman's rho: how alike two columns order, as the correlation of their ranks.

import { pearson } from '../../src/validate/correlation.ts';

export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b));
}

/** Equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((i, j) => values[i] - values[j]);
  const found = new Array<number>(values.length);
  for (let first = 0; first < order.length; ) {
    let end = first;
    while (end < order.length && values[order[end]] === values[order[first]]) end++;
    for (let at = first; at < end; at++) found[order[at]] = (first + end - 1) / 2;
    first = end;
  }
  return found;
}
