// Where a prediction and the driver's code part: whole answers about launches of the suite as golden files (`vitest -u`
// writes them anew), the rule by itself, and what replacing a piece of the code does to the time.

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../src/cli/kernels.ts';
import { answerWhy } from '../../src/cli/validate-why.ts';
import { listingFor } from '../../src/compilers/for-device.ts';
import { predictTime } from '../../src/emulate/estimate.ts';
import { type Forecast, forecastLaunch } from '../../src/predict/predict.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { styleFor } from '../../src/report/layout.ts';
import { whyText } from '../../src/report/why-text.ts';
import { readLaunchSet } from '../../src/validate/launch-set.ts';
import type { Recorded } from '../../src/validate/layers.ts';
import { layerRow } from '../../src/validate/layers.ts';
import { loopsOf } from '../../src/validate/loops.ts';
import { opcodeCounts } from '../../src/validate/opcodes.ts';
import { codeParts } from '../../src/validate/parts.ts';
import { withInstructions, withRegisters } from '../../src/validate/replaced.ts';
import { verdictOf, type Why, type WhyLayer, type WhySubject, whyOf } from '../../src/validate/why.ts';

/** Launches whose code was recorded, and such whose was not. */
const SET = 'bench/sets/development';
const UNRECORDED = 'bench/sets/studied';
const root = path.join(import.meta.dirname, '../..');
const profile = loadProfile('nvidia-h200').value!;
const listing = listingFor(profile);
const modelFlags = {
  define: [],
  allowRead: [],
  without: [],
  cache: 'warm',
  seed: 0,
  profile: '',
  set: [],
} as const;

async function why(folder: string, name: string): Promise<Why> {
  const { entries, measurements } = readLaunchSet(path.join(root, folder));
  const about = { folder: path.join(root, folder), entries, measurements, device: 'nvidia-h200' };
  const answer = await answerWhy({ name, ...about, profile, flags: modelFlags });
  if (typeof answer === 'number') throw new Error(`exit code ${answer}`);
  return answer;
}

describe('whole answers', () => {
  // One that the timing explains, one whose time agrees though its accesses differ, one whose loops do.
  it.each(['top-k', 'mri-q', 'matmul-q4'])('about %s stay as they are', async (name) => {
    const text = whyText(await why(SET, name), styleFor(false));
    expect(Math.max(...text.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100);
    await expect(text).toMatchFileSnapshot(`why/${name}.txt`);
  });

  it('say where the two part in the first line', async () => {
    const [first] = whyText(await why(SET, 'histogram-global'), styleFor(false)).split('\n');
    expect(first).toMatch(
      /^histogram-global: 276 µs measured, \d+ µs predicted \(-\d+ %\): parts at timing: /,
    );
  });

  it('make do without recorded code', async () => {
    const answer = await why(UNRECORDED, 'batches');
    expect(answer.layers.map(({ name }) => name)).toEqual(['timing']);
    expect(answer.lines.length).toBeGreaterThan(0);
    expect(whyText(answer, styleFor(false))).toContain("nothing of the driver's code");
  });

  it('name the launch that was probably meant', async () => {
    await expect(why(SET, 'topk')).rejects.toThrow(/no launch of .* is called "topk".*"top-k"/);
  });
});

describe('the verdict', () => {
  const agreeing: WhyLayer[] = [
    { name: 'instructions', of: 'per warp', model: 100, driver: 100, agrees: true },
    { name: 'registers', of: 'per thread', model: 56, driver: 40, agrees: false },
    { name: 'loops', of: 'unrolled alike', model: 1, driver: 2, agrees: false },
    { name: 'transactions', of: 'accesses per warp', model: 9, driver: 9, agrees: true },
  ];
  const timing = (model: number, agrees: boolean): WhyLayer => ({ name: 'timing', of: 'ns', model, agrees });
  const withReplaced = (index: number, replacedNs: number) =>
    agreeing.map((each, i) => (i === index ? { ...each, replacedNs } : each));

  it('is the first layer that differs and takes a quarter of the error away', () => {
    const layers = [...withReplaced(1, 110), timing(140, false)];
    expect(verdictOf(layers, true, 100)).toEqual({
      layer: 'registers',
      because: "56 against the driver's 40 per thread; with them it would be off by +10 %",
    });
  });

  it('passes over a layer whose replacement changes little', () => {
    const layers = [...withReplaced(1, 138), timing(140, false)];
    expect(verdictOf(layers, true, 100)).toMatchObject({ layer: 'loops', because: '1 of 2 unrolled alike' });
  });

  it('is the timing when no difference of the code matters, or there is none', () => {
    const unmoved = agreeing.slice(0, 2).map((each) => ({ ...each, replacedNs: 139 }));
    expect(verdictOf([...unmoved, timing(140, false)], true, 100)).toEqual({
      layer: 'timing',
      because: "the driver's registers would change little",
    });
    const unknown: WhyLayer = { name: 'loops', of: 'unrolled alike' };
    expect(verdictOf([agreeing[0], unknown, timing(140, false)], true, 100)).toEqual({
      layer: 'timing',
      because: 'the code agrees; loops cannot be compared',
    });
  });

  it('is nowhere when the time agrees, and unknown without a measurement or code', () => {
    expect(verdictOf([...agreeing, timing(110, true)], true, 100).layer).toBe('nowhere');
    expect(verdictOf([timing(140, false)], false, 100)).toEqual({
      because: "no code of the driver's is recorded",
    });
    expect(verdictOf([timing(140, false)], true, undefined)).toEqual({
      because: 'it was not measured there',
    });
  });
});

async function forecastOf(example: string): Promise<Forecast> {
  const { launch, source } = (await loadKernel(path.join(root, 'examples', `${example}.json`), {})).value!;
  const options = { profile, cache: 'warm', without: [], seed: 0, now: () => 0 } as const;
  return forecastLaunch(launch, source, { ...options, files: () => new Uint8Array() }).value!;
}

/** The model's own code as if it had been recorded. */
function recordedLike({ program }: Forecast): Recorded {
  const code = {
    name: 'k',
    registers: program.registersPerThread,
    spills: 0,
    opcodes: opcodeCounts(program),
  };
  const left = loopsOf(program, listing);
  return { code, loops: { left, ofSource: left.length } };
}

function subjectOf(forecast: Forecast, recorded: Recorded, without: WhySubject['without']): WhySubject {
  const row = layerRow({ name: 'k' }, forecast, recorded, listing);
  const about = { name: 'k', launch: 'k.json', device: 'd', measuredNs: forecast.prediction.timeNs / 2 };
  return { ...about, forecast, lines: [], code: { recorded, row, listing }, without };
}

describe('replacing a piece of the code', () => {
  it('changes occupancy and time with the registers alone', async () => {
    const { timing, prediction } = await forecastOf('matmul-tiled');
    const same = predictTime(withRegisters(timing, prediction.registersPerThread));
    expect(same.timeNs).toBe(prediction.timeNs);
    const fewer = predictTime(withRegisters(timing, 200));
    expect(fewer.occupancy).toMatchObject({ limit: 'registers', workgroupsPerSm: 1 });
    expect(fewer.timeNs).toBeGreaterThan(1.2 * prediction.timeNs);
  });

  it('gives each part as many instructions as the driver has there', async () => {
    const forecast = await forecastOf('nbody');
    const { program, timing, prediction } = forecast;
    const same = codeParts(timing.trace, recordedLike(forecast), listing)!;
    expect(same.every(({ instructions }) => instructions.model === instructions.driver)).toBe(true);
    // The padding of barriers aside.
    const executed = same.reduce((sum, { perWarp }) => sum + perWarp.model, 0);
    expect(executed / prediction.instructions.perWarp).toBeCloseTo(1, 2);
    for (const factor of [1.5, 0.75]) {
      const other = same.map((part) => {
        const driver = Math.round(factor * part.instructions.model);
        return { ...part, instructions: { ...part.instructions, driver } };
      });
      const sized = withInstructions(timing, other, listing);
      for (const { segments, instructions } of other) {
        const lengths = segments.map((id) => sized.trace.program.segments[id].instructions.length);
        const before = segments.map((id) => program.segments[id].instructions.length);
        const added = lengths.reduce((sum, each, i) => sum + each - before[i], 0);
        expect(added).toBe(instructions.driver - instructions.model);
      }
      const time = predictTime(sized);
      expect(time.timeNs / prediction.timeNs).toBeGreaterThan(factor > 1 ? 1.1 : 0.5);
      expect(time.timeNs / prediction.timeNs).toBeLessThan(factor > 1 ? 1.8 : 0.98);
    }
  });

  it('does not compare parts of loops that were unrolled otherwise', async () => {
    const { timing } = await forecastOf('nbody');
    const code = { name: 'k', registers: 8, spills: 0, opcodes: {} };
    expect(codeParts(timing.trace, { code }, listing)).toBeUndefined();
    const left = [{ depth: 3, instructions: 5, work: { LDS: 1 } }];
    expect(codeParts(timing.trace, { code, loops: { left, ofSource: 1 } }, listing)).toBeUndefined();
  });

  it('leaves loops rolled where the driver did', async () => {
    const forecast = await forecastOf('matmul-tiled');
    const { launch, source } = (await loadKernel(path.join(root, 'examples/matmul-tiled.json'), {})).value!;
    const options = { profile, cache: 'warm', seed: 0, now: () => 0, files: () => new Uint8Array() } as const;
    const rolled = forecastLaunch(launch, source, { ...options, without: ['unrolling'] }).value!;
    const left = loopsOf(rolled.program, listing);
    const recorded = { ...recordedLike(forecast), loops: { left, ofSource: left.length } };
    const answer = whyOf(subjectOf(forecast, recorded, () => rolled));
    expect(answer.layers.find(({ name }) => name === 'loops')).toMatchObject({
      agrees: false,
      replacedNs: rolled.prediction.timeNs,
    });
    expect(answer.layers[0]).not.toHaveProperty('agrees');
  });
});
