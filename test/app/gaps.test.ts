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
  buffers: {
    a: { size: 256 },
    b: { size: 256 },
    counts: { size: 12, data: { kind: 'u32', values: [1, 1, 1] } },
  },
  pipelines: { touch: { shader: 'touch.wgsl' } },
  steps: [
    { submit: [{ pass: [dispatch] }] },
    // More than the GPU gives the host time for.
    { repeat: 16, steps: [{ write: 'b', data: { kind: 'iota-u32' } }] },
    {
      submit: [
        { pass: [dispatch, dispatch] },
        { pass: [{ ...dispatch, dispatch: { indirect: 'counts' } }] },
        { copy: { buffer: 'a' }, to: { buffer: 'b' } },
      ],
    },
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
    expect(dispatches.map(({ gap }) => gap)).toEqual(['start', 'submit', 'dispatch', 'pass']);
    expect(transfers.map(({ gap }) => gap)).toEqual([...Array(16).fill('write'), 'transfer']);
  });

  it('takes a whole launch overhead where the profile has no gaps', () => {
    const { gaps: _, ...without } = profile;
    const { dispatches, guesses } = predicted(without);
    const { value } = profile.launch.overheadNs;
    expect(dispatches.filter(({ gap }) => gap !== 'submit').map(({ gapNs }) => gapNs)).toEqual([
      value,
      value,
      value,
    ]);
    expect(guesses).toContain('gaps.submitNs');
  });
});

describe('a gap of a profile moves the time of an app', () => {
  const gaps = profile.gaps!;
  it.each(Object.keys(gaps) as (keyof Gaps)[])('%s', (name) => {
    const more = { ...gaps, [name]: { ...gaps[name], value: gaps[name].value * 1.5 } };
    expect(predicted({ ...profile, gaps: more }).timeNs).not.toBe(predicted(profile).timeNs);
  });

  it('but writes only where the GPU waits for them', () => {
    const alone = { ...gaps, writeNs: { ...gaps.writeNs, value: 1 } };
    const waited = predicted(profile).timeNs - predicted({ ...profile, gaps: alone }).timeNs;
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThan(16 * gaps.writeNs.value);
  });
});
