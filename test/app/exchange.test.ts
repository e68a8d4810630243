// Other kernels in place of an app's own: every dispatch of the pipeline gets them, and nothing else moves.

import { expect, it } from 'vitest';
import { type Dispatch, isDispatch } from '../../src/app/app.ts';
import { exchangeKernels } from '../../src/app/exchange.ts';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { options } from './forecast.ts';

const KERNEL = `override S = 1u;
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { y[id.x] += S; }`;

const bindings = [{ group: 0, binding: 0, buffer: 'y' }];
const FILE = {
  schema: 'kernelcast/app@1',
  buffers: { y: { size: 4096 }, counts: { size: 12, data: { kind: 'u32', values: [2, 1, 1] } } },
  pipelines: { a: { shader: 'k.wgsl' }, b: { shader: 'k.wgsl', constants: { S: 2 } } },
  steps: [
    { dispatch: [16], pipeline: 'a', bindings },
    { clear: 'y' },
    { dispatch: [8], pipeline: 'b', bindings },
    { dispatch: { indirect: 'counts' }, pipeline: 'a', bindings },
    { dispatch: [0], pipeline: 'a', bindings },
  ],
};

it('changes all dispatches of a pipeline, and those alone', () => {
  const app = parseApp(JSON.stringify(FILE), 'app.json').value!;
  const forecast = forecastApp(app, { ...options, sourceOf: () => KERNEL }).value!;
  const launches = forecast.steps.flatMap(({ dispatched }) => dispatched?.launch ?? []);
  const other = (at: number, dispatch: readonly [number, number, number]) => ({
    launch: { ...launches[at], constants: { S: 3 }, dispatch },
    source: `${KERNEL}// other`,
  });
  const changed = exchangeKernels(
    app,
    forecast,
    new Map([
      [0, other(0, [4, 1, 1])],
      [2, other(2, [2, 1, 1])],
    ]),
  );
  const dispatches = changed.app.operations.filter(isDispatch);
  expect(changed.app.pipelines.map(({ constants }) => constants)).toEqual([{ S: 3 }, { S: 2 }]);
  for (const { pipeline } of dispatches) expect(changed.app.pipelines).toContain(pipeline);
  expect(dispatches.map(({ pipeline }) => pipeline.name)).toEqual(['a', 'b', 'a', 'a']);
  // What is dispatched indirectly stays so.
  expect(dispatches.map(({ dispatch }) => ('buffer' in dispatch ? 'indirect' : dispatch[0]))).toEqual([
    ...[4, 8, 'indirect', 0],
  ]);
  const steps = changed.forecast.steps.flatMap(({ dispatched }) => dispatched ?? []);
  expect(steps.map(({ source }) => String(source).endsWith('// other'))).toEqual([true, false, true, false]);
  expect(steps.map(({ operation }) => operation.pipeline)).toEqual(
    dispatches.map((each: Dispatch) => each.pipeline),
  );
  expect(changed.forecast.results).toBe(forecast.results);
});
