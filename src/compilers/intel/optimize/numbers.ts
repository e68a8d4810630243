// What the optimiser that Mesa's drivers share has to know of a generation.

import { joinsBySum } from '../../mesa/optimize/join-rules.ts';
import type { OptimizerNumbers } from '../../mesa/optimize/passes.ts';
import type { IntelGeneration } from '../generation.ts';

/** Larger private arrays are indexed in memory. Source: mesa-26.1. */
const SEARCHED_BYTES = 64;

const JOINS = joinsBySum(['buffer', 'workgroup']);

export function optimizerNumbers(generation: IntelGeneration): OptimizerNumbers {
  return { ...generation, waveThreads: generation.lanes, joins: JOINS, searchedBytes: SEARCHED_BYTES };
}
