// Long runs of dispatches, predicted by a few of them.

import { describe, expect, it } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import type { AppPrediction } from '../../src/app/prediction.ts';
import { thinnedApp, wholeTimeNs } from '../../src/app/thin.ts';
import { withParams } from '../../src/app/with-params.ts';

const step = (pipeline: string, dispatch: string) => ({
  dispatch: [dispatch],
  pipeline,
  bindings: [{ group: 0, binding: 0, buffer: 'a' }],
});

const app = parseApp(
  JSON.stringify({
    buffers: { a: { size: 64 } },
    pipelines: { once: { shader: 'k.wgsl' }, often: { shader: 'k.wgsl' } },
    steps: [
      step('once', '1'),
      { repeat: 101, index: 'n', steps: [step('often', 'n + 1')] },
      step('once', '2'),
    ],
  }),
  'app.json',
).value!;

describe('a thinned app', () => {
  const thin = thinnedApp(app);

  it('keeps the ends of a run, and all that is no run', () => {
    expect(thin.app.operations).toHaveLength(15);
    expect(thin.runs).toHaveLength(1);
    expect([thin.runs[0].first, thin.runs[0].positions[0], thin.runs[0].positions.at(-1)]).toEqual([
      1, 0, 100,
    ]);
  });

  it('takes as long as the whole one, where times are straight', () => {
    const workNs = (groups: number) => 10 + 3 * groups;
    const dispatches = thin.app.operations.map((operation) => {
      const groups = 'dispatch' in operation ? (operation.dispatch as readonly number[])[0] : 0;
      return { workNs: workNs(groups), gapNs: 5 };
    });
    const timeNs = dispatches.reduce((all, each) => all + each.workNs + each.gapNs, 0);
    const prediction = { timeNs, dispatches } as unknown as AppPrediction;
    const all = [1, ...Array.from({ length: 101 }, (_, n) => n + 1), 2];
    const expected = all.reduce((sum, groups) => sum + workNs(groups) + 5, 0);
    expect(wholeTimeNs(thin, prediction)).toBeCloseTo(expected, 6);
  });
});

describe('an app file with other params', () => {
  it('keeps its comments and all else', () => {
    const text = '{ // an app\n  "params": { "a": 1, /* two */ "b": "a + 1" },\n  "steps": [] }';
    expect(withParams(text, { a: 7, b: '2 * a' })).toBe(
      '{ // an app\n  "params": { "a": 7, /* two */ "b": "2 * a" },\n  "steps": [] }',
    );
  });
});
