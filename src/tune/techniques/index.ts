// All techniques by name, and the ensemble that is used unless told otherwise.

import { didYouMean } from '../../diagnostics/suggest.ts';
import { annealing } from './annealing.ts';
import { differentialEvolution } from './differential-evolution.ts';
import { genetic } from './genetic.ts';
import { normalGreedyMutation, uniformGreedyMutation } from './greedy-mutation.ts';
import { nelderMead } from './nelder-mead.ts';
import { particleSwarm } from './particle-swarm.ts';
import { patternSearch } from './pattern-search.ts';
import { randomSearch } from './random-search.ts';
import { expectedImprovement, lowerBound } from './surrogate.ts';
import type { Technique } from './technique.ts';
import { torczon } from './torczon.ts';

/** The ensemble of OpenTuner. */
export const OPENTUNER_TECHNIQUES: readonly Technique[] = [
  differentialEvolution,
  uniformGreedyMutation,
  normalGreedyMutation,
  nelderMead,
];

export const DEFAULT_TECHNIQUES: readonly Technique[] = [...OPENTUNER_TECHNIQUES, lowerBound];

export const TECHNIQUES: readonly Technique[] = [
  ...DEFAULT_TECHNIQUES,
  patternSearch,
  torczon,
  expectedImprovement,
  particleSwarm,
  annealing,
  genetic,
  randomSearch,
];

export const TECHNIQUE_NAMES: readonly string[] = TECHNIQUES.map(({ name }) => name);

/** @throws RangeError that names the nearest known technique */
export function techniqueNamed(name: string): Technique {
  const technique = TECHNIQUES.find((each) => each.name === name);
  if (technique !== undefined) return technique;
  const hint = didYouMean(name, TECHNIQUE_NAMES);
  const known = hint === '' ? `; known: ${TECHNIQUE_NAMES.join(', ')}` : hint;
  throw new RangeError(`there is no technique "${name}"${known}`);
}
