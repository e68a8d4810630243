// What a tuner makes as small as it can: the time, or an expression of time, params and configuration.

import { compileExpression, ExpressionError, wellKnown } from '../launch/expressions.ts';
import type { Launch } from '../launch/launch.ts';
import type { Configuration } from '../space/space.ts';
import type { Evaluation } from './trials/trial.ts';

export interface Objective {
  /** As it was given; `time` without one. */
  readonly text: string;
  readonly goal: 'minimize' | 'maximize';
  /** Less time is always better: trials may be stopped for taking long. */
  readonly isTime: boolean;
  /** The value to report. @throws ExpressionError */
  valueOf(evaluation: Evaluation, configuration: Configuration, launch: Pick<Launch, 'params'>): number;
  /** The same as something positive that is to be small. */
  costOf(value: number): number;
}

export const TIME: Objective = {
  text: 'time',
  goal: 'minimize',
  isTime: true,
  valueOf: ({ timeNs }) => timeNs!,
  costOf: (value) => value,
};

/** Seconds, since rates are per second. */
const NS = 1e-9;

/**
 * `text` may name `time` and `minTime` (seconds), params of the launch and parameters of the space that are
 * numbers. @throws ExpressionError
 */
export function objectiveOf(
  text: string,
  goal: 'minimize' | 'maximize',
  dottedNames: readonly string[],
): Objective {
  const expression = compileExpression(text, { dottedNames });
  return {
    text,
    goal,
    isTime: false,
    valueOf(evaluation, configuration, { params }) {
      const scope = new Map(Object.entries(params));
      for (const [name, value] of Object.entries(configuration)) scope.set(name, Number(value));
      scope.set('time', evaluation.timeNs! * NS);
      scope.set('minTime', (evaluation.minNs ?? evaluation.timeNs!) * NS);
      for (const name of expression.names) {
        if (scope.has(name)) continue;
        const constant = wellKnown(name);
        if (constant !== undefined) {
          scope.set(name, constant);
          continue;
        }
        const known = [...scope.keys()].join(', ');
        throw new ExpressionError(`unknown name "${name}"; there are ${known}`, name);
      }
      const value = expression.evaluate(scope);
      if (value > 0 && Number.isFinite(value)) return value;
      throw new ExpressionError(`"${text}" is ${value}; it has to be above 0 to be compared`);
    },
    costOf: (value) => (goal === 'maximize' ? 1 / value : value),
  };
}
