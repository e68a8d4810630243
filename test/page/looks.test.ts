// How the page looks with all of its parts open: accessible in both colour schemes, from telephones to wide screens. And the
// picture of it in the documents, which KERNELCAST_PICTURES=1 makes anew.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openPage, openTexts, PATIENCE_MS, SMALL } from './server.ts';

const root = path.join(import.meta.dirname, '../..');
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PICTURE = path.join(root, 'docs/page.png');
const PICTURE_SIZE = { width: 1440, height: 1000 };

/** Problems of accessibility, as axe tells them. */
function violations(page: Page): Promise<string[]> {
  return page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary).join('; ')))",
  );
}

/** Everything that the page can show, on a small launch. */
async function openAll(page: Page): Promise<void> {
  await anew(page, () => page.locator('#example').selectOption({ label: 'transpose-naive' }));
  await anew(page, () => page.getByLabel('N', { exact: true }).fill('256'));
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await anew(page, () => page.getByLabel('N', { exact: true }).fill('512'));
  await page.locator('#folder').setInputFiles(path.join(root, 'test/app/blur'));
  await page.locator('#app .changed b').waitFor({ timeout: PATIENCE_MS });
  const search = page.getByRole('region', { name: 'Search' });
  await search.getByLabel('Predictions, at most').fill('8');
  await search.getByRole('button', { name: 'Search' }).click();
  await search.getByText('Nothing was run.').waitFor({ timeout: PATIENCE_MS });
  await page.getByRole('button', { name: 'Measure here' }).click();
  await page.locator('#measured .bars').waitFor({ timeout: PATIENCE_MS });
  await page.locator('#own-devices button').waitFor();
  await page.locator('summary').first().click();
}

describeInBrowser('the looks of the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('are accessible and fit, with all parts open, form and text', async () => {
    const { page, mistakes } = await openTexts(browser, SMALL, { hasAllDevices: true });
    await openAll(page);
    await page.evaluate(readFileSync(AXE, 'utf8'));
    for (const width of [390, 820, 1440, 2560]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.getByRole('tab', { name: colorScheme === 'light' ? 'Form' : 'Text' }).click();
        expect(await violations(page), `${width} pixels, ${colorScheme}`).toEqual([]);
        const excess = 'document.documentElement.scrollWidth - innerWidth';
        expect(await page.evaluate(excess), `${width} pixels`).toBeLessThanOrEqual(0);
        const folder = process.env['KERNELCAST_LOOKS'];
        if (folder) await page.screenshot({ path: `${folder}/${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    await page.getByRole('tab', { name: 'Machine code' }).click();
    expect(await violations(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('are those of the picture in the documents', async () => {
    const isMadeAnew = process.env['KERNELCAST_PICTURES'] === '1';
    const { page } = await openPage(browser, '', {
      viewport: PICTURE_SIZE,
      colorScheme: 'light',
      hasAllDevices: isMadeAnew,
    });
    await answered(page);
    await page.getByRole('button', { name: 'Measure here' }).waitFor();
    const picture = await page.screenshot();
    if (isMadeAnew) writeFileSync(PICTURE, picture);
    // Width and height stand at the beginning of a PNG.
    const sizeOf = (bytes: Buffer) => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect(sizeOf(readFileSync(PICTURE))).toEqual(sizeOf(picture));
    await page.context().close();
  });
});
