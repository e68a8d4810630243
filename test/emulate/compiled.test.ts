// WebAssembly of the emulator's core against the same source as JavaScript: every number that comes out, to the last
// bit. The kernels are those of the goldens and two long ones, on devices that together have all levels of memory.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { compileCore } from '../../compiled-core.mjs';
import { CompiledCore } from '../../src/emulate/compiled/core.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { prepare } from '../../src/emulate/prepare.ts';
import { emulateWhole } from '../../src/emulate/run.ts';
import type { EndState } from '../../src/emulate/sm.ts';
import type { SmSetup } from '../../src/emulate/state.ts';
import { invocationsOf } from '../../src/predict/limits.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { scaleResource } from '../../src/profile/scale.ts';
import { cases, longCases } from '../golden/cases.ts';
import { tracedCase } from '../golden/timing.ts';

const compiled = vi.hoisted(() => ({ emulate: undefined as unknown as (setup: SmSetup) => EndState }));

vi.mock('../../src/emulate/compiled/core.ts', async (original) => ({
  ...(await original<object>()),
  emulateCompiled: (setup: SmSetup) => compiled.emulate(setup),
}));

let compared = 0;

beforeAll(async () => {
  const { binary, layouts } = await compileCore();
  const core = new CompiledCore({ base64: Buffer.from(binary).toString('base64'), layouts });
  compiled.emulate = (setup) => {
    const end = core.emulate(setup);
    const written = emulateWhole(setup) as unknown as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(end)) {
      if (name === 'statistics') expect({ ...(written[name] as object) }).toEqual(value);
      else expect(written[name], name).toEqual(value);
    }
    compared++;
    return end;
  };
});

const DEVICES = ['nvidia-h200', 'nvidia-k20c', 'nvidia-rtx-3060', 'amd-rx-6600', 'amd-rx-7900-xtx'];
const BUDGET = 6_000;

describe.each(DEVICES)('on %s', (device) => {
  const profile = loadProfile(device).value!;
  it.each([...cases, ...longCases])('$name', (kernel) => {
    const traced = tracedCase(kernel, profile);
    if (typeof traced === 'string') return;
    const { trace, program } = traced;
    const preparation = prepare(trace, profile);
    const timing = {
      trace,
      profile,
      preparation,
      workgroupSize: invocationsOf(program.module),
      cache: 'cold' as const,
      instructionBudget: BUDGET,
    };
    const before = compared;
    predictTime(timing);
    predictTime({ ...timing, isOnlyTime: true });
    const instructions = preparation.prepared.program.kind.length;
    const inside = Uint8Array.from({ length: instructions }, (_, index) => (index >> 1) & 1);
    const regional = { inside, profile: scaleResource(profile, 'alu', 'latency', 1.5) };
    predictTime({ ...timing, regional });
    expect(compared - before).toBeGreaterThanOrEqual(3);
  });
});
