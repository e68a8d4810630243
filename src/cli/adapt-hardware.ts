// Inputs of a kernel looked at on the GPU of this machine: each is tuned as `tune` does it, beginning with what is good
// at its neighbours.

import type { Input } from '../adapt/input-space.ts';
import type { ModelOptions } from '../configure/evaluate.ts';
import { reasonOf } from '../configure/instantiate.ts';
import type { Instance, Tunable } from '../configure/tunable.ts';
import { configurationOf, keyOf, type Point } from '../space/space.ts';
import type { TrialEvaluator } from '../tune/evaluators/evaluator.ts';
import { TIME } from '../tune/objective.ts';
import { pairOf, timesOfPair } from '../tune/pair.ts';
import type { AdaptFlags, Surveying } from './adapt.ts';
import { pointIn, type Sizes } from './adapt-sizes.ts';
import type { Progress } from './terminal.ts';
import { openEvaluators } from './tune-evaluator.ts';
import { runTuning } from './tune-run.ts';
import { openStore } from './tune-store.ts';

/** @throws DiagnosticError, GpuError */
export async function hardwareSurveyor(
  sizes: Sizes,
  flags: AdaptFlags,
  model: ModelOptions,
  progress: Progress,
): Promise<Surveying> {
  const source = await openEvaluators({ ...flags, evaluator: flags.evaluator }, model);
  const { store } = await openStore(flags, source.kind, undefined);
  const known = new Map<string, number | undefined>();
  const evaluators = new Map<string, TrialEvaluator>();
  let [trials, device] = [0, model.profile.name];
  const keyAt = (input: Input, point: Point) => `${input.join()};${keyOf(point)}`;

  async function openedAt(input: Input, at: Tunable): Promise<TrialEvaluator | undefined> {
    const found = evaluators.get(input.join());
    if (found !== undefined) {
      await found.resume?.();
      return found;
    }
    const evaluator = await source.open(at);
    if ((await evaluator.open()).value === undefined) return undefined;
    evaluators.set(input.join(), evaluator);
    return evaluator;
  }

  async function timed(evaluator: TrialEvaluator, point: Point): Promise<number | undefined> {
    trials++;
    const { status, timeNs } = await evaluator.evaluate(point, Number.POSITIVE_INFINITY);
    return status === 'correct' ? timeNs : undefined;
  }

  return {
    get target() {
      return { name: device };
    },
    surveyor: {
      get evaluations() {
        return trials;
      },
      async search(input, seeds) {
        const { value: at, diagnostics } = sizes.at(input);
        if (at === undefined) return { refusal: reasonOf(diagnostics) };
        const evaluator = await source.open(at);
        const { report } = await runTuning({
          tunable: at,
          evaluator,
          model,
          objective: TIME,
          budget: { trials: flags.trials, seconds: undefined },
          seed: flags.seed,
          modelBudget: flags.budget,
          seeds: seeds.flatMap((seed) => pointIn(at, seed)),
          store,
          wantsResume: false,
          isInterrupted: () => false,
          onStage: () => {},
          onProgress: ({ trials: done }) =>
            progress.show(`${input.join(', ')}: ${done} of ${flags.trials} trials`),
        });
        device = report.device;
        trials += report.result.trials;
        evaluators.set(input.join(), evaluator);
        for (const { point, evaluation } of report.result.ranking)
          known.set(keyAt(input, point), evaluation.timeNs);
        return configurationOf(at.space, report.confirmation.winner.point);
      },
      async times(input, configurations) {
        const at = sizes.at(input).value!;
        const times: (number | undefined)[] = [];
        for (const each of configurations) {
          const [point] = pointIn(at, each);
          if (point === undefined) {
            times.push(undefined);
            continue;
          }
          const key = keyAt(input, point);
          if (!known.has(key)) {
            const evaluator = await openedAt(input, at);
            known.set(key, evaluator && (await timed(evaluator, point)));
          }
          times.push(known.get(key));
        }
        return times;
      },
    },
    async timeOf(instance: Instance, input: Input) {
      const at = sizes.at(input).value!;
      const before = at.instantiate(at.base).value!;
      const times = await timesOfPair(await source.open(pairOf(before, instance)));
      trials++;
      return typeof times === 'string' ? undefined : times.afterNs;
    },
    close: () => source.close(),
  };
}
