// Machine code beside its source, in a browser: lines lead to their instructions and back, pointing at one marks the
// other, with the mouse and with the keyboard, on a phone and on a wide screen.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diagnosisHtml } from '../../src/report/diagnosis-html.ts';
import { inspectionHtml } from '../../src/report/inspection-html.ts';
import { diagnoseFile } from '../analyze/support.ts';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { inspectFile } from './inspected.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describeInBrowser('machine code beside its source', () => {
  let browser: Browser;
  let folder = '';
  beforeAll(async () => {
    browser = await openBrowser();
    folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-inspection-'));
    const launch = 'examples/matmul-tiled.json';
    writeFileSync(path.join(folder, 'code.html'), inspectionHtml(inspectFile(launch)));
    const diagnosed = diagnoseFile(launch, { params: { N: '512' } });
    writeFileSync(path.join(folder, 'diagnosis.html'), diagnosisHtml([diagnosed]));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(file: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme });
    const page = await context.newPage();
    await page.goto(`file://${path.join(folder, file)}`);
    return page;
  }

  const colourOf = (page: Page, row: string) =>
    page.locator(row).evaluate((each) => getComputedStyle(each).backgroundColor);

  it('marks the instructions of a line, and the line of an instruction', async () => {
    const page = await open('code.html');
    const plain = await colourOf(page, '#code-i0');
    const own = page.locator('#code-l17').getByRole('link');
    await page.locator('#code-l17').hover();
    const instruction = (await own.getAttribute('href'))!;
    const marked = await colourOf(page, instruction);
    expect(marked).not.toBe(plain);
    expect(await colourOf(page, '#code-l17')).toBe(marked);
    expect(await colourOf(page, '#code-i0')).toBe(plain);
    await page.locator(instruction).hover();
    expect(await colourOf(page, '#code-l17')).toBe(marked);
    await page.mouse.move(0, 0);
    expect(await colourOf(page, '#code-l17')).toBe(plain);
    await own.focus();
    expect(await colourOf(page, instruction)).toBe(marked);
    await page.context().close();
  });

  it('leads from a line to its slowest instruction and back', async () => {
    const page = await open('code.html', 390);
    const line = page.locator('#code-l28').getByRole('link');
    await line.focus();
    await page.keyboard.press('Enter');
    const [, instruction] = page.url().split('#');
    const row = page.locator(`#${instruction}`);
    await expect.poll(() => row.evaluate(isSeen)).toBe(true);
    await row.getByRole('link', { name: '28' }).click();
    expect(page.url()).toMatch(/#code-l28$/);
    await expect.poll(() => page.locator('#code-l28').evaluate(isSeen)).toBe(true);
    await page.context().close();
  });

  it('leads from the findings of a diagnosis to their lines', async () => {
    const page = await open('diagnosis.html', 390);
    const links = page.locator('header a, section[aria-label="Why"] a');
    const targets = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) expect(await page.locator(target).count(), target).toBe(1);
    await page.locator('.hottest a').click();
    await expect.poll(() => page.locator(targets[0]).evaluate(isSeen)).toBe(true);
    await page.context().close();
  });

  it.each([
    ['code.html', 390, 'light'],
    ['code.html', 1280, 'dark'],
    ['code.html', 2560, 'light'],
    ['diagnosis.html', 390, 'dark'],
    ['diagnosis.html', 1280, 'light'],
  ] as const)('%s fits and is accessible at %i px, %s', async (file, width, scheme) => {
    const page = await open(file, width, scheme);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const violations = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join('; ')))",
    );
    expect(violations).toEqual([]);
    await page.context().close();
  });
});

/** Within the pane that scrolls it, and within the window. */
function isSeen(element: Element): boolean {
  const own = element.getBoundingClientRect();
  const pane = element.closest('.pane')!.getBoundingClientRect();
  return own.top >= Math.max(0, pane.top) - 1 && own.bottom <= Math.min(innerHeight, pane.bottom) + 1;
}
