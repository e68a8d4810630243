// What programs with files get: the same as the commands, by functions without options that must be known.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { predictLaunch } from '../../src/library/core.ts';
import { tune } from '../../src/library/hardware.ts';
import { loadKernel, predictApp, validateFolder } from '../../src/library/node.ts';

const root = path.join(import.meta.dirname, '../..');
const example = (name: string) => path.join(root, 'examples', name);
const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-library-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function commandJson(...args: string[]) {
  const command = [path.join(root, 'dist/kernelcast.js'), ...args, '--format', 'json'];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' }));
}

describe('kernelcast/node', () => {
  it('loads kernels with params overridden', async () => {
    const { launch, source } = (await loadKernel(example('triad.json'), { N: '1048576' })).value!;
    const [{ timeNs }] = commandJson('predict', example('triad.json'), '-D', 'N=1048576');
    expect(predictLaunch(launch, source).value!.timeNs).toBe(timeNs);
  });

  it('predicts apps', async () => {
    const app = {
      schema: 'kernelcast/app@1',
      name: 'twice',
      buffers: { data: { size: 65536 } },
      pipelines: { add: { shader: 'add.wgsl' } },
      steps: [1, 2].map(() => ({
        pipeline: 'add',
        dispatch: [256],
        bindings: [{ group: 0, binding: 0, buffer: 'data' }],
      })),
    };
    const shader = `@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1.0; }`;
    const file = path.join(folder, 'app.json');
    writeFileSync(file, JSON.stringify(app));
    writeFileSync(path.join(folder, 'add.wgsl'), shader);
    const { value, diagnostics } = await predictApp(file);
    expect(diagnostics).toEqual([]);
    expect(value!.dispatches.length).toBe(2);
    expect(value!.timeNs).toBe(commandJson('predict', file)[0].timeNs);
  });

  it('says what a folder has no times of', async () => {
    const { value, diagnostics } = await validateFolder(path.join(root, 'examples'), { device: 'a toaster' });
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toMatch(/examples holds no measurement on a toaster; /);
  });
});

describe('kernelcast/hardware', () => {
  it('tunes, here by the model', async () => {
    const settings = { evaluator: 'model', budget: { trials: 4 }, seed: 1 } as const;
    const { value, diagnostics } = await tune(example('matmul-tiled.json'), settings);
    expect(diagnostics.filter(({ severity }) => severity !== 'warning')).toEqual([]);
    expect(value!.report.result.trials).toBeLessThanOrEqual(4);
    expect(value!.winner.source).toContain('@compute');
  });
});
