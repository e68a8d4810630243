// A configuration beside the kernel as it is: by turns, the middle times, and no times for what is wrong.

import { describe, expect, it } from 'vitest';
import type { Instance } from '../../src/configure/tunable.ts';
import type { TrialEvaluator } from '../../src/tune/evaluators/evaluator.ts';
import { pairOf, timesOfPair } from '../../src/tune/pair.ts';
import type { Evaluation } from '../../src/tune/trials/trial.ts';

const before = { source: 'before', launch: { name: 'before' } } as Instance;
const after = { source: 'after' } as Instance;
const pair = pairOf(before, after);

/** Times of what is asked for, one after the other. */
function evaluatorOf(times: Record<string, (number | Evaluation)[]>, more: Partial<TrialEvaluator> = {}) {
  const asked: string[] = [];
  const evaluator = {
    isNoisy: true,
    open: async () => ({ value: { status: 'correct', timeNs: 1 }, diagnostics: [] }),
    async confirm(point: readonly number[]) {
      const { source } = pair.instantiate(point).value!;
      asked.push(source);
      const next = times[source].shift()!;
      return typeof next === 'number' ? { status: 'correct', timeNs: next } : next;
    },
    ...more,
  } as TrialEvaluator;
  return { evaluator, asked };
}

describe('a pair', () => {
  it('is measured by turns, and the middle times count', async () => {
    const { evaluator, asked } = evaluatorOf({ before: [10, 90, 11], after: [5, 4, 50] });
    expect(await timesOfPair(evaluator)).toEqual({ beforeNs: 11, afterNs: 5 });
    expect(asked).toEqual(['before', 'after', 'before', 'after', 'before', 'after']);
  });

  it('is asked for once where times are computed', async () => {
    const { evaluator, asked } = evaluatorOf({ before: [10], after: [5] }, { isNoisy: false });
    expect(await timesOfPair(evaluator)).toEqual({ beforeNs: 10, afterNs: 5 });
    expect(asked).toHaveLength(2);
  });

  it('has no times where the changed one is wrong but once, or found wrong in another way', async () => {
    const wrong: Evaluation = { status: 'correctness', message: 'y: 1 of 8 words differ' };
    const once = evaluatorOf({ before: [10, 10, 10], after: [5, wrong, 5] });
    expect(await timesOfPair(once.evaluator)).toBe('y: 1 of 8 words differ');
    const verify = async () => 'its output is wrong';
    const other = evaluatorOf({ before: [10, 10, 10], after: [5, 5, 5] }, { verify });
    expect(await timesOfPair(other.evaluator)).toBe('its output is wrong');
  });

  it('has none where the kernel as it is does not run', async () => {
    const diagnostics = [{ severity: 'invalid', code: 'x', message: 'it does not run' }] as const;
    const { evaluator } = evaluatorOf({}, { open: async () => ({ diagnostics: [...diagnostics] }) });
    expect(await timesOfPair(evaluator)).toBe('it does not run');
  });
});
