// What a prediction may use: memory for what buffers hold, and time.

import { describe, expect, it } from 'vitest';
import { parseLaunch } from '../../src/launch/parse.ts';
import { type PredictOptions, predictLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';

const profile = loadProfile('nvidia-h200').value!;
const files = () => new Uint8Array();
const now = () => 0;

/** Each invocation follows 20 words from place to place. */
function chase(access: 'read' | 'read_write', options: Partial<PredictOptions> = {}) {
  const source = `@group(0) @binding(0) var<storage, ${access}> next: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var at = id.x * 977u;
  for (var i = 0u; i < 20u; i++) { at = next[at % 268435456u]; }
  found[id.x] = at;
}`;
  const launch = parseLaunch(
    JSON.stringify({
      shader: 'chase.wgsl',
      dispatch: [1024],
      bindings: [
        { group: 0, binding: 0, size: 2 ** 30, data: { kind: 'random-u32', seed: 1 } },
        { group: 0, binding: 1, size: 4 * 65536 },
      ],
    }),
    'chase.json',
  ).value!;
  const given: PredictOptions = { profile, cache: 'warm', without: [], seed: 0, files, now, ...options };
  const { value, diagnostics } = predictLaunch(launch, source, given);
  return {
    value,
    code: diagnostics[0]?.code,
    text: [diagnostics[0]?.message, ...(diagnostics[0]?.notes ?? [])].join(),
  };
}

describe('memory', () => {
  it('that contents of buffers take is bounded, and said to be', () => {
    const { value, code, text } = chase('read_write', { memoryBytes: 64 * 2 ** 20 });
    expect([value, code]).toEqual([undefined, 'predict/memory']);
    expect(text).toMatch(/more than 64 MiB of memory.*--memory/);
  });

  it('goes back where contents can be made again, which changes no prediction', () => {
    const few = chase('read', { memoryBytes: 32 * 2 ** 20 });
    const many = chase('read', { memoryBytes: 2 ** 31 });
    expect(few.value).toBeDefined();
    expect(few.value).toEqual(many.value);
  });
});

describe('time', () => {
  it('is bounded, as the clock that is given says', () => {
    for (const steps of [2, 8, 25]) {
      let calls = 0;
      const clock = () => (calls++ < steps ? 0 : 61_000);
      const { value, code, text } = chase('read', { timeoutMs: 60_000, now: clock });
      expect([value, code]).toEqual([undefined, 'predict/timeout']);
      expect(text).toMatch(/longer than 60 s.*--timeout/);
    }
    expect(chase('read', { timeoutMs: 60_000 }).value).toBeDefined();
  });
});
