// The page as people use it, in Chromium: its numbers are the command's.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openPage, openTexts, PATIENCE_MS, SMALL } from './server.ts';

const root = path.join(import.meta.dirname, '../..');

type Json = Record<string, unknown>;

function command(...args: string[]): Json {
  return JSON.parse(
    execFileSync(process.execPath, [path.join(root, 'dist/kernelcast.js'), ...args], {
      cwd: path.join(root, 'examples'),
      encoding: 'utf8',
    }),
  );
}

/** What the page offers as JSON. */
async function savedBy(page: Page): Promise<Json> {
  const href = await page.getByRole('link', { name: 'All of it as JSON' }).getAttribute('href');
  return JSON.parse(decodeURIComponent(href!.slice(href!.indexOf(',') + 1)));
}

/** Digits in which the engines of Node and of a browser agree: their last bits need not be the same. */
const DIGITS = 13;

/** Without what hangs on the machine, and how the file was named to the command. */
function lasting({ model, launchFile: _, ...rest }: Json): Json {
  const whole = { ...rest, warpInstructions: (model as Json)['warpInstructions'] };
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value;
  return JSON.parse(JSON.stringify(whole, rounded)) as Json;
}

const heat = (page: Page) => page.locator('.heat .cm-gutterElement').allTextContents();

describeInBrowser('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each([
    ['matmul-tiled', 'nvidia-h200'],
    ['spmv', 'nvidia-a100'],
  ])('says of %s on %s what the command says', async (example, device) => {
    const { page, mistakes } = await openPage(browser);
    await page.locator('#device').selectOption(device);
    await page.locator('#example').selectOption({ label: example });
    await answered(page);
    const said = command('diagnose', `${example}.json`, '--profile', device, '--format', 'json');
    const saved = await savedBy(page);
    expect(lasting(saved)).toEqual(lasting(said));
    const shares = (said['lines'] as Json[]).filter((each) => Number(each['timeFraction']) >= 0.005);
    expect((await heat(page)).filter((each) => each.includes('%'))).toHaveLength(shares.length);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('predicts on all devices', async () => {
    const { page } = await openTexts(browser, SMALL, { hasAllDevices: true });
    await page.locator('#example').selectOption({ label: 'triad' });
    const names = Object.keys(JSON.parse(readFileSync(path.join(root, 'dist/page/profiles.json'), 'utf8')));
    const rows = page.getByRole('list', { name: 'Time by device' }).getByRole('listitem');
    await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(names.length);
    const [said] = command(
      'predict',
      'triad.json',
      '--profile',
      'nvidia-k20c',
      '--format',
      'json',
    ) as unknown as Json[];
    const row = rows.filter({ hasText: 'nvidia-k20c' });
    expect(await row.locator('.number').textContent()).toBe(
      `${(Number(said['timeNs']) / 1e6).toPrecision(3)} ms`,
    );
    await row.getByRole('button').click();
    await answered(page);
    expect((await savedBy(page))['profile']).toBe('nvidia-k20c');
    await page.context().close();
  });

  it('marks what is wrong while one types, and predicts again when it is mended', async () => {
    const { page } = await openTexts(browser);
    const shader = page.getByRole('textbox', { name: 'Shader' });
    await shader.click();
    await page.keyboard.press('Control+End');
    const problems = page.getByRole('region', { name: 'Problems' });
    const rub = async (letters: number) => {
      for (let k = 0; k < letters; k++) await page.keyboard.press('Backspace');
      await expect.poll(() => problems.count(), { timeout: PATIENCE_MS }).toBe(0);
      await answered(page);
    };
    // What nothing calls only the browser's compiler reads: no GPU runs it, whatever the model would say.
    await page.keyboard.type('fn broken() { let x: u32 = 1.5; }');
    await answered(page, 'failed');
    expect(await page.locator('.cm-lintRange-error').count()).toBeGreaterThan(0);
    // An answer to the text as it was some letters ago may come before.
    await expect
      .poll(() => problems.textContent(), { timeout: PATIENCE_MS })
      .toMatch(/Error: .*(f32|u32|float)/i);
    expect(await page.locator('#state').textContent()).toContain('compiler refuses');
    expect(await page.locator('#answer').textContent()).toContain('no prediction');
    await rub(33);
    await page.keyboard.type('fn {');
    await answered(page, 'failed');
    expect(await problems.textContent()).toMatch(/Error: /);
    await rub(4);
    await page.context().close();
  });

  it('shows the machine code beside its source, and answers what-if as the command does', async () => {
    const { page, mistakes } = await openPage(browser);
    await answered(page);
    const address = page.url();
    await page.getByRole('tab', { name: 'Machine code' }).click();
    const said = command('inspect', 'matmul-tiled.json', '--format', 'json')['code'] as Json;
    const code = page.getByRole('region', { name: 'Machine code' });
    const instructions = said['instructions'] as Json[];
    expect(await code.locator('tbody tr').count()).toBe(instructions.length);
    await page.locator('#code-l28').getByRole('link').click();
    const last = instructions.findLastIndex((each) => each['mnemonic'] === 'STG.E.STRONG.SM');
    await expect.poll(() => page.evaluate('document.activeElement.closest("tr").id')).toMatch(/^code-i\d+$/);
    expect(await page.locator(`#code-i${last}`).textContent()).toContain('STG.E.STRONG.SM');
    expect(page.url()).toBe(address);
    const slider = page.getByRole('slider', { name: 'Workgroup memory' });
    await slider.focus();
    for (let k = 0; k < 4; k++) await page.keyboard.press('ArrowRight');
    const whatIf = command(
      'diagnose',
      'matmul-tiled.json',
      '--what-if',
      'shared.gap=0.5x',
      '--format',
      'json',
    );
    const [{ timeNs }] = whatIf['whatIf'] as { timeNs: number }[];
    const result = page.getByRole('region', { name: 'What if' }).locator('.changed b');
    await expect
      .poll(() => result.textContent(), { timeout: PATIENCE_MS })
      .toBe(`${(timeNs / 1e6).toPrecision(3)} ms`);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('has the launch file as a form, and a new one from the shader', async () => {
    const { page } = await openTexts(browser);
    await anew(page, () => page.locator('#example').selectOption({ label: 'transpose-naive' }));
    const before = Number((await savedBy(page))['timeNs']);
    await anew(page, () => page.getByLabel('N', { exact: true }).fill('1024'));
    const said = command('diagnose', 'transpose-naive.json', '-D', 'N=1024', '--format', 'json');
    expect((await savedBy(page))['timeNs']).toBe(said['timeNs']);
    expect(said['timeNs']).toBeLessThan(before);
    await page.getByRole('button', { name: 'From the shader' }).click();
    await page.getByRole('tab', { name: 'Text' }).click();
    const launch = page.getByRole('textbox', { name: 'Launch file' });
    await expect
      .poll(() => launch.textContent(), { timeout: PATIENCE_MS })
      .toContain('Written by kernelcast init');
    await answered(page);
    await page.context().close();
  });

  it('shows by a link what somebody saw', async () => {
    const { page } = await openTexts(browser);
    await page.getByLabel('COUNT', { exact: true }).fill('512');
    await page.locator('#device').selectOption('apple-m2');
    await answered(page);
    const seen = await savedBy(page);
    await expect.poll(() => new URL(page.url()).hash.length, { timeout: PATIENCE_MS }).toBeGreaterThan(200);
    const other = await openPage(browser, new URL(page.url()).hash);
    await answered(other.page);
    expect(lasting(await savedBy(other.page))).toEqual(lasting(seen));
    await other.page.context().close();
    await page.context().close();
  });

  it('takes files', async () => {
    const { page } = await openTexts(browser);
    const file = (name: string) => path.join(root, 'examples', name);
    await anew(page, () => page.locator('#files').setInputFiles([file('triad.json'), file('triad.wgsl')]));
    await expect.poll(async () => (await savedBy(page))['name'], { timeout: PATIENCE_MS }).toBe('triad');
    const said = command('diagnose', 'triad.json', '--format', 'json');
    expect(lasting(await savedBy(page))).toEqual(lasting(said));
    // A shader alone gets the launch file that init would write.
    await page.locator('#files').setInputFiles([file('stencil.wgsl')]);
    await expect
      .poll(() => page.locator('#launch-name').textContent(), { timeout: PATIENCE_MS })
      .toBe('stencil.json');
    await expect
      .poll(async () => page.locator('html').getAttribute('data-state'), { timeout: PATIENCE_MS })
      .toBe('diagnosed');
    await page.context().close();
  });
});
