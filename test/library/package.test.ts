// The package as its users get it: packed, unpacked into an empty project, and used from TypeScript, in a bundle for
// browsers and without the packages that it can do without.

import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
let project: string;
let tarball: string;
const at = (...names: string[]) => path.join(project, ...names);
const installed = (...names: string[]) => at('node_modules', 'kernelcast', ...names);

const LAUNCH = readFileSync(path.join(root, 'examples/transpose-tiled.json'), 'utf8');
const SHADER = readFileSync(path.join(root, 'examples/transpose-tiled.wgsl'), 'utf8');

/** One program for Node, and a part of it for browsers. */
const MODEL = `
import { type Kernel, type Outcome, parseKernel, predictLaunch } from 'kernelcast';
import rtx4090 from 'kernelcast/profiles/nvidia-rtx-4090';

export function timesNs(launch: string, shader: string): number[] {
  const { value: kernel, diagnostics }: Outcome<Kernel> = parseKernel(launch, shader);
  if (!kernel) throw new Error(diagnostics.map(({ message }) => message).join());
  return [{}, { profile: rtx4090 }].map(
    (settings) => predictLaunch(kernel.launch, kernel.source, settings).value!.timeNs,
  );
}
`;
const MAIN = `
import { defaultProfile, diagnoseLaunch, overrideProfile, type Profile } from 'kernelcast';
import type { GpuSettings, Measurement } from 'kernelcast/hardware';
import { loadKernel, loadProfile } from 'kernelcast/node';
import { timesNs } from './model.js';

const [launch, shader, file] = process.argv.slice(2);
const kernel = (await loadKernel(file)).value!;
const profile: Profile = loadProfile('nvidia-a100').value!;
const doubled = overrideProfile(defaultProfile, ['dram.bandwidth=2x']).value!;
// @ts-expect-error: a setting that there is not
diagnoseLaunch(kernel.launch, kernel.source, { profil: doubled });
const settings: GpuSettings = { timeoutMs: 1000 };
const about: Pick<Measurement, 'timeNs'> = { timeNs: settings.timeoutMs! };
const diagnosis = diagnoseLaunch(kernel.launch, kernel.source, { profile }).value!;
console.log(JSON.stringify([...timesNs(launch, shader), diagnosis.timeNs, about.timeNs]));
`;
const GLOBALS = `
declare const process: { readonly argv: string[] };
declare const launchText: string, wgsl: string;
`;
/** The programs of docs/library.md, which are to compile. */
const DOCUMENTED = [
  ...readFileSync(path.join(root, 'docs/library.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm),
].map(([, text]) => text);

const predicted = new Map<string, number>();

/** What the command says. */
function predictedNs(profile: string): number {
  const known = predicted.get(profile);
  if (known !== undefined) return known;
  const command = [path.join(root, 'dist/kernelcast.js'), 'predict', at('transpose-tiled.json')];
  const args = [...command, '--format', 'json', '--profile', profile];
  const [{ timeNs }] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  predicted.set(profile, timeNs);
  return timeNs;
}

beforeAll(() => {
  if (!existsSync(path.join(root, 'dist/index.d.ts')))
    execFileSync(process.execPath, [path.join(root, 'types.mjs')]);
  project = mkdtempSync(path.join(realpathSync(tmpdir()), 'kernelcast-package-'));
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project];
  tarball = at(execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1)!);
  mkdirSync(installed(), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed()]);
  writeFileSync(at('package.json'), '{ "type": "module", "private": true }');
  writeFileSync(at('transpose-tiled.json'), LAUNCH);
  writeFileSync(at('transpose-tiled.wgsl'), SHADER);
  writeFileSync(at('model.ts'), MODEL);
  writeFileSync(at('main.ts'), MAIN);
  writeFileSync(at('globals.d.ts'), GLOBALS);
  for (const [k, text] of DOCUMENTED.entries()) writeFileSync(at(`documented-${k}.ts`), text);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the package', () => {
  it('is found without fault by what checks exports and types', async () => {
    const { publint } = await import('publint');
    const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
    expect(messages).toEqual([]);
    const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const checked = spawnSync(process.execPath, [attw, tarball, '--profile', 'esm-only'], {
      encoding: 'utf8',
    });
    expect(checked.status, checked.stdout).toBe(0);
  });
});

describe('the package in an empty project', () => {
  it.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('has types under moduleResolution %s, without types of others', (moduleResolution, module) => {
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      strict: true,
      types: [],
      outDir: moduleResolution,
      module,
      moduleResolution,
    };
    const files = ['main.ts', 'globals.d.ts', ...DOCUMENTED.map((_, k) => `documented-${k}.ts`)];
    writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc], { cwd: project, encoding: 'utf8' }).stdout).toBe('');
  });

  it('predicts what the command does, bit for bit', () => {
    const args = [at('nodenext', 'main.js'), LAUNCH, SHADER, at('transpose-tiled.json')];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    const expected = ['nvidia-h200', 'nvidia-rtx-4090', 'nvidia-a100'].map(predictedNs);
    expect(JSON.parse(stdout)).toEqual([...expected, 1000]);
  });

  it('bundles for a browser, and predicts the same where there is no Node', async () => {
    const { outputFiles, metafile } = await build({
      entryPoints: [at('model.ts')],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'model',
      logLevel: 'silent',
    });
    const outside = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter((each) => each.external),
    );
    expect(outside).toEqual([]);
    const [{ text }] = outputFiles;
    const page = vm.createContext({ TextDecoder, TextEncoder, performance, launch: LAUNCH, shader: SHADER });
    const times = vm.runInContext(`${text}; JSON.stringify(model.timesNs(launch, shader))`, page);
    expect(JSON.parse(times)).toEqual(['nvidia-h200', 'nvidia-rtx-4090'].map(predictedNs));
  });

  it('does without webgpu, says so, and says how to get it where kernels are to run', () => {
    const { peerDependencies, devDependencies } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    const install = `the package webgpu is not installed: npm install webgpu@${devDependencies.webgpu}`;
    const command = (...args: string[]) =>
      spawnSync(process.execPath, [installed('dist/kernelcast.js'), ...args], {
        cwd: project,
        encoding: 'utf8',
      });
    const forecast = command('predict', 'transpose-tiled.json', '--format', 'json');
    const [{ timeNs, warnings }] = JSON.parse(forecast.stdout);
    expect(timeNs).toBe(predictedNs('nvidia-h200'));
    expect(warnings).toEqual([`the shader was not validated, only read by kernelcast; ${install}`]);
    const measured = command('measure', 'transpose-tiled.json');
    expect(measured.stderr.split('\n')[0]).toBe(`no usable GPU: kernels cannot be run: ${install}`);
    expect(measured.status).toBe(4);
    const tuned = command('tune', 'transpose-tiled.json', '--no-database');
    expect(tuned.stderr).toContain(`kernels cannot be run: ${install}`);
    expect(tuned.status).toBe(4);
    expect(Object.keys(peerDependencies)).toContain('webgpu');
  });

  it('holds the schemas that documents name, and the profiles as JSON', () => {
    const resolve = (name: string) =>
      execFileSync(process.execPath, ['-p', `require.resolve('${name}')`, '--input-type=commonjs'], {
        cwd: project,
        encoding: 'utf8',
      }).trim();
    for (const name of ['launch', 'app', 'profile'])
      expect(JSON.parse(readFileSync(resolve(`kernelcast/schemas/${name}.json`), 'utf8')).$schema).toMatch(
        /json-schema/,
      );
    expect(JSON.parse(readFileSync(resolve('kernelcast/profiles/nvidia-k20c.json'), 'utf8')).name).toBe(
      'nvidia-k20c',
    );
  });
});
