// A calibration in the page: for real on the software GPU, with a few steps of the plan.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseProfile } from '../../src/profile/parse.ts';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openPage, openTexts } from './server.ts';

const FILE = path.join(import.meta.dirname, '../../dist/page/microbench.json');
const STEPS = ['launch', 'fma-f32-latency', 'shared-latency'];

describeInBrowser('a calibration in the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('makes a device, which stays, is downloaded and removed', async () => {
    const { page, mistakes } = await openTexts(browser);
    const whole = JSON.parse(readFileSync(FILE, 'utf8'));
    const steps = whole.steps.filter(({ id }: { id: string }) => STEPS.includes(id));
    expect(steps).toHaveLength(STEPS.length);
    await page.route('**/microbench.json', (route) => route.fulfill({ json: { ...whole, steps } }));
    const panel = page.getByRole('region', { name: 'This GPU as a device' });
    await anew(page, () => panel.getByRole('button', { name: 'Calibrate' }).click());
    expect(await panel.textContent()).toMatch(/[0-3] of 3 numbers of google-swiftshader were measured/);
    expect(await panel.textContent()).toContain('describes no GPU');
    const device = page.locator('#device');
    expect(await device.inputValue()).toBe('google-swiftshader');
    expect(await page.locator('#answer').textContent()).toContain('on google-swiftshader');
    const href = await panel.getByRole('link', { name: 'Download google-swiftshader' }).getAttribute('href');
    const text = decodeURIComponent(href!.slice(href!.indexOf(',') + 1));
    const { value, diagnostics } = parseProfile(text, 'google-swiftshader.json');
    expect(diagnostics).toEqual([]);
    // On busy processors a step may tell nothing; what it sets where it does is tested elsewhere.
    expect(value!.name).toBe('google-swiftshader');
    await page.reload();
    await answered(page);
    expect(await device.inputValue()).toBe('google-swiftshader');
    await anew(page, () => panel.getByRole('button', { name: 'Remove google-swiftshader' }).click());
    expect(await device.inputValue()).toBe('nvidia-h200');
    expect(await device.locator('option', { hasText: 'google' }).count()).toBe(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('keeps what a link shows when its device is known elsewhere only', async () => {
    const { page } = await openTexts(browser);
    await anew(page, () => page.getByLabel('COUNT', { exact: true }).fill('512'));
    const hash = await page.evaluate(`(async () => {
      const [bytes] = [Uint8Array.from(atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))];
      const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream));
      const shown = await through(bytes, new DecompressionStream('deflate-raw')).json();
      const other = JSON.stringify({ ...shown, profile: 'somebody-elses' });
      const packed = new Uint8Array(await through(other, new CompressionStream('deflate-raw')).arrayBuffer());
      return '#' + btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_');
    })()`);
    const other = await openPage(browser, String(hash));
    await answered(other.page);
    expect(await other.page.getByLabel('COUNT', { exact: true }).inputValue()).toBe('512');
    expect(await other.page.locator('#device').inputValue()).toBe('nvidia-h200');
    await other.page.context().close();
    await page.context().close();
  });
});
