// What a learner of coarsening factors is given, from recorded spaces: for each kernel and direction that was measured
// with other directions left alone, the factors in their order, each with the features of its code, and the best
// measured configuration that has it, with what the model says of that one (docs/learned-coarsening.md).
//   node build.mjs bench/spaces/coarsening-ladders.ts
//   node dist/bench/spaces/coarsening-ladders.js [--set DIR]… --output FILE.json [--seconds 280]
// A second run goes on where a file ends.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Counters } from '../../src/analyze/counters.ts';
import { type Axis, type StaticFeatures, staticFeatures } from '../../src/analyze/static-features.ts';
import { fileReader } from '../../src/cli/kernels.ts';
import { evaluateModel, type ModelOptions } from '../../src/configure/evaluate.ts';
import { limitsOf } from '../../src/configure/needs.ts';
import { type Instance, openTunable, type Tunable } from '../../src/configure/open.ts';
import { decodeKernel, deviceOf, optimizeKernel, settle } from '../../src/predict/compile-stages.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';

/** One factor of one kernel along one direction. */
export interface Rung {
  readonly factor: number;
  /** Of the kernel as it is but for the factor. */
  readonly features: StaticFeatures;
  /** Of the quickest measured configuration with this factor, whatever its stride, workgroup and unrolling. */
  readonly measuredNs: number;
  readonly predictedNs: number;
  readonly counters: Counters;
}

export interface Ladder {
  readonly kernel: string;
  readonly axis: Axis;
  /** Of the kernel as it is, by measurement. */
  readonly baseNs: number;
  /** By rising factor, the first of which is 1; ends where a factor was not measured or has no prediction. */
  readonly rungs: readonly Rung[];
}

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', multiple: true, default: ['bench/spaces', 'bench/spaces/studied'] },
    output: { type: 'string' },
    seconds: { type: 'string', default: 'Infinity' },
  },
});

const profile = loadProfile('nvidia-h200').value!;
const options: ModelOptions = {
  profile,
  dialect: 'dawn',
  without: [],
  cache: 'warm',
  seed: 0,
  files: fileReader(),
  now: () => performance.now(),
};

/** The measured configurations that coarsen along the axis alone, quickest first, by factor. */
function measuredBy(
  record: SpaceRecord,
  axis: Axis,
): Map<number, { at: readonly number[]; timeNs: number }[]> {
  const factors = new Map<number, { at: readonly number[]; timeNs: number }[]>();
  for (const { at, status, timeNs } of record.configurations) {
    if (status !== 'correct') continue;
    const value = (name: string) => {
      const index = record.parameters.findIndex((each) => each.name === name);
      return index < 0 ? 1 : Number(record.parameters[index].values[at[index]]);
    };
    if ((['x', 'y', 'z'] as const).some((other) => other !== axis && value(`coarsen.${other}`) !== 1))
      continue;
    const factor = value(`coarsen.${axis}`);
    factors.set(factor, [...(factors.get(factor) ?? []), { at, timeNs: timeNs! }]);
  }
  for (const each of factors.values()) each.sort((a, b) => a.timeNs - b.timeNs);
  return factors;
}

function featuresOf({ launch, source }: Instance, axis: Axis): StaticFeatures | undefined {
  const driver = settle(source, { ...options, device: deviceOf(profile) });
  const module = decodeKernel(launch, source).value;
  return module && staticFeatures(optimizeKernel(module, driver), axis);
}

function ladderOf(record: SpaceRecord, tunable: Tunable, axis: Axis): Ladder | undefined {
  const { parameters, base } = record;
  const index = parameters.findIndex(({ name }) => name === `coarsen.${axis}`);
  const measured = measuredBy(record, axis);
  const pointOf = (at: readonly number[]) =>
    tunable.space.parameters.map(({ name, values }) => {
      const own = parameters.findIndex((each) => each.name === name);
      return values.indexOf(parameters[own].values[at[own]] as never);
    });
  const rungs: Rung[] = [];
  for (const [place, factor] of parameters[index].values.entries()) {
    const [best] = measured.get(Number(factor)) ?? [];
    if (best === undefined) break;
    const plain = tunable.instantiate(pointOf(base.map((own, i) => (i === index ? place : own)))).value;
    const instance = tunable.instantiate(pointOf(best.at)).value;
    const features = plain && featuresOf(plain, axis);
    const evaluation = instance && evaluateModel(instance, options).value;
    if (features === undefined || evaluation === undefined) break;
    const { timeNs: predictedNs, counters } = evaluation;
    rungs.push({ factor: Number(factor), features, measuredNs: best.timeNs, predictedNs, counters });
  }
  const baseNs = record.configurations.find(({ at }) => at.join() === base.join())?.timeNs;
  if (rungs.length < 2 || baseNs === undefined) return undefined;
  return { kernel: record.kernel, axis, baseNs, rungs };
}

function main(): number {
  const output = flags.output;
  if (output === undefined) throw new Error('--output FILE.json: where the ladders go');
  const start = performance.now();
  const kept: { done: string[]; ladders: Ladder[] } = existsSync(output)
    ? JSON.parse(readFileSync(output, 'utf8'))
    : { done: [], ladders: [] };
  let isComplete = true;
  for (const set of flags.set) {
    const folder = path.join(set, 'recorded');
    for (const file of readdirSync(folder)
      .filter((each) => each.endsWith('.json'))
      .sort()) {
      const record = readSpaceRecord(path.join(folder, file))!;
      if (kept.done.includes(record.kernel)) continue;
      if (performance.now() - start > 1000 * Number(flags.seconds)) {
        isComplete = false;
        continue;
      }
      const launch = path.join(set, 'kernels', `${record.kernel}.json`);
      const tunable = openTunable(launch, record.params ?? {}, undefined, limitsOf('adapter', profile)).value;
      for (const axis of ['x', 'y', 'z'] as const) {
        if (!tunable || !record.parameters.some(({ name }) => name === `coarsen.${axis}`)) continue;
        const ladder = ladderOf(record, tunable, axis);
        if (ladder) kept.ladders.push(ladder);
      }
      kept.done.push(record.kernel);
      writeFileSync(output, JSON.stringify(kept));
    }
  }
  process.stderr.write(`${kept.done.length} kernels, ${kept.ladders.length} ladders\n`);
  return isComplete ? 0 : 3;
}

process.exit(main());
