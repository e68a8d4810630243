// What lies between operations: which gap each of them has before it, and that every gap of a profile moves the time.

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseApp } from '../../src/app/parse.ts';
import { forecastApp } from '../../src/app/predict.ts';
import { summarize } from '../../src/app/summary.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Gaps, Profile } from '../../src/profile/profile.ts';

const profile = loadProfile('nvidia-h200').value!;
const bound = { group: 0, binding: 0, buffer: 'a' };
const dispatch = { dispatch: [1], pipeline: 'touch', bindings: [bound] };
const text = JSON.stringify({
  schema: 'kernelcast/app@1',
  buffers: { a: { size: 256 }, b: { size: 256 } },
  pipelines: { touch: { shader: 'touch.wgsl' } },
  steps: [
    {
      submit: [
        { pass: [dispatch, dispatch] },
        { pass: [dispatch] },
        { copy: { buffer: 'a' }, to: { buffer: 'b' } },
      ],
    },
    { write: 'b', data: { kind: 'iota-u32' } },
    { submit: [{ pass: [dispatch] }] },
  ],
});
const SHADER = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
  @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { a[i] = i; }`;

function predicted(device: Profile) {
  const app = parseApp(text, path.join('test', 'app.json')).value!;
  const forecast = forecastApp(app, {
    profile: device,
    cache: 'warm',
    without: [],
    seed: 0,
    files: () => new Uint8Array(),
    now: () => 0,
    sourceOf: () => SHADER,
  });
  return summarize(app, forecast.value!, device, 0);
}

describe('an operation', () => {
  it('has the gap of where it stands before it, writes of the host aside', () => {
    const { dispatches, transfers } = predicted(profile);
    expect(dispatches.map(({ gap }) => gap)).toEqual(['start', 'dispatch', 'pass', 'submit']);
    expect(transfers.map(({ gap }) => gap)).toEqual(['transfer', 'write']);
  });

  it('takes a whole launch overhead where the profile has no gaps', () => {
    const { gaps: _, ...without } = profile;
    const { dispatches, guesses } = predicted(without);
    expect(dispatches.map(({ gapNs }) => gapNs)).toEqual(Array(4).fill(profile.launch.overheadNs.value));
    expect(guesses).toContain('gaps.submitNs');
  });
});

describe('a gap of a profile moves the time of an app', () => {
  const gaps = profile.gaps!;
  it.each(Object.keys(gaps) as (keyof Gaps)[])('%s', (name) => {
    const longer = { ...gaps, [name]: { ...gaps[name], value: gaps[name].value + 1000 } };
    const change = predicted({ ...profile, gaps: longer }).timeNs - predicted(profile).timeNs;
    expect(change).toBeCloseTo(1000, 6);
  });
});
