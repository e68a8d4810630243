// A recording as the tuner's evaluator: what was measured once is looked up.

import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { type Configuration, configurationOf, type Point, type Space } from '../../space/space.ts';
import type { Evaluation } from '../trials/trial.ts';
import type { TrialEvaluator } from './evaluator.ts';

/** What a recording says, whatever its format. */
export interface Recorded {
  readonly device: string;
  readonly driver: string;
  readonly trials: readonly { readonly configuration: Configuration; readonly evaluation: Evaluation }[];
}

/** The same for equal configurations, whatever the order of their names. */
function keyOfConfiguration(configuration: Configuration): string {
  return JSON.stringify(Object.entries(configuration).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function replayTrials(
  { space, base }: { readonly space: Space; readonly base: Point },
  recorded: Recorded,
): TrialEvaluator {
  const byKey = new Map(
    recorded.trials.map(({ configuration, evaluation }) => [keyOfConfiguration(configuration), evaluation]),
  );
  const lookUp = (point: Point): Evaluation =>
    byKey.get(keyOfConfiguration(configurationOf(space, point))) ?? {
      status: 'constraints',
      message: 'the recording does not have it',
    };
  const evaluate = async (point: Point): Promise<Evaluation> => lookUp(point);
  return {
    kind: 'replay',
    device: recorded.device,
    driver: recorded.driver,
    isNoisy: false,
    room: 1,
    ahead: 1,
    async open(): Promise<Outcome<Evaluation>> {
      const value = lookUp(base);
      if (value.status === 'correct') return { value, diagnostics: [] };
      const why = value.message ?? value.status;
      const problem: Diagnostic = {
        severity: 'invalid',
        code: 'tune/replay',
        message: `the recording has no time of the base configuration: ${why}`,
      };
      return { diagnostics: [problem] };
    },
    evaluate,
    confirm: evaluate,
    close: () => {},
  };
}
