// Two versions of a kernel side by side in the page: what the command says of each.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openTexts } from './server.ts';

const root = path.join(import.meta.dirname, '../..');

function predicted(...args: string[]): number {
  const text = execFileSync(
    process.execPath,
    [path.join(root, 'dist/kernelcast.js'), 'predict', 'transpose-naive.json', '--format', 'json', ...args],
    { cwd: path.join(root, 'examples'), encoding: 'utf8' },
  );
  return (JSON.parse(text) as { timeNs: number }[])[0].timeNs;
}

describeInBrowser('two versions in the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it('are compared: times, limits, where the time goes, texts', async () => {
    const { page, mistakes } = await openTexts(browser);
    await anew(page, () => page.locator('#example').selectOption({ label: 'transpose-naive' }));
    const panel = page.getByRole('region', { name: 'Beside the kept version' });
    const keep = page.getByRole('button', { name: 'Keep this version' });
    expect(await panel.count()).toBe(0);
    await keep.click();
    expect(await panel.textContent()).toContain('This version is kept');
    await anew(page, () => page.getByLabel('N', { exact: true }).fill('1024'));
    await page.getByRole('textbox', { name: 'Shader' }).click();
    await page.keyboard.press('Control+End');
    await anew(page, () => page.keyboard.type('// changed'));
    const [before, after] = [predicted(), predicted('-D', 'N=1024')];
    const text = (await panel.textContent())!;
    expect(text).toContain(`${(before / after).toFixed(2)}× as fast`);
    const rows = panel.getByRole('table', { name: 'Both versions' }).getByRole('row');
    expect(await rows.filter({ hasText: /^time/ }).getByRole('cell').allTextContents()).toEqual([
      `${(before / 1e3).toPrecision(3)} µs`,
      `${(after / 1e3).toPrecision(3)} µs`,
    ]);
    expect(await rows.filter({ hasText: /^limit/ }).count()).toBe(1);
    const parts = panel.getByRole('table', { name: 'Where the time goes' }).getByRole('row');
    expect(await parts.count()).toBeGreaterThan(1);
    expect(await panel.getByLabel('Shader: difference').textContent()).toContain('+// changed');
    expect(await panel.getByLabel('Launch file: difference').textContent()).toMatch(/-.*4096.*\s.*1024/);
    await anew(page, () => panel.getByRole('button', { name: 'Back to it' }).click());
    expect(await page.getByLabel('N', { exact: true }).inputValue()).not.toBe('1024');
    expect(await panel.textContent()).toContain('1.00× as fast');
    await panel.getByRole('button', { name: 'Forget it' }).click();
    expect(await panel.count()).toBe(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('is not kept while there is no prediction', async () => {
    const { page } = await openTexts(browser);
    await page.getByRole('textbox', { name: 'Shader' }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('fn broken(');
    await answered(page, 'failed');
    expect(await page.getByRole('button', { name: 'Keep this version' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Measure here' }).isDisabled()).toBe(true);
    await page.context().close();
  });
});
