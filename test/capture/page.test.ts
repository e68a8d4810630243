// Capture in a page of Chromium: the archive holds what the same program's capture in Node holds.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from '../devices.ts';
import { openBrowser, runInPage } from './page.ts';
import { dispatchesOf, hasOnnxruntime, readApp, replay, runModel, WITH_ONNXRUNTIME } from './programs.ts';

describeInBrowser('capture in Chromium', () => {
  let folder = '';
  let browser: Browser;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-capture-'));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function unpacked(archive: Buffer | undefined, name: string): string {
    const target = mkdtempSync(path.join(folder, name));
    writeFileSync(path.join(target, 'a.tar'), archive!);
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: target });
    return target;
  }

  it.each(['scan', 'frontier'])('%s computes the same and can be replayed', async (program) => {
    const alone = await runInPage(browser, program);
    const { results, archive } = await runInPage(browser, program, '', { name: program });
    expect(results).toEqual(alone.results);
    const replayed = await replay(unpacked(archive, program));
    const { made: _, ...hashes } = results as Record<string, unknown>;
    expect(replayed).toMatchObject(hashes);
  });

  it('records between two calls', async () => {
    const query = 'CAPTURE_FROM=2&CAPTURE_TO=3&END_AT=3';
    const { results, archive } = await runInPage(browser, 'scan', query, { paused: true });
    expect(await replay(unpacked(archive, 'between'))).toEqual(results);
  });

  it('keeps what was copied from a canvas', async () => {
    const query = 'CAPTURE_FROM=1&CAPTURE_TO=3&END_AT=3';
    const alone = await runInPage(browser, 'pictures', 'END_AT=3');
    const { results, archive } = await runInPage(browser, 'pictures', query, { paused: true });
    expect(results).toEqual(alone.results);
    const target = unpacked(archive, 'pictures');
    const { asked: _, ...hashes } = results as Record<string, unknown>;
    expect(await replay(target)).toMatchObject(hashes);
    const steps = JSON.stringify(readApp(target).steps);
    expect(steps).toContain('{"skipped":"image copied to a texture","name":"drawn"}');
  });

  it('keeps no more than asked for', async () => {
    const { archive } = await runInPage(browser, 'scan', '', { labels: 'addSums', first: 1 });
    const app = readApp(unpacked(archive, 'labels'));
    expect(app.steps.at(-1)).toEqual({ skipped: '9 dispatches that the capture left out' });
  });

  it.skipIf(!hasOnnxruntime).each(['transformer', 'convolutional'])(
    `onnxruntime-web's %s computes the same, with the dispatches that it has in Node${WITH_ONNXRUNTIME}`,
    async (model) => {
      const bytes = 2 ** 26;
      const alone = await runInPage(browser, 'onnxruntime-page', `MODEL=${model}`);
      const { results, archive } = await runInPage(browser, 'onnxruntime-page', `MODEL=${model}`, { bytes });
      expect(results).toEqual(alone.results);
      const target = unpacked(archive, model);
      expect(Object.values(await replay(target))).toContain((results as string[])[0]);
      const inNode = path.join(folder, `${model}-node`);
      await runModel(model, { folder: inNode, env: { KERNELCAST_CAPTURE_BYTES: String(bytes) } });
      expect(dispatchesOf(target)).toEqual(dispatchesOf(inNode));
    },
    900_000,
  );
});
