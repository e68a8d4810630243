// A program of apps/ in Chromium: its results, and what a capture made of it. Playwright drives the browser and
// answers its requests with files; the capture is an init script, as docs/capturing.md says for test drivers.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page, type Route } from 'playwright-core';
import { CHROMIUM } from '../devices.ts';
import { ONNXRUNTIME } from './programs.ts';

const root = path.join(import.meta.dirname, '../..');
const SCRIPT = path.join(root, 'dist/capture.global.js');

/** Pages have WebGPU on secure origins, of which a server on this machine is one. */
const ORIGIN = 'http://localhost';

const FOLDERS: readonly (readonly [prefix: string, folder: string])[] = [
  ['/apps/', path.join(import.meta.dirname, 'apps')],
  ['/dist/', path.join(root, 'dist')],
  ['/ort/', path.join(ONNXRUNTIME, 'dist')],
];

export interface PageRun {
  readonly results: unknown;
  /** What the program's own `stop()` gave, else what `save()` offered as a download. */
  readonly archive: Buffer | undefined;
}

export function openBrowser(): Promise<Browser> {
  // What the tests load for Vulkan is not meant for the browser.
  const { LD_LIBRARY_PATH: _, VK_DRIVER_FILES: __, ...rest } = process.env;
  const env = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']));
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--enable-unsafe-webgpu'], env });
}

/** @param options of the capture; without any the program runs alone */
export async function runInPage(
  browser: Browser,
  program: string,
  query = '',
  options?: object,
): Promise<PageRun> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route('**/*', answer);
    const failed = new Promise<never>((_, reject) => {
      page.on('pageerror', reject);
      page.on('crash', () => reject(new Error('the page has crashed')));
    });
    // In one script: Playwright promises no order among several.
    const settings = `kernelcastCapture = ${JSON.stringify(options)};`;
    if (options !== undefined)
      await page.addInitScript({ content: `${settings}\n${readFileSync(SCRIPT, 'utf8')}` });
    await page.goto(`${ORIGIN}/?${query}`);
    const ran = page.evaluate(`import('/apps/${program}.mjs').then(({ results }) => results)`);
    const results = await Promise.race([ran, failed]);
    return { results, archive: options && (await archiveOf(page)) };
  } finally {
    await context.close();
  }
}

async function archiveOf(page: Page): Promise<Buffer> {
  const own = await page.evaluate<number[] | false>('globalThis.captured ? [...captured.archive] : false');
  if (own) return Buffer.from(own);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate('kernelcastCapture.save()'),
  ]);
  return readFileSync(await download.path());
}

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/') {
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><meta charset="utf-8">' });
    return;
  }
  const [prefix, folder] = FOLDERS.find(([each]) => pathname.startsWith(each)) ?? ['', ''];
  const file = path.join(folder, pathname.slice(prefix.length));
  if (prefix === '' || !existsSync(file)) await route.fulfill({ status: 404 });
  else await route.fulfill({ path: file });
}
