// The search in the page: what the command finds, taken into the editors, or given up.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatTime } from '../../src/report/units.ts';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openPage, openTexts, PATIENCE_MS } from './server.ts';

const root = path.join(import.meta.dirname, '../..');

interface Said {
  readonly best: { readonly timeNs: number };
  readonly evaluations: number;
}

describeInBrowser('the search in the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('finds what the command finds, and puts it into the editors', async () => {
    const { page, mistakes } = await openTexts(browser);
    await anew(page, () => page.locator('#example').selectOption({ label: 'transpose-naive' }));
    const panel = page.getByRole('region', { name: 'Search' });
    await panel.getByLabel('Predictions, at most').fill('12');
    await panel.getByRole('button', { name: 'Search' }).click();
    await panel.getByText('Nothing was run.').waitFor({ timeout: PATIENCE_MS });
    const text = execFileSync(
      process.execPath,
      [
        path.join(root, 'dist/kernelcast.js'),
        ...['search', 'transpose-naive.json', '--budget', '12', '--time', '300s', '--format', 'json'],
      ],
      { cwd: path.join(root, 'examples'), encoding: 'utf8' },
    );
    const said = JSON.parse(text) as Said;
    expect(await panel.textContent()).toContain(`${said.evaluations} kernels predicted`);
    expect(await panel.getByLabel('Shader: what was found').textContent()).toMatch(/^\+/m);
    await anew(page, () => panel.getByRole('button', { name: 'Take it' }).click());

    expect(await page.locator('#answer .time b').textContent()).toBe(formatTime(said.best.timeNs));
    const compared = page.getByRole('region', { name: 'Beside the kept version' });
    expect(await compared.getByLabel('Shader: difference').textContent()).toMatch(/^\+/m);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('can be stopped', async () => {
    // Of a space that is not searched in a moment.
    const { page } = await openPage(browser);
    await answered(page);
    const panel = page.getByRole('region', { name: 'Search' });
    await panel.getByLabel('Predictions, at most').fill('5000');
    await panel.getByRole('button', { name: 'Search' }).click();
    await panel.getByText(/of at most 5000 predicted/).waitFor({ timeout: PATIENCE_MS });
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByRole('button', { name: 'Search' }).waitFor();
    await page.context().close();
  });
});
