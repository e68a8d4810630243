// Capture of programs in Node on the software GPU: they compute what they compute alone, and the app file,
// replayed step by step, gives the same bytes in every buffer.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cutOffMessage } from '../../src/capture/folder.ts';
import { describeOnDevice } from '../devices.ts';
import {
  hasOnnxruntime,
  printed,
  readApp,
  replay,
  runModel,
  runProgram,
  WITH_ONNXRUNTIME,
} from './programs.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-capture-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => path.join(folder, name);

describeOnDevice('capture in Node', () => {
  it.each(['scan', 'frontier'])('%s computes the same, and so does its app file', async (program) => {
    const alone = printed(await runProgram(program));
    const recorded = await runProgram(program, { folder: at(program) });
    expect(printed(recorded)).toEqual(alone);
    expect(recorded.stderr).toMatch(/^kernelcast: \d+ dispatches in \d+ submits captured to .*app\.json \(/);
    const { made: _, ...hashes } = alone;
    expect(await replay(at(program))).toMatchObject(hashes);
    expect(existsSync(at(`${program}/app.partial.jsonl`))).toBe(false);
  });

  it('gives the same bytes every time, in a folder that held a capture as well', async () => {
    const text = () => JSON.stringify(readApp(at('twice')));
    await runProgram('frontier', { folder: at('twice') });
    const first = text();
    await runProgram('frontier', { folder: at('twice') });
    expect(text()).toBe(first);
  });

  it('keeps indirect dispatches, texture copies and texture bindings', async () => {
    await runProgram('frontier', { folder: at('kinds') });
    const text = JSON.stringify(readApp(at('kinds')));
    expect(text).toContain('{"dispatch":{"indirect":"counts"},"pipeline":"expand"');
    expect(text).toContain(
      '{"copy":{"texture":"picture","mipLevel":0,"origin":[0,0,0]},"to":{"buffer":"painted"',
    );
    expect(text).toContain('{"group":0,"binding":1,"texture":"picture"}');
  });

  it('records between two calls, with what the buffers held before', async () => {
    const env = { KERNELCAST_CAPTURE_PAUSED: '1', CAPTURE_FROM: '2', CAPTURE_TO: '3', END_AT: '3' };
    const run = await runProgram('scan', { folder: at('between'), env });
    expect(await replay(at('between'))).toEqual(printed(run));
    expect(readApp(at('between')).steps).toHaveLength(3);
  });

  it('keeps what textures held before, and what was drawn on them meanwhile', async () => {
    const env = { KERNELCAST_CAPTURE_PAUSED: '1', CAPTURE_FROM: '1', CAPTURE_TO: '3', END_AT: '3' };
    const run = printed(await runProgram('pictures', { folder: at('pictures'), env }));
    expect(run).toEqual(printed(await runProgram('pictures', { env: { END_AT: '3' } })));
    expect(await replay(at('pictures'))).toEqual({ seen: run['seen'] });
    const { textures } = readApp(at('pictures'));
    expect(Object.keys(textures!)).toEqual(['painted', 'levels', 'volume', 'drawn', 'drawn-2']);
    expect(textures!['levels']).toEqual({
      format: 'rgba8unorm',
      size: [37, 5, 1],
      dimension: '2d',
      mipLevels: 3,
      data: { kind: 'file', path: expect.any(String) },
    });
  });

  it('keeps what paints a wanted dispatch its texture', async () => {
    const env = { KERNELCAST_CAPTURE_LABELS: '^look$', KERNELCAST_CAPTURE_FIRST: '1', END_AT: '1' };
    const run = printed(await runProgram('pictures', { folder: at('painted'), env }));
    expect(await replay(at('painted'))).toEqual({ seen: run['seen'] });
    expect(JSON.stringify(readApp(at('painted')).steps)).toMatch(/"pipeline":"paint".*"pipeline":"look"/);
  });

  it('keeps wanted dispatches with what they depend on, and names the rest', async () => {
    // The last of the three dispatches of a pass; its input comes from the two before.
    const env = { KERNELCAST_CAPTURE_LABELS: '^addSums$', KERNELCAST_CAPTURE_FIRST: '2', END_AT: '3' };
    await runProgram('scan', { folder: at('labels'), env });
    const { steps, buffers } = readApp(at('labels'));
    const passes = steps.flatMap(({ submit }) => (submit as { pass?: { pipeline: string }[] }[]) ?? []);
    expect(passes.map(({ pass }) => pass?.map(({ pipeline }) => pipeline))).toEqual(
      Array(2).fill(['scanBlocks', 'scanSums', 'addSums']),
    );
    expect(steps.at(-1)).toEqual({ skipped: '3 dispatches that the capture left out' });
    // What was written between the two passes is in the second one's buffers.
    expect(Object.keys(buffers)).toEqual(['values', 'sums', 'params', 'values-2', 'sums-2', 'params-2']);
    const whole = await runProgram('scan', { folder: at('two'), env: { END_AT: '2' } });
    expect(whole.code).toBe(0);
    const [kept, all] = [await replay(at('labels')), await replay(at('two'))];
    expect(kept['params-2']).toBe(all['params']);
  });

  it('describes by its range what is larger than asked for', async () => {
    await runProgram('frontier', { folder: at('small'), env: { KERNELCAST_CAPTURE_BYTES: '64' } });
    const { steps } = readApp(at('small'));
    const data = { kind: 'random-u32', modulo: expect.any(Number), seed: 0 };
    expect(steps[0]).toEqual({ write: 'columns', data });
    expect(readdirSync(at('small'))).toEqual(['app.json', 'shaders']);
  });

  it('steers as the contents do when their range stands for them', async () => {
    const predicted = async (name: string, bytes: number, change = (text: string) => text) => {
      await runProgram('gather', { folder: at(name), env: { KERNELCAST_CAPTURE_BYTES: String(bytes) } });
      const file = at(`${name}/app.json`);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      const args = ['dist/kernelcast.js', 'predict', file, '--format', 'jsonl'];
      const { dispatches } = JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
      return dispatches[0].workNs;
    };
    const kept = await predicted('kept', 2 ** 21);
    const described = await predicted('described', 2 ** 11);
    expect(readdirSync(at('described'))).toEqual(['app.json', 'shaders']);
    expect(described / kept).toBeCloseTo(1, 1);
    // It is the rows' length that does.
    const longer = (text: string) => text.replace('"meanRow":16', '"meanRow":64');
    expect((await predicted('longer', 2 ** 11, longer)) / kept).toBeGreaterThan(2);
  });

  it('loses nothing of what was submitted when the process is killed', async () => {
    const killed = await runProgram('scan', { folder: at('killed'), env: { KILL_AT: '2' } });
    expect(killed.signal).toBe('SIGKILL');
    expect(cutOffMessage(at('killed'))).toContain('was cut off: app.partial.jsonl without app.json');
    const finished = spawnSync(process.execPath, ['dist/capture.js', at('killed')], { encoding: 'utf8' });
    expect(finished.stderr).toBe(`kernelcast: ${at('killed/app.json')} is whole\n`);
    expect(cutOffMessage(at('killed'))).toBeUndefined();
    const ended = printed(await runProgram('scan', { env: { END_AT: '2' } }));
    expect(await replay(at('killed'))).toEqual(ended);
  });

  it('holds several devices, and what a lost one had done', async () => {
    const run = await runProgram('devices', { folder: at('devices') });
    const alone = printed(await runProgram('devices'));
    expect(printed(run)).toEqual(alone);
    expect(await replay(at('devices'))).toMatchObject(alone);
    const { steps } = readApp(at('devices'));
    expect(steps.filter((step) => 'skipped' in step)).toEqual([
      { skipped: 'submit to a device that was lost' },
    ]);
  });

  it('of several processes at once, each has a folder', async () => {
    const run = await runProgram('devices', { folder: at('several'), args: ['2'] });
    const alone = printed(run);
    const folders = ['', 'process-2', 'process-3'].map((name) => path.join(at('several'), name));
    for (const each of folders) expect(await replay(each)).toMatchObject(alone);
    expect(readdirSync(at('several')).toSorted()).toEqual(['app.json', 'process-2', 'process-3', 'shaders']);
  });

  it('says so when nothing was submitted, or nothing that was asked for', async () => {
    const idle = await runProgram('scan', { folder: at('idle'), env: { KERNELCAST_CAPTURE_PAUSED: '1' } });
    expect(idle.stderr).toBe('');
    expect(existsSync(at('idle'))).toBe(false);
    const other = await runProgram('scan', {
      folder: at('idle'),
      env: { KERNELCAST_CAPTURE_LABELS: 'scam' },
    });
    expect(other.stderr).toContain('nothing captured: none of the dispatches is one that labels and first');
    expect(existsSync(at('idle'))).toBe(false);
  });
});

describeOnDevice('capture of onnxruntime-web in Node', () => {
  it.skipIf(!hasOnnxruntime).each(['transformer', 'convolutional'])(
    `%s computes the same, and so does its app file${WITH_ONNXRUNTIME}`,
    async (model) => {
      const env = { KERNELCAST_CAPTURE_BYTES: String(2 ** 26) };
      const recorded = await runModel(model, { folder: at(model), env });
      expect(recorded.stdout).toBe((await runModel(model)).stdout);
      const [hash] = JSON.parse(recorded.stdout);
      expect(Object.values(await replay(at(model)))).toContain(hash);
    },
    600_000,
  );
});
