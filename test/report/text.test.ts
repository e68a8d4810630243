import { describe, expect, it } from 'vitest';
import { compilerModel } from '../../src/compilers/for-device.ts';
import { deviceOf } from '../../src/predict/compile-stages.ts';
import type { Prediction } from '../../src/predict/prediction.ts';
import { loadProfile, profileNames } from '../../src/profile/load.ts';
import { foundationsOf } from '../../src/profile/rests-on.ts';
import { jsonLine, jsonText } from '../../src/report/json.ts';
import { styleFor, wrap } from '../../src/report/layout.ts';
import { predictionDetail, predictionTable } from '../../src/report/prediction-text.ts';
import { profileDetail, profileEntries, profileTable } from '../../src/report/profile-text.ts';

const plain = styleFor(false);

function prediction(extra: Partial<Prediction> = {}): Prediction {
  return {
    schema: 'kernelcast/prediction@1',
    name: 'matmul-tiled',
    profile: 'nvidia-h200',
    timeNs: 412345,
    errorBandNs: [380000, 450000],
    sampling: { workgroups: 40, ofWorkgroups: 1024, noise: 0.004 },
    launchNs: 2100,
    cycles: 749000,
    waves: 3.2,
    occupancy: { workgroupsPerSm: 8, warpsPerSm: 64, fraction: 1, limit: 'warps' },
    subgroupSize: 32,
    registersPerThread: 40,
    spillBytes: 0,
    privateArrays: [],
    workgroupBytes: 2048,
    instructions: {
      static: 123,
      staticByClass: {},
      perWarp: 34567.8,
      byClass: { fma: 20000, alu: 12000, branch: 4.5, nop: 0 },
    },
    memory: {
      dramBytes: 12345678,
      l2Bytes: 2.3e9,
      l1HitRate: 0.91,
      l2HitRate: 0.99,
      sectorsPerRequest: 4,
      bankConflicts: 0,
    },
    resources: [
      { name: 'issue', utilization: 0.3, latencyBoundFraction: 0.1 },
      { name: 'shared', utilization: 0.92, latencyBoundFraction: 0.1 },
      { name: 'fp64', utilization: 0, latencyBoundFraction: 0 },
    ],
    stalls: { memory: 0.5, issue: 0.3, barrier: 0.2 },
    bottleneck: { resource: 'shared', kind: 'throughput', elasticity: 0.8 },
    warnings: [],
    guesses: [],
    carried: [],
    model: { seconds: 0.2, warpInstructions: 1e6 },
    ...extra,
  };
}

const long =
  'a-very-long-name-that-goes-on-and-on-and-will-not-fit-in-any-table-of-a-hundred-columns-whatever-one-does';
const wide = prediction({
  name: long,
  timeNs: 1234567,
  errorBandNs: [999499, 2345678],
  bottleneck: { resource: 'a-long-resource', kind: 'throughput', elasticity: 1 },
  spillBytes: 4096,
  memory: {
    dramBytes: 9.9e14,
    l2Bytes: 9.9e14,
    l1HitRate: 1,
    l2HitRate: 1,
    sectorsPerRequest: 31.9,
    bankConflicts: 31,
  },
  warnings: [`the buffer ${long}${long} is odd`, 'short'],
  guesses: Array.from({ length: 30 }, (_, i) => `memory.some.number${i}`),
});

const widest = (text: string) => Math.max(...text.split('\n').map((line) => [...line].length));

describe('one prediction', () => {
  it('begins with the answer', () => {
    expect(predictionDetail(prediction(), plain).split('\n')[0]).toBe(
      'matmul-tiled on nvidia-h200: 412 µs (380 to 450 µs), limited by shared throughput',
    );
    const bound = prediction({ bottleneck: { resource: 'launch', kind: 'launch', elasticity: 1 } });
    expect(predictionDetail(bound, plain)).toContain('limited by launch overhead');
  });

  it('says how much hangs on the limit', () => {
    expect(predictionDetail(prediction(), plain)).toMatch(
      /limit +shared throughput: 10 % more throughput of shared would save about 8 % of the time\n/,
    );
    const launch = prediction({ bottleneck: { resource: 'launch', kind: 'launch', elasticity: 0.7 } });
    expect(predictionDetail(launch, plain)).toMatch(/limit +launch overhead: 70 % of the time\n/);
  });

  it('keeps control characters of names from the terminal', () => {
    const hostile = prediction({ name: 'a\u001b[31mb\nc' });
    const text = predictionDetail(hostile, plain) + predictionTable([hostile, prediction()], plain);
    expect([text.includes('\u001b'), text.includes('b\nc')]).toEqual([false, false]);
  });

  it('lists resources by use and leaves out the idle', () => {
    expect(predictionDetail(prediction(), plain)).toMatch(/busy +shared 92 %, issue 30 %\n/);
  });

  it('mentions spills, conflicts, warnings and guesses only when there are some', () => {
    expect(predictionDetail(prediction(), plain)).not.toMatch(/spill|conflict|warning|guess/i);
    const shown = predictionDetail(wide, plain);
    expect(shown).toContain('4.00 KiB spilled');
    expect(shown).toContain('31 conflict cycles');
    expect(shown).toContain('2 warnings:');
    expect(shown).toContain('30 profile numbers used here are guesses; see kernelcast profiles nvidia-h200');
  });
});

describe('text output', () => {
  it('fits 100 columns without colour, whatever the names', () => {
    const texts = [predictionDetail(wide, plain), predictionTable([wide, prediction(), wide], plain)];
    for (const text of texts) {
      expect(widest(text)).toBeLessThanOrEqual(100);
      expect(text).not.toContain('\x1b[');
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  it('has colour when asked for', () => {
    expect(predictionDetail(prediction(), styleFor(true))).toContain('\x1b[1m');
  });

  it('wraps words, and breaks those that are longer than a line', () => {
    expect(wrap('aa bb cc', 5)).toBe('aa bb\ncc');
    expect(wrap('aa bb cc', 5, '  ')).toBe('aa bb\n  cc');
    expect(widest(wrap('x'.repeat(40), 10, '  '))).toBeLessThanOrEqual(10);
  });

  it('gives a row to each of several predictions and a name to each warning', () => {
    const text = predictionTable([prediction(), prediction({ name: 'other', warnings: ['odd'] })], plain);
    expect(text).toContain('2 kernels on nvidia-h200');
    expect(text).toMatch(/^other +412 µs +380–450 µs +shared throughput +100 % +40 +11\.8 MiB +91\/99 %$/m);
    expect(text).toContain('other: odd');
  });
});

describe('JSON output', () => {
  it('gives back what went in, an array or a line each', () => {
    expect(JSON.parse(jsonText([prediction(), wide]))).toEqual([prediction(), wide]);
    expect(jsonLine(wide)).toMatch(/^[^\n]+\n$/);
    expect(JSON.parse(jsonLine(wide))).toEqual(wide);
  });
});

describe('profiles', () => {
  const all = profileNames().map((name) => loadProfile(name).value!);

  it('are listed with all their names', () => {
    const listed = all.map((profile) => ({ profile, restsOn: foundationsOf(profile, new Set()) }));
    const text = profileTable(listed, plain);
    for (const name of profileNames()) expect(text).toContain(name);
    expect(widest(text)).toBeLessThanOrEqual(100);
  });

  it.each(all.map((profile) => [profile.name, profile] as const))(
    '%s shows every number with its origin',
    (_, profile) => {
      const compiler = compilerModel(deviceOf(profile));
      const text = profileDetail(profile, compiler, plain);
      expect(widest(text)).toBeLessThanOrEqual(100);
      const entries = profileEntries(profile);
      for (const entry of entries) expect(text).toContain(entry.path);
      const sources = JSON.stringify(profile).match(/"source":/g)!.length;
      expect(entries).toHaveLength(sources);
      const guesses = entries.filter((entry) => entry.isGuess).length + compiler.guesses.size;
      expect(text.match(/^\? /gm)?.length ?? 0).toBe(guesses);
      for (const guess of compiler.guesses.keys()) expect(text).toContain(guess);
    },
  );

  it('count a guess as a guess wherever the word stands in the origin', () => {
    const [first] = all;
    const changed = { ...first, clockHz: { value: 1e9, source: 'doc:X; gap guess:why' } };
    const clock = profileEntries(changed).find((entry) => entry.path === 'clockHz');
    expect(clock).toMatchObject({ value: '1.00 GHz', isGuess: true });
  });
});
