// Which test files run when. `npm run test:fast` runs all but the longer ones, `npm test` those too, and
// `npm run test:all` everything. What is not named here is fast: name a file that takes more than about two
// seconds of a processor. Tests that are run with a sample of their inputs before the last tier: tier.ts.

export type Tier = 'fast' | 'test' | 'all';

/**
 * From the second tier on: whole commands, whole suites of kernels, whole diagnoses, random programs.
 */
const LONGER: readonly string[] = [
  'accuracy/kernels',
  'action/pull-request',
  'analyze/contraction',
  'analyze/diagnose',
  'analyze/effort',
  'analyze/hypterm',
  'analyze/steps',
  'analyze/opcodes',
  'analyze/reports',
  'analyze/same-limit',
  'analyze/words',
  'bad-input/bad-input',
  'bench/first-pairs',
  'bench/init',
  'bench/published',
  'bench/second-pairs',
  'bench/sets',
  'bench/spaces/kernels',
  'calibrate/calibrate',
  'calibrate/plan',
  'capture/declarations',
  'cli/adapt',
  'cli/allowance',
  'cli/apps',
  'cli/apps-worked-on',
  'cli/command',
  'cli/diagnose',
  'cli/search',
  'cli/tune',
  'cli/validate',
  'cli/wavefront',
  'compilers/amd/recorded',
  'compilers/apple/recorded',
  'compilers/intel/recorded',
  'compilers/passes',
  'compilers/properties',
  'configure/evaluate',
  'conformance/ways',
  'decode/wgsl-problems',
  'differential/differential',
  'docs/printed',
  'emulate/compiled',
  'execute/random',
  'execute/subgroup-types',
  'execute/types',
  'farm/model-workers',
  'fuzz/fuzz',
  'golden/knobs',
  'launch/large',
  'library/core',
  'library/node',
  'library/package',
  'hardware/tint',
  'hardware/variants',
  'machine/balance',
  'machine/recorded',
  'machine/schedule',
  'machine/selection',
  'passes/passes',
  'predict/fetching',
  'predict/geometry',
  'predict/hot-places',
  'predict/mixed-pipes',
  'predict/scattered',
  'predict/triangle',
  'report/code-text',
  'report/diagnosis-json',
  'report/diagnosis-text',
  'space/points',
  'spirv/execution',
  'spirv/predictions',
  'spirv/textures',
  'transform/blocks-and-shapes',
  'transform/coarsen',
  'transform/random',
  'transform/unroll',
  'tune/ensemble',
  'tune/techniques',
  'tune/tuner',
  'validate/why',
  'wavefront/phases',
  'wavefront/results',
];

/** In the last tier only: what does nothing without a device or a browser (test/devices.ts), kills, all coarsenings. */
const LONGEST: readonly string[] = [
  'capture/node',
  'capture/page',
  'cli/measure',
  'cli/measure-apps',
  'cli/measure-textures',
  'cli/tune-apps',
  'conformance/conformance',
  'farm/faults',
  'farm/farm',
  'hardware/device-compare',
  'hardware/rounded-timestamps',
  'page/app',
  'page/calibrate',
  'page/compare',
  'page/looks',
  'page/measure',
  'page/newcomer',
  'page/page',
  'page/search',
  'report/diagnosis-html',
  'transform/device',
  'transform/kernels',
  'tune/crash',
  'tune/evaluators',
  'tune/faults',
];

/**
 * Of the second tier, what needs a process of its own: what closes Tint, as commands do, or needs it, puts other modules
 * in the place of some, or sets variables of the environment. All others share processes, and so what these have loaded, compiled and learnt.
 */
const ALONE: readonly string[] = [
  'bad-input/bad-input',
  'calibrate/plan',
  'emulate/compiled',
  'fuzz/fuzz',
  'hardware/tint',
  'hardware/variants',
  'library/node',
  'transform/blocks-and-shapes',
  'transform/coarsen',
  'transform/random',
  'transform/unroll',
  'validate/why',
];

const BEYOND: Readonly<Record<Tier, readonly string[]>> = {
  fast: [...LONGER, ...LONGEST],
  test: LONGEST,
  all: [],
};

const fileOf = (name: string) => `test/${name}.test.ts`;

/** The files that a tier leaves out, from the root of the project. */
export const leftOut = (tier: Tier): string[] => BEYOND[tier].map(fileOf);

/** The files that get processes of their own; devices and browsers are used by none but these. */
export const alone = (): string[] => [...ALONE, ...LONGEST].map(fileOf);

/** Whether the file is one of the longer ones. */
export const isLong = (path: string): boolean =>
  [...LONGER, ...LONGEST].some((name) => path.endsWith(fileOf(name)));

/** The tier that vitest's `--mode` names; without one, vitest's own word is "test". */
export function tierOf(mode: string): Tier {
  if (mode in BEYOND) return mode as Tier;
  throw new Error(`--mode ${mode}: the tiers of tests are ${Object.keys(BEYOND).join(', ')}`);
}
