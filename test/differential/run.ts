// The campaign: `npm run differential -- --kernels 100000 --seed 1`. It can be interrupted at any moment and goes on
// where it was: what is known so far is in the file that --state names (one for these kernels and ways if none is).
// --ways wgsl:decoded,wgsl:plain/4,wgsl:dawn/4 (all kernels as decoded, a quarter compiled, each in one of two ways),
// further ones tint:decoded,bare:plain,naga:decoded; --textures takes kernels on textures; --shrink writes the first of each kind of finding, made small,
// to test/differential/found. KERNELCAST_VULKAN_ICD names the device, else it is what .ci/run has unpacked. At the
// end come the figures of docs/reliability.md, and a summary as JSON in the last line.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/profile/package-root.ts';
import { compare, type Finding, parseWays, type Report, type Way } from './check.ts';
import { type GpuRun, runOnGpu } from './gpu.ts';
import { type GeneratedKernel, generateKernel, generateTextureKernel, writeCase } from './kernel.ts';
import { shrink } from './shrink.ts';

const PER_BATCH = 200;
const EXAMPLES = 8;
const { values: flags } = parseArgs({
  options: {
    kernels: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    ways: { type: 'string', default: 'wgsl:decoded,wgsl:plain/4,wgsl:dawn/4' },
    state: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    textures: { type: 'boolean', default: false },
  },
});
const [count, first] = [Number(flags.kernels), Number(flags.seed)];
const generate = flags.textures ? generateTextureKernel : generateKernel;
process.env['KERNELCAST_VULKAN_ICD'] ??= path.join(
  packageRoot(),
  '.cache/swiftshader/vk_swiftshader_icd.json',
);

/** What is known after the first `done` kernels. */
interface State {
  done: number;
  seconds: number;
  readonly features: Record<string, number>;
  readonly compared: Record<string, number>;
  readonly findings: Record<string, { count: number; examples: { seed: number; message: string }[] }>;
}

const file =
  flags.state ??
  path.join(
    tmpdir(),
    `kernelcast-differential-${flags.textures ? 'textures-' : ''}${first}-${flags.ways.replaceAll(/[^a-z\d]+/g, '-')}.json`,
  );
const state: State = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as State)
  : { done: 0, seconds: 0, features: {}, compared: {}, findings: {} };

function save(): void {
  writeFileSync(`${file}.part`, JSON.stringify(state));
  renameSync(`${file}.part`, file);
}

interface SparseWay {
  readonly ways: readonly Way[];
  readonly every: number;
  readonly offset: number;
}

/** `wgsl:dawn/4`: every fourth kernel, a different one for each way that is as rare. */
const sparse: readonly SparseWay[] = flags.ways.split(',').map((text, index) => {
  const [way, every = '1'] = text.split('/');
  return { ways: parseWays(way), every: Number(every), offset: index };
});

const FEATURES: readonly (readonly [string, RegExp])[] = [
  ['f16', /enable f16/],
  ['pointers to members', /call\d+\(.*&\w+(?:\[(?:thread|lane)\])?[.[]/],
  ['% on floats', /% -?\(abs\(/],
  ['several entry points', /@compute[\s\S]*@compute/],
  ['barriers', /Barrier\(\)|workgroupUniformLoad/],
];

function countFeatures({ code, invocations = 1 }: GeneratedKernel): void {
  const found = FEATURES.filter(([, pattern]) => pattern.test(code)).map(([name]) => name);
  const size = invocations > 256 ? 'over 256' : invocations > 64 ? '65 to 256' : '1 to 64';
  for (const name of [...found, `${size} invocations`])
    state.features[name] = (state.features[name] ?? 0) + 1;
}

interface Batch {
  readonly from: number;
  readonly kernels: readonly GeneratedKernel[];
  readonly run: Promise<GpuRun>;
}

/** Kernels that the device runs while others are compared. */
function batchFrom(done: number): Batch | undefined {
  if (done >= count) return undefined;
  const size = Math.min(PER_BATCH, count - done);
  const kernels = Array.from({ length: size }, (_, index) => generate(first + done + index));
  const run = runOnGpu(kernels);
  run.catch(() => {});
  return { from: done, kernels, run };
}

async function checkBatch({ kernels, run }: Batch): Promise<Report[]> {
  const { device, results } = await run;
  const groups = new Map<string, { ways: Way[]; indices: number[] }>();
  for (const [index, { seed }] of kernels.entries()) {
    const ways = sparse
      .filter(({ every, offset }) => (seed + offset) % every === 0)
      .flatMap((each) => each.ways);
    const key = JSON.stringify(ways);
    const group = groups.get(key) ?? { ways, indices: [] };
    groups.set(key, group);
    group.indices.push(index);
  }
  const reports: Report[] = [];
  for (const { ways, indices } of groups.values()) {
    const chosen = indices.map((index) => kernels[index]);
    const report = await compare(chosen, ways, { device, results: indices.map((index) => results[index]) });
    const findings = report.findings.map((each) => ({ ...each, kernel: chosen[each.kernel].seed }));
    reports.push({ ...report, findings });
  }
  return reports;
}

async function record(finding: Finding): Promise<void> {
  const { kernel: seed, way, kind, message } = finding;
  const known = (state.findings[`${way} ${kind}`] ??= { count: 0, examples: [] });
  known.count++;
  if (known.examples.length >= EXAMPLES) return;
  known.examples.push({ seed, message: message.slice(0, 300) });
  process.stderr.write(`seed ${seed}, ${way} ${kind}: ${message.slice(0, 200)}\n`);
  if (!flags.shrink || known.count > 1 || way === 'device' || kind.startsWith('compiler')) return;
  const small = await shrink(generate(seed), finding);
  const folder = path.join(packageRoot(), 'test', 'differential', 'found');
  mkdirSync(folder, { recursive: true });
  const name = path.join(folder, `${way.replace(':', '-')}-${seed}.wgsl`);
  writeFileSync(name, writeCase(small.kernel, [`${way}, ${kind}: ${small.message}`]));
  process.stderr.write(`${name}\n`);
}

const kinds = (): string =>
  Object.entries(state.findings)
    .map(([key, each]) => `${each.count} x ${key}`)
    .join('; ') || 'no findings';

async function runAll(): Promise<void> {
  const [started, before, alreadyDone] = [performance.now(), state.seconds, state.done];
  let next = batchFrom(state.done);
  while (next) {
    const batch = next;
    next = batchFrom(batch.from + batch.kernels.length);
    const reports = await checkBatch(batch);
    for (const kernel of batch.kernels) countFeatures(kernel);
    for (const { compared, findings } of reports) {
      for (const [way, n] of Object.entries(compared)) state.compared[way] = (state.compared[way] ?? 0) + n;
      for (const finding of findings) await record(finding);
    }
    state.done = batch.from + batch.kernels.length;
    const seconds = (performance.now() - started) / 1000;
    state.seconds = before + seconds;
    save();
    const rate = ((state.done - alreadyDone) / seconds).toFixed(1);
    process.stderr.write(`${state.done} of ${count} kernels, ${rate}/s, ${kinds()}\n`);
  }
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n.toLocaleString('en')}`)
    .join(', ');

await runAll();
process.stdout.write(
  [
    `${state.done.toLocaleString('en')} kernels from seed ${first}, ${Math.round(state.seconds / 60)} minutes`,
    `  with        ${listed(state.features)}`,
    `  compared    ${listed(state.compared)}`,
    `  findings    ${kinds()}`,
    JSON.stringify({ first, ...state }),
    '',
  ].join('\n'),
);
process.exitCode = Object.keys(state.findings).length > 0 ? 1 : 0;
