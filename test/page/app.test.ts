// A captured app in the page, as a folder and as an archive: what the command says of it, and one dispatch in the editors.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../src/capture/tar.ts';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, openTexts, PATIENCE_MS } from './server.ts';

const root = path.join(import.meta.dirname, '../..');

interface Said {
  readonly timeNs: number;
  readonly dispatches: readonly { readonly name: string; readonly timeNs: number }[];
}

function said(folder: string): Said {
  const args = [path.join(root, 'dist/kernelcast.js'), 'predict', folder, '--format', 'json'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))[0];
}

const panel = (page: Page) => page.getByRole('region', { name: 'App', exact: true });
const micros = (ns: number) => `${(ns / 1e3).toPrecision(3)} µs`;

/** All files of a folder as an archive. */
function archiveOf(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile());
  return Buffer.from(tar(files.map((name) => [name, readFileSync(path.join(folder, name))])));
}

describeInBrowser('an app in the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('opens as a folder, and one of its dispatches in the editors', async () => {
    const { page, mistakes } = await openTexts(browser);
    const folder = path.join(root, 'test/app/frame');
    await page.locator('#folder').setInputFiles(folder);
    const rows = panel(page).getByRole('row');
    const { timeNs, dispatches } = said(folder);
    await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(1 + dispatches.length);
    expect(await panel(page).locator('.changed b').textContent()).toBe(micros(timeNs));
    const at = dispatches.findIndex(({ name }) => name === 'half');
    const choose = rows.nth(1 + at).getByRole('button', { name: 'half' });
    await anew(page, () => choose.click());
    expect(await choose.getAttribute('aria-current')).toBe('true');
    expect(await page.locator('#shader-name').textContent()).toBe('narrow.wgsl');
    expect(await page.locator('#launch-name').textContent()).toBe('half.json');
    expect(await page.locator('#answer .time').textContent()).toMatch(/[\d.]+ (µs|ms)on nvidia-h200/);
    // On another device the app goes with the kernel.
    await anew(page, () => page.locator('#device').selectOption('nvidia-a100'));
    await panel(page).getByText('on nvidia-a100').waitFor();
    await panel(page).getByRole('button', { name: 'Close the app' }).click();
    expect(await panel(page).count()).toBe(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('opens as an archive, with what dispatches before have left', async () => {
    const { page } = await openTexts(browser);
    const folder = path.join(root, 'test/app/blur');
    await page
      .locator('#files')
      .setInputFiles({ name: 'blur.tar', mimeType: 'application/x-tar', buffer: archiveOf(folder) });
    await panel(page).locator('.changed b').waitFor({ timeout: PATIENCE_MS });
    expect(await panel(page).locator('.changed b').textContent()).toBe(micros(said(folder).timeNs));
    await anew(page, () => panel(page).getByRole('button', { name: 'halve' }).click());
    await page.getByRole('tab', { name: 'Text' }).click();
    const launch = page.getByRole('textbox', { name: 'Launch file' });
    expect(await launch.textContent()).toContain('contents/0-0.bin');
    await page.context().close();
  });

  it('says what is missing or damaged', async () => {
    const { page } = await openTexts(browser);
    await page
      .locator('#files')
      .setInputFiles([
        path.join(root, 'test/app/frame/app.json'),
        path.join(root, 'test/app/frame/narrow.wgsl'),
      ]);
    await panel(page).getByText('total.wgsl, which the app file names, is not among its files').waitFor();
    await page
      .locator('#files')
      .setInputFiles({ name: 'cut.tar', mimeType: 'application/x-tar', buffer: Buffer.alloc(2048, 'x') });
    await panel(page)
      .getByText(/cannot read cut.tar: it is no tar archive/)
      .waitFor();
    await page.context().close();
  });
});
