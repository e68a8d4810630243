import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, inProcess } from '../../src/configure/backend.ts';
import {
  evaluateModel,
  InstanceModel,
  type ModelOptions,
  mostRegisters,
} from '../../src/configure/evaluate.ts';
import { ModelEvaluator } from '../../src/configure/model-evaluator.ts';
import { openTunable } from '../../src/configure/open.ts';
import { ModelPool } from '../../src/configure/pool.ts';
import type { Instance, Tunable } from '../../src/configure/tunable.ts';
import { loadProfile } from '../../src/profile/load.ts';
import type { Evaluated } from '../../src/search/ledger.ts';
import { search } from '../../src/search/search.ts';
import { Random } from '../../src/space/random.ts';
import { FIXED_LAUNCH, Folder } from './kernels.ts';

const profile = loadProfile('nvidia-h200').value!;
const setup = { profile, cache: 'warm' as const, without: [], seed: 0 };
const options: ModelOptions = { ...setup, files: () => new Uint8Array(), now: () => 0 };

let folder: Folder;
let tunable: Tunable;
let program: string;
beforeAll(async () => {
  folder = new Folder();
  program = path.join(folder.path, 'model-worker.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, '../../src/configure/worker.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const tunables = { 'coarsen.x': [1, 2, 4], 'coarsen.x.stride': [1, 'warp'] };
  tunable = openTunable(folder.write('launch.json', { ...FIXED_LAUNCH, tunables }), {}).value!;
}, 60_000);
afterAll(() => folder.remove());

const pool = (workers: number) => new ModelPool({ program, workers, setup: { ...setup, data: {} } });

/** Counts what reaches the model. */
class Counting implements Backend {
  evaluated = 0;
  private readonly inner = inProcess(options);
  async evaluate(instance: Instance) {
    this.evaluated++;
    return await this.inner.evaluate(instance);
  }
  async spareOccupancy(instance: Instance) {
    return await this.inner.spareOccupancy(instance);
  }
  close() {}
}

const timesOf = ({ cost: { bottleneck: _, ...rest } }: Evaluated) => rest;

async function searched(backend: Backend, later?: Backend) {
  const evaluator = new ModelEvaluator(tunable, backend, profile, later);
  const { space, points, base } = tunable;
  const limits = { algorithm: 'full', budget: 60, random: new Random(2), isTimeUp: () => false } as const;
  return await search({ space, points, base, evaluator }, limits);
}

describe('the model as an evaluator', () => {
  it('says the same in this thread, over one worker and over three', async () => {
    const here = JSON.stringify(await searched(inProcess(options)));
    for (const workers of [1, 3]) {
      const workersPool = pool(workers);
      expect(JSON.stringify(await searched(workersPool))).toBe(here);
      workersPool.close();
    }
  }, 60_000);

  it('says the same where bottlenecks come later, and then only of what is shown', async () => {
    const { result: whole } = await searched(inProcess(options));
    const workers = pool(2);
    for (const backend of [inProcess(options), workers]) {
      const { result } = await searched(backend, backend);
      const ranking = whole!.ranking.map((each, at) => (at < 5 ? each : { ...each, cost: timesOf(each) }));
      expect(result).toMatchObject({ ...whole!, ranking });
    }
    workers.close();
    const instance = tunable.instantiate(tunable.base).value!;
    const { cost } = evaluateModel(instance, options).value!;
    expect(new InstanceModel(options).time(instance).value!.cost).toEqual({ ...cost, bottleneck: undefined });
    expect(cost.bottleneck).toBeDefined();
  });

  it('evaluates a kernel once, whatever its configurations are called', async () => {
    const backend = new Counting();
    const { result } = await searched(backend);
    // Six configurations; without coarsening the stride means nothing.
    expect(result).toMatchObject({ points: 6, evaluations: 5, end: 'whole' });
    expect(backend.evaluated).toBe(5);
  });

  it('gives costs that speak of all resources', () => {
    const { launch, source } = tunable.instantiate(tunable.base).value!;
    const { prediction, cost } = evaluateModel({ launch, source }, options).value!;
    expect(cost.timeNs).toBe(prediction.timeNs);
    const dram = cost.resources.find(({ name }) => name === 'dram')!;
    expect(dram.transactions * 32).toBeCloseTo(prediction.memory.dramBytes);
    expect(cost.occupancyFraction).toBe(prediction.occupancy.fraction);
  });

  it('turns a kernel that the model cannot take into a refusal', async () => {
    const { launch } = tunable.instantiate(tunable.base).value!;
    const source = '@compute @workgroup_size(64) fn main() { let broken = ; }';
    expect(evaluateModel({ launch, source }, options).value).toBeUndefined();
    const workers = pool(1);
    expect((await workers.evaluate({ launch, source })).value).toBeUndefined();
    // The worker goes on.
    expect((await workers.evaluate(tunable.instantiate(tunable.base).value!)).value).toBeDefined();
    workers.close();
  });

  it('finds how much occupancy can be spared', () => {
    const spare = new InstanceModel(options).spareOccupancy(tunable.instantiate(tunable.base).value!)!;
    expect(spare.occupancyFraction).toBeGreaterThan(0);
    expect(spare.occupancyFraction).toBeLessThan(1);
  });

  it('knows how many registers an occupancy leaves', () => {
    expect(mostRegisters(profile, 1)).toBe(32);
    expect(mostRegisters(profile, 0.5)).toBe(64);
    expect(mostRegisters(profile, 0.01)).toBe(255);
  });
});
