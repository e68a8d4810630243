// Records what Mesa's compilers make of every kernel of `kernels.ts`, through Dawn and without the hardware.
// Run: node build.mjs bench/codes/record.ts && node dist/bench/codes/record.js ROOT [VENDOR [LISTINGS]], where ROOT is
// the folder in which the drivers' compilers were set up; writes bench/codes/VENDOR-DEVICE.json, and with LISTINGS the
// machine code of kernels that are not kept apart. Needs root (chroot).

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type CodeKernel, codeKernels, isKeptApart } from './kernels.ts';
import { type CodeFile, type CodeRow, codeFile, type Recording } from './recording.ts';
import { recordings } from './recordings.ts';

interface Answer {
  readonly name: string;
  readonly text: string;
  readonly problem?: string;
  /** The file with what Dawn handed to the driver. */
  readonly spirv?: string;
}

function compileAll(
  root: string,
  recording: Recording,
  device: string,
  kernels: readonly CodeKernel[],
): Answer[] {
  const folder = mkdtempSync(path.join(root, 'tmp/codes.'));
  const inside = `/${path.relative(root, folder)}`;
  const jobs = kernels.map(({ name, code, entryPoint, constants }) => ({
    name,
    code,
    entryPoint,
    constants,
  }));
  writeFileSync(path.join(folder, 'jobs.json'), JSON.stringify(jobs));
  const program = path.join(folder, 'compile-all.mjs');
  copyFileSync('bench/codes/compile-all.mjs', program);
  symlinkModules(folder);
  const variables = [
    'XDG_RUNTIME_DIR=/tmp',
    'MESA_SHADER_CACHE_DISABLE=1',
    `VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/${recording.icd}_icd.json`,
    'VK_LAYER_PATH=/opt/k',
    'VK_INSTANCE_LAYERS=VK_LAYER_stats',
    `VKSTATS=${inside}/stats`,
    'VKSTATS_IR=last',
    ...recording.environmentOf(device),
  ];
  const files = ['jobs.json', 'stats', 'answers', 'spirv'].map((each) => `${inside}/${each}`).join(' ');
  const { guardsInCode } = recording;
  if (guardsInCode) {
    mkdirSync(path.join(folder, 'spirv'));
    variables.push(`VKSTATS_SPV=${inside}/spirv`);
  }
  const without = guardsInCode?.without.join(',') ?? '';
  // What the driver itself prints stands beside what the layer does.
  const script =
    `LD_PRELOAD=/opt/shim/lib${recording.shim}_noop_drm_shim.so ` +
    `exec /opt/node/node ${inside}/compile-all.mjs ${files} ${without} >>${inside}/stats 2>&1`;
  execFileSync('chroot', [root, 'env', ...variables, 'sh', '-c', script], { stdio: 'inherit' });
  const lines = readFileSync(path.join(folder, 'answers'), 'utf8').trim().split('\n');
  const answers = lines.map((line) => JSON.parse(line) as Answer);
  if (guardsInCode) compileAlone(root, folder, recording, variables);
  const texts = answers.map((each) => (guardsInCode ? aloneText(folder, each) : each));
  rmSync(folder, { recursive: true });
  return texts;
}

/** Hands each module to the driver as it is, and leaves what is printed beside it. */
function compileAlone(root: string, folder: string, { shim }: Recording, variables: readonly string[]): void {
  const without = ['VK_INSTANCE_LAYERS', 'VKSTATS', 'VKSTATS_SPV'].flatMap((each) => ['-u', each]);
  const kept = variables.filter((each) => !/^(VK_INSTANCE_LAYERS|VKSTATS)/.test(each));
  const script =
    `cd /${path.relative(root, folder)}/spirv; for each in *.spv; do ` +
    `LD_PRELOAD=/opt/shim/lib${shim}_noop_drm_shim.so /opt/k/vkshader $each dawn_entry_point >$each.txt 2>&1; done; true`;
  execFileSync('chroot', [root, 'env', ...without, ...kept, 'sh', '-c', script], { stdio: 'inherit' });
}

function aloneText(folder: string, answer: Answer): Answer {
  if (answer.spirv === undefined) return { ...answer, text: '' };
  return { ...answer, text: readFileSync(path.join(folder, 'spirv', `${answer.spirv}.txt`), 'utf8') };
}

/** The program finds Dawn's package, and runs of several vendors at a time keep out of each other's way. */
function symlinkModules(folder: string): void {
  symlinkSync('/opt/node/node_modules', path.join(folder, 'node_modules'));
}

function rowOf(
  { statistics: kept, listingOf, readListing }: Recording,
  { name, shader, entryPoint, constants }: CodeKernel,
  text: string,
): CodeRow | undefined {
  const listing = listingOf(text);
  if (listing === undefined) return undefined;
  const numbers = new Map(
    [...text.matchAll(/^ {2}([^:\n]+): (\d+)$/gm)].map(([, key, value]) => [key, value]),
  );
  const statistics = kept
    .filter((each) => numbers.has(each))
    .map((each) => [each, Number(numbers.get(each))]);
  const subgroup = Number(/executable: [^,\n]+, subgroup (\d+)/.exec(text)?.[1]);
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

function record(root: string, recording: Recording, device: string, listings: string | undefined): void {
  const kernels = codeKernels();
  const rows: CodeRow[] = [];
  compileAll(root, recording, device, kernels).forEach(({ text, problem }, at) => {
    const kernel = kernels[at];
    const row = rowOf(recording, kernel, text);
    if (!row) {
      console.log(`${device}: nothing for ${kernel.name}: ${problem?.split('\n')[0] ?? 'made before'}`);
      return;
    }
    rows.push(row);
    if (listings === undefined || isKeptApart(kernel)) return;
    mkdirSync(path.join(listings, device), { recursive: true });
    writeFileSync(path.join(listings, device, `${kernel.name}.s`), text.slice(text.indexOf('executable:')));
  });
  const head = headOf(root, recording, device);
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(
    codeFile(recording.vendor, device),
    `${JSON.stringify(head).slice(0, -1)}, "rows": [\n${lines}\n]}\n`,
  );
  console.log(`${device}: ${rows.length} of ${kernels.length} kernels`);
}

function headOf(root: string, { vendor, method }: Recording, device: string): Omit<CodeFile, 'rows'> {
  const packages = readFileSync(path.join(root, 'var/lib/dpkg/status'), 'utf8');
  const webgpu = readFileSync(path.join(root, 'opt/node/node_modules/webgpu/package.json'), 'utf8');
  return {
    schema: `kernelcast/${vendor}-code@1`,
    device,
    mesa: /Package: mesa-vulkan-drivers\n[\s\S]*?\nVersion: (\S+)/.exec(packages)?.[1] ?? '',
    webgpu: (JSON.parse(webgpu) as { readonly version: string }).version,
    date: new Date().toISOString().slice(0, 10),
    method,
  };
}

const [root, wanted, listings] = process.argv.slice(2);
const chosen = recordings.filter(({ vendor }) => wanted === undefined || vendor === wanted);
if (root === undefined || chosen.length === 0 || !existsSync(path.join(root, 'opt/shim'))) {
  console.error(
    'usage: record.js ROOT [VENDOR [LISTINGS]]; ROOT is where the drivers’ compilers were set up',
  );
  process.exit(2);
}
for (const recording of chosen)
  for (const device of recording.devices) record(root, recording, device, listings);
