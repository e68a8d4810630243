// Long runs of the differential test:
//   node build.mjs test/differential/run.ts && node dist/test/differential/run.js --kernels 1000 --seed 0
// --ways wgsl:decoded,wgsl:plain,wgsl:dawn,tint:decoded,bare:plain,naga:decoded   --jobs 1   --shrink
// KERNELCAST_VULKAN_ICD names the device. The last line of output is the summary as JSON.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/profile/package-root.ts';
import { check, type Finding, parseWays } from './check.ts';
import { generateKernel, writeCase } from './kernel.ts';
import { shrink } from './shrink.ts';

const PER_BATCH = 50;
const EXAMPLES = 8;

const { values } = parseArgs({
  options: {
    kernels: { type: 'string', default: '500' },
    seed: { type: 'string', default: '0' },
    ways: { type: 'string', default: 'wgsl:decoded,wgsl:plain,wgsl:dawn' },
    jobs: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
  },
});
const [count, first, jobs] = [Number(values.kernels), Number(values.seed), Number(values.jobs)];
const ways = parseWays(values.ways);

const kinds = new Map<string, { count: number; examples: { seed: number; message: string }[] }>();
const compared: Record<string, number> = {};
let [done, next] = [0, first];
const started = performance.now();

async function work(): Promise<void> {
  while (next < first + count) {
    const from = next;
    next = Math.min(first + count, from + PER_BATCH);
    const kernels = Array.from({ length: next - from }, (_, index) => generateKernel(from + index));
    const report = await check(kernels, ways);
    for (const [way, n] of Object.entries(report.compared)) compared[way] = (compared[way] ?? 0) + n;
    for (const finding of report.findings) await record(finding, from + finding.kernel);
    done += kernels.length;
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(`${done} of ${count} kernels, ${(done / seconds).toFixed(1)}/s, ${summary()}\n`);
  }
}

async function record(finding: Finding, seed: number): Promise<void> {
  const key = `${finding.way} ${finding.kind}`;
  const known = kinds.get(key) ?? { count: 0, examples: [] };
  kinds.set(key, known);
  known.count++;
  if (known.examples.length >= EXAMPLES) return;
  known.examples.push({ seed, message: finding.message.slice(0, 300) });
  process.stderr.write(`seed ${seed}, ${key}: ${finding.message.slice(0, 200)}\n`);
  if (!values.shrink || known.count > 1 || finding.way === 'device' || finding.kind.startsWith('compiler'))
    return;
  const small = await shrink(generateKernel(seed), finding);
  const folder = path.join(packageRoot(), 'test', 'differential', 'found');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${finding.way.replace(':', '-')}-${seed}.wgsl`);
  writeFileSync(file, writeCase(small.kernel, [`${finding.way}, ${finding.kind}: ${small.message}`]));
  process.stderr.write(`${file}\n`);
}

function summary(): string {
  return [...kinds].map(([key, { count: n }]) => `${n} x ${key}`).join('; ') || 'no findings';
}

await Promise.all(Array.from({ length: jobs }, work));
const seconds = Math.round((performance.now() - started) / 1000);
const findings = Object.fromEntries(kinds);
process.stdout.write(`${JSON.stringify({ kernels: done, first, seconds, compared, findings })}\n`);
