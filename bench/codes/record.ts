// Records what Mesa's compiler makes of every kernel of `kernels.ts`, through Dawn and without the hardware.
// Run: node build.mjs bench/codes/record.ts && node dist/bench/codes/record.js ROOT [LISTINGS], where ROOT is the folder
// in which the drivers' compilers were set up; writes bench/codes/amd-*.json, and with LISTINGS the machine code of
// kernels that are not kept apart. Needs root (chroot).

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type CodeKernel, codeKernels, isKeptApart } from './kernels.ts';
import { type CodeListing, readListing } from './rdna-listing.ts';

const DEVICES = ['navi21', 'navi31'];
/** As the driver calls them; its estimates of cycles are its own model and no truth. */
const STATISTICS = [
  'SGPRs',
  'VGPRs',
  'Spilled SGPRs',
  'Spilled VGPRs',
  'Code size',
  'LDS size',
  'Scratch size',
  'Subgroups per SIMD',
  'Instructions',
  'Copies',
  'Branches',
  'VMEM Clause',
  'SMEM Clause',
  'Pre-Sched SGPRs',
  'Pre-Sched VGPRs',
  'VALU',
  'SALU',
  'VMEM',
  'SMEM',
  'VOPD',
];

/** What a `kernelcast/amd-code@1` file holds. */
export interface AmdCodeFile {
  readonly schema: 'kernelcast/amd-code@1';
  readonly device: string;
  readonly mesa: string;
  readonly webgpu: string;
  readonly date: string;
  readonly method: string;
  readonly rows: readonly AmdCodeRow[];
}

export interface AmdCodeRow extends CodeListing {
  readonly name: string;
  readonly shader: string;
  readonly entryPoint: string;
  readonly constants: Readonly<Record<string, number>>;
  readonly subgroup: number;
  readonly statistics: Readonly<Record<string, number>>;
}

interface Answer {
  readonly name: string;
  readonly text: string;
  readonly problem?: string;
}

function compileAll(root: string, device: string, kernels: readonly CodeKernel[]): Answer[] {
  const folder = mkdtempSync(path.join(root, 'tmp/codes.'));
  const inside = `/${path.relative(root, folder)}`;
  const jobs = kernels.map(({ name, code, entryPoint, constants }) => ({
    name,
    code,
    entryPoint,
    constants,
  }));
  writeFileSync(path.join(folder, 'jobs.json'), JSON.stringify(jobs));
  const program = path.join(root, 'opt/node/compile-all.mjs');
  copyFileSync('bench/codes/compile-all.mjs', program);
  const variables = [
    'XDG_RUNTIME_DIR=/tmp',
    'MESA_SHADER_CACHE_DISABLE=1',
    'VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/radeon_icd.json',
    'VK_LAYER_PATH=/opt/k',
    'VK_INSTANCE_LAYERS=VK_LAYER_stats',
    `VKSTATS=${inside}/stats`,
    'VKSTATS_IR=last',
    `AMDGPU_GPU_ID=${device}`,
  ];
  const files = ['jobs.json', 'stats', 'answers'].map((each) => `${inside}/${each}`).join(' ');
  const script = `cd /opt/node && LD_PRELOAD=/opt/shim/libamdgpu_noop_drm_shim.so exec ./node compile-all.mjs ${files}`;
  execFileSync('chroot', [root, 'env', ...variables, 'sh', '-c', script], { stdio: 'inherit' });
  const answers = readFileSync(path.join(folder, 'answers'), 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  rmSync(program);
  return answers.map((line) => JSON.parse(line) as Answer);
}

function rowOf({ name, shader, entryPoint, constants }: CodeKernel, text: string): AmdCodeRow | undefined {
  const [before, listing] = text.split('--- Assembly\n');
  if (listing === undefined) return undefined;
  const numbers = new Map(
    [...before.matchAll(/^ {2}([^:\n]+): (\d+)$/gm)].map(([, key, value]) => [key, value]),
  );
  const statistics = STATISTICS.filter((each) => numbers.has(each)).map((each) => [
    each,
    Number(numbers.get(each)),
  ]);
  const subgroup = Number(/executable: \w+, subgroup (\d+)/.exec(before)?.[1]);
  return {
    name,
    shader,
    entryPoint,
    constants,
    subgroup,
    statistics: Object.fromEntries(statistics) as Record<string, number>,
    ...readListing(listing),
  };
}

function record(root: string, device: string, listings: string | undefined): void {
  const kernels = codeKernels();
  const rows: AmdCodeRow[] = [];
  compileAll(root, device, kernels).forEach(({ text, problem }, at) => {
    const kernel = kernels[at];
    const row = rowOf(kernel, text);
    if (!row) {
      console.log(`${device}: nothing for ${kernel.name}: ${problem?.split('\n')[0] ?? 'made before'}`);
      return;
    }
    rows.push(row);
    if (listings === undefined || isKeptApart(kernel)) return;
    mkdirSync(path.join(listings, device), { recursive: true });
    writeFileSync(path.join(listings, device, `${kernel.name}.s`), text.slice(text.indexOf('executable:')));
  });
  const packages = path.join(root, 'var/lib/dpkg/status');
  const mesa =
    /Package: mesa-vulkan-drivers\n[\s\S]*?\nVersion: (\S+)/.exec(readFileSync(packages, 'utf8'))?.[1] ?? '';
  const webgpu = JSON.parse(
    readFileSync(path.join(root, 'opt/node/node_modules/webgpu/package.json'), 'utf8'),
  );
  const file: AmdCodeFile = {
    schema: 'kernelcast/amd-code@1',
    device,
    mesa,
    webgpu: (webgpu as { readonly version: string }).version,
    date: new Date().toISOString().slice(0, 10),
    method:
      'VK_KHR_pipeline_executable_properties of the pipelines that Dawn makes, on a no-op kernel driver.',
    rows,
  };
  const { rows: _, ...head } = file;
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(
    `bench/codes/amd-${device}.json`,
    `${JSON.stringify(head).slice(0, -1)}, "rows": [\n${lines}\n]}\n`,
  );
  console.log(`${device}: ${rows.length} of ${kernels.length} kernels`);
}

const [root, listings] = process.argv.slice(2);
if (root === undefined || !existsSync(path.join(root, 'opt/shim'))) {
  console.error('usage: record.js ROOT [LISTINGS]; ROOT is where the drivers’ compilers were set up');
  process.exit(2);
}
for (const device of DEVICES) record(root, device, listings);
