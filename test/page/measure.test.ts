// Measuring in the page: on the software GPU for real, and in words where it cannot be.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, openTexts, PATIENCE_MS, SMALL } from './server.ts';

/** With a launch that software runs in little time. */
async function openTriad(browser: Browser): Promise<{ page: Page; mistakes: string[] }> {
  const opened = await openTexts(browser);
  const { page } = opened;
  await page.locator('#example').selectOption({ label: 'triad' });
  await anew(page, () => page.getByLabel('N', { exact: true }).fill('65536'));
  return opened;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Measured here' });

async function measured(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Measure here' }).click();
  await panel(page).locator('p b, li b').first().waitFor({ timeout: PATIENCE_MS });
  return (await panel(page).textContent())!;
}

describeInBrowser('measuring in the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('shows the time beside the predicted one, and that the output is right', async () => {
    const { page, mistakes } = await openTriad(browser);
    const text = await measured(page);
    expect(text).toMatch(/Output: right; [\d.]+ ?k? words compared with all workgroups/);
    expect(text).toMatch(/measured: \d+ samples/);
    expect(text).toMatch(/nvidia-h200.*predicted: likely/);
    expect(text).toContain('describe no GPU');
    expect(mistakes).toEqual([]);
    // What was measured is not true of another text.
    await anew(page, () => page.getByLabel('N', { exact: true }).fill('4096'));
    expect(await panel(page).count()).toBe(0);
    await page.context().close();
  });

  it('says what a GPU is too small for', async () => {
    const { page } = await openTriad(browser);
    await anew(page, () => page.getByLabel('N', { exact: true }).fill('2147483648'));
    expect(await measured(page)).toMatch(/Not measured: .*needs \d+ bytes in .*gives at most \d+/);
    await page.context().close();
  });

  it.each([
    ['no WebGPU', 'delete Navigator.prototype.gpu', /this browser has no WebGPU/],
    ['no GPU', 'GPU.prototype.requestAdapter = async () => null', /no GPU for it/],
    [
      'no timestamps',
      'const { has } = GPUSupportedFeatures.prototype; GPUSupportedFeatures.prototype.has = function (name) { return name !== "timestamp-query" && has.call(this, name); }',
      /no timestamps/,
    ],
  ])('says so where there is %s', async (_, script, words) => {
    const { page } = await openTexts(browser, SMALL, {}, script);
    await page.getByText(words).waitFor();
    expect(await page.getByRole('button', { name: 'Measure here' }).count()).toBe(0);
    await page.context().close();
  });
});
