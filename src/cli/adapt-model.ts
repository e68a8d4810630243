// Inputs of a kernel looked at by the model: each is searched as `search` does it, beginning with what is good at its
// neighbours.

import { factsOf } from '../adapt/device-facts.ts';
import type { Input } from '../adapt/input-space.ts';
import type { Backend } from '../configure/backend.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { reasonOf } from '../configure/instantiate.ts';
import { ModelEvaluator } from '../configure/model-evaluator.ts';
import { openBackend } from '../configure/open-backend.ts';
import { strideDoubts, type Tunable } from '../configure/tunable.ts';
import { Ledger } from '../search/ledger.ts';
import { search } from '../search/search.ts';
import { Random } from '../space/random.ts';
import { configurationOf } from '../space/space.ts';
import type { Surveying } from './adapt.ts';
import { pointIn, type Sizes } from './adapt-sizes.ts';

interface ModelLimits {
  /** Configurations that may be evaluated for an input. */
  readonly budget: number;
  readonly seed: number;
  /** No search goes on beyond it, by `performance.now()`. */
  readonly untilMs: number;
}

/** @param tunable the launch as it is, which has the data files of all inputs */
export async function modelSurveyor(
  sizes: Sizes,
  tunable: Tunable,
  options: ModelOptions,
  { budget, seed, untilMs }: ModelLimits,
): Promise<Surveying> {
  const { profile } = options;
  const backend = await openBackend(tunable.launch, options);
  const evaluators = new Map<string, ModelEvaluator>();
  let evaluations = 0;
  const counting: Backend = {
    evaluate(instance) {
      evaluations++;
      return backend.evaluate(instance);
    },
    spareOccupancy: (instance) => backend.spareOccupancy(instance),
    close: () => backend.close(),
  };
  const evaluatorOf = (input: Input, at: Tunable): ModelEvaluator => {
    const known = evaluators.get(input.join());
    if (known !== undefined) return known;
    const evaluator = new ModelEvaluator(at, counting, profile);
    evaluators.set(input.join(), evaluator);
    return evaluator;
  };
  return {
    target: { name: profile.name, facts: factsOf(profile) },
    surveyor: {
      get evaluations() {
        return evaluations;
      },
      async search(input, seeds) {
        const { value: at, diagnostics } = sizes.at(input);
        if (at === undefined) return { refusal: reasonOf(diagnostics) };
        const { space, points, base } = at;
        const evaluator = evaluatorOf(input, at);
        const limits = { budget, isTimeUp: () => performance.now() > untilMs };
        const ledger = new Ledger(evaluator, limits);
        await ledger.evaluate([base, ...seeds.flatMap((seed) => pointIn(at, seed))]);
        const { result, refused } = await search(
          { space, points, base, evaluator, doubtOf: (point) => strideDoubts(at, point) },
          { ...limits, algorithm: 'full', random: new Random(seed), ledger },
        );
        if (result === undefined) return { refusal: refused[0]?.reason ?? 'nothing was evaluated' };
        return configurationOf(space, result.best.point);
      },
      async times(input, configurations) {
        const { value: at } = sizes.at(input);
        if (at === undefined) return configurations.map(() => undefined);
        const evaluator = evaluatorOf(input, at);
        const points = configurations.map((each) => pointIn(at, each)[0]);
        const known = points.filter((point) => point !== undefined);
        const verdicts = await evaluator.evaluate(known);
        let next = 0;
        return points.map((point) => (point === undefined ? undefined : verdicts[next++].cost?.timeNs));
      },
    },
    timeOf: async (instance) => (await counting.evaluate(instance)).value?.timeNs,
    close: () => backend.close(),
  };
}
