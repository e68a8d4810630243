// Transformed code beside the driver's: of each studied space the kernel as it is, the best on record and some others at
// random, as the driver compiles them and as the model does. Three steps, the second on the machine with the GPU:
//   node build.mjs bench/spaces/variant-code.ts
//   node dist/bench/spaces/variant-code.js --write DIR [--set DIR] [--each 6]   a job per configuration, NAME@AT.json
//   node dist/bench/spaces/variant-code.js --compile JOB.json     makes the pipeline, so that the driver's cache has it
//   node dist/bench/spaces/variant-code.js --compare FILE.json [--set DIR] [--times] [--only NAME] [--output FILE]
// FILE.json is a `kernelcast/variant-code@1` record: per configuration the registers and opcodes of the driver's listing.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { globals } from 'webgpu';
import type { Instance, Tunable } from '../../src/configure/tunable.ts';
import { openAdapter } from '../../src/hardware/adapter.ts';
import { compilePipeline } from '../../src/hardware/pipeline.ts';
import {
  decodeKernel,
  deviceOf,
  generateKernel,
  optimizeKernel,
  settle,
} from '../../src/predict/compile-stages.ts';
import { loadProfile } from '../../src/profile/load.ts';
import { Random } from '../../src/space/random.ts';
import { keyOf, type Point } from '../../src/space/space.ts';
import type { SpaceRecord } from '../../src/tune/trials/space-record.ts';
import { type OpcodeCounts, opcodeCounts } from '../../src/validate/opcodes.ts';
import { modelPool, openRecorded, pointAt, recordsOf } from './recorded-points.ts';

const SCHEMA = 'kernelcast/variant-code@1';

interface Row {
  readonly kernel: string;
  /** Of the record's parameters, as in its configurations. */
  readonly at: readonly number[];
  readonly registers: number;
  readonly opcodes: OpcodeCounts;
}

interface VariantCodeFile {
  readonly schema: typeof SCHEMA;
  readonly device: string;
  readonly driver: string;
  readonly date: string;
  readonly rows: readonly Row[];
}

const { values: flags } = parseArgs({
  options: {
    set: { type: 'string', default: 'bench/spaces/studied' },
    write: { type: 'string' },
    each: { type: 'string', default: '6' },
    compile: { type: 'string' },
    compare: { type: 'string' },
    times: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    output: { type: 'string' },
  },
});

const profile = loadProfile('nvidia-h200').value!;

const records = () => recordsOf(flags.set, flags.only);
const openSpace = (record: SpaceRecord) => openRecorded(flags.set, record, profile).value;

/** None where the configuration is no longer offered. */
function offeredPointAt(tunable: Tunable, record: SpaceRecord, at: readonly number[]): Point | undefined {
  const point = pointAt(tunable, record, at);
  return point !== undefined && tunable.points.indexOf(point) >= 0 ? point : undefined;
}

function write(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const record of records()) {
    const tunable = openSpace(record);
    if (tunable === undefined) continue;
    const correct = record.configurations.filter(({ status }) => status === 'correct');
    const best = [...correct].sort((a, b) => a.timeNs! - b.timeNs!)[0]?.at ?? record.base;
    const others = new Random(1).shuffle(correct.map(({ at }) => at));
    const written = new Set<string>();
    for (const at of [record.base, best, ...others]) {
      if (written.size >= Number(flags.each)) break;
      const point = offeredPointAt(tunable, record, at);
      const instance = point && tunable.instantiate(point).value;
      if (instance === undefined || written.has(keyOf(at))) continue;
      written.add(keyOf(at));
      const { source: code, launch } = instance;
      const job = {
        kernel: record.kernel,
        at,
        code,
        entryPoint: launch.entryPoint,
        constants: launch.constants,
      };
      writeFileSync(path.join(folder, `${record.kernel}@${at.join('.')}.json`), JSON.stringify(job));
    }
  }
}

async function compile(file: string): Promise<void> {
  Object.assign(globalThis, globals);
  const opened = await openAdapter(undefined);
  await compilePipeline(opened.device, JSON.parse(readFileSync(file, 'utf8')));
  opened.device.destroy();
}

interface Compared {
  readonly kernel: string;
  readonly at: string;
  readonly instructions: readonly [model: number, driver: number];
  readonly registers: readonly [model: number, driver: number];
  /** Loads and stores of local memory. */
  readonly local: readonly [model: number, driver: number];
  readonly microseconds?: readonly [model: number, measured: number];
}

const total = (opcodes: OpcodeCounts) => Object.values(opcodes).reduce((sum, each) => sum + each, 0);

function countOf(opcodes: OpcodeCounts, pattern: RegExp): number {
  return Object.entries(opcodes).reduce((sum, [name, count]) => sum + (pattern.test(name) ? count : 0), 0);
}

/** The driver's padding is no work. */
function withoutPadding(opcodes: OpcodeCounts): OpcodeCounts {
  return Object.fromEntries(Object.entries(opcodes).filter(([name]) => name !== 'NOP'));
}

function codeOf({ source, launch }: Instance) {
  const options = settle(source, { without: [], device: deviceOf(profile) });
  const module = decodeKernel(launch, source).value!;
  return generateKernel(optimizeKernel(module, options), options);
}

async function compare(file: string): Promise<void> {
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as VariantCodeFile;
  const compared: Compared[] = [];
  for (const record of records()) {
    const own = rows.filter(({ kernel }) => kernel === record.kernel);
    const tunable = own.length > 0 ? openSpace(record) : undefined;
    if (tunable === undefined) continue;
    const times = new Map(record.configurations.map(({ at, timeNs }) => [keyOf(at), timeNs]));
    const pool = modelPool(tunable, profile, Math.min(16, availableParallelism()));
    const done = own.map(async (row): Promise<Compared[]> => {
      const point = offeredPointAt(tunable, record, row.at);
      const instance = point && tunable.instantiate(point).value;
      if (instance === undefined) return [];
      const { registersPerThread, ...code } = codeOf(instance);
      const opcodes = withoutPadding(opcodeCounts({ registersPerThread, ...code }));
      const measured = times.get(keyOf(row.at));
      const timed = flags.times ? (await pool.time(instance)).value : undefined;
      return [
        {
          kernel: row.kernel,
          at: row.at.join('.'),
          instructions: [total(opcodes), total(withoutPadding(row.opcodes))],
          registers: [registersPerThread, row.registers],
          local: [countOf(opcodes, /^(LDL|STL)/), countOf(row.opcodes, /^(LDL|STL)/)],
          ...(timed && measured
            ? { microseconds: [timed.cost.timeNs / 1000, measured / 1000] as const }
            : {}),
        },
      ];
    });
    compared.push(...(await Promise.all(done)).flat());
    await pool.close();
    if (flags.output !== undefined) writeFileSync(flags.output, JSON.stringify(compared));
    process.stderr.write(`${record.kernel}\n`);
  }
  print(compared);
}

const logarithm = ([model, driver]: readonly [number, number]) => Math.abs(Math.log(model / driver));

function print(compared: readonly Compared[]): void {
  const share = (isOne: (each: Compared) => boolean) =>
    `${((100 * compared.filter(isOne).length) / compared.length).toFixed(0)} %`;
  const mean = (of: (each: Compared) => number) =>
    (compared.reduce((sum, each) => sum + of(each), 0) / compared.length).toFixed(3);
  const lines = [
    `${compared.length} configurations`,
    `instructions: mean deviation ${mean((each) => logarithm(each.instructions))} (logarithm), within 15 % ${share((each) => logarithm(each.instructions) < Math.log(1.15))}`,
    `registers: mean deviation ${mean((each) => logarithm(each.registers))}, within 15 % ${share((each) => logarithm(each.registers) < Math.log(1.15))}`,
    `local memory in one alone: the model ${share(({ local }) => local[0] > 0 && local[1] === 0)}, the driver ${share(({ local }) => local[0] === 0 && local[1] > 0)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

if (flags.write !== undefined) write(flags.write);
if (flags.compile !== undefined) await compile(flags.compile);
if (flags.compare !== undefined) {
  if (!existsSync(flags.compare)) throw new Error(`there is no ${flags.compare}`);
  await compare(flags.compare);
}
process.exit(0);
