// Training, and what it is worth on instances that were held out of it.

import { stepNs } from '../../src/wavefront/curves.ts';
import { forecastTable } from '../../src/wavefront/forecast.ts';
import {
  AS_PRINTED,
  CHOSEN,
  choose,
  type Learned,
  learn,
  type StepTime,
  type TrainingOptions,
} from '../../src/wavefront/learned.ts';
import { bytesOf } from '../../src/wavefront/synthetic.ts';
import {
  type Instance,
  PREDICTED_DSIZES,
  type SyntheticKnots,
  syntheticTimes,
  trainingInstances,
} from '../../src/wavefront/training.ts';

const SUBGROUP = 32;
const FOLDS = 4;

/** What a step takes, from the synthetic wavefront with few and with many rounds. */
export function stepsOf(synthetic: SyntheticKnots): StepTime[] {
  const [few, many] = [32, 128];
  return PREDICTED_DSIZES.map((dsize) => {
    const at = (tsize: number) => stepNs(syntheticTimes(synthetic, { tsize, dsize }), SUBGROUP);
    const roundNs = (at(many) - at(few)) / (many - few);
    return { cellBytes: bytesOf({ dsize }), baseNs: at(few) - few * roundNs, roundNs };
  });
}

export function trainedOf(
  synthetic: SyntheticKnots,
  options: TrainingOptions = CHOSEN,
  instances: readonly Instance[] = trainingInstances(synthetic),
): Learned {
  return learn(synthetic.profile, instances, stepsOf(synthetic), options);
}

/** Of the best speed, what a choice has: 1 is as good as the exhaustive search. */
export function shareOfBest(synthetic: SyntheticKnots, learned: Learned, instance: Instance): number {
  const { features, ranking } = instance;
  const dsize = (features.cellBytes - 8) / 8;
  const times = syntheticTimes(synthetic, { tsize: features.tsize, dsize });
  const chosen = forecastTable(features, choose(learned, features), times, synthetic.gaps);
  return ranking[0].timeNs / chosen.timeNs;
}

export const WAYS: Readonly<Record<string, TrainingOptions>> = {
  'as printed': AS_PRINTED,
  'REP trees alone': { tile: 'rep', others: 'rep', perInstance: 5 },
  'M5P alone': { tile: 'm5p', others: 'm5p', perInstance: 5 },
  'as printed, of the best one': CHOSEN,
  'REP trees alone, of the best one': { tile: 'rep', others: 'rep', perInstance: 1 },
};

/** Every way of training by instances that it has not seen: each fourth is held out in turn. */
export function crossValidated(synthetic: SyntheticKnots) {
  const instances = trainingInstances(synthetic);
  return Object.entries(WAYS).map(([way, options]) => {
    const shares: number[] = [];
    let right = 0;
    for (let fold = 0; fold < FOLDS; fold++) {
      // Neighbours in the list are one table in three shapes.
      const isHeld = (_: Instance, k: number) => Math.floor(k / 3) % FOLDS === fold;
      const learned = trainedOf(
        synthetic,
        options,
        instances.filter((each, k) => !isHeld(each, k)),
      );
      for (const held of instances.filter(isHeld)) {
        shares.push(shareOfBest(synthetic, learned, held));
        const isAlone = choose(learned, held.features).band < 0;
        if (isAlone === held.ranking[0].configuration.band < 0) right++;
      }
    }
    shares.sort((a, b) => a - b);
    const geometric = Math.exp(shares.reduce((sum, each) => sum + Math.log(each), 0) / shares.length);
    return {
      way,
      instances: shares.length,
      whetherRight: right / shares.length,
      share: geometric,
      tenth: shares[Math.floor(shares.length / 10)],
      worst: shares[0],
    };
  });
}
