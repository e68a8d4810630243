// The built page in Chromium: Playwright answers its requests with the files of dist/page/.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { vi } from 'vitest';
import { addressOf } from '../../page/address.ts';
import { DEFAULT_PROFILE } from '../../src/profile/default-profile.ts';

/** What a state of the page may be waited for: processors may be busy with much else. */
export const PATIENCE_MS = 150_000;
vi.setConfig({ testTimeout: 4 * PATIENCE_MS, hookTimeout: PATIENCE_MS });

const folder = path.join(import.meta.dirname, '../../dist/page');

/** WebGPU and compression are there on secure origins, of which a server on this machine is one. */
export const ORIGIN = 'http://localhost';

/**
 * The page predicts on all devices that it has whenever something changes, which takes most of its time: it has these
 * where a test does not ask for all.
 */
const SOME_DEVICES: readonly string[] = ['nvidia-h200', 'nvidia-a100', 'apple-m2'];

export interface PageOptions extends BrowserContextOptions {
  readonly hasAllDevices?: boolean;
}

function someProfiles(): Record<string, unknown> {
  const all = JSON.parse(readFileSync(path.join(folder, 'profiles.json'), 'utf8'));
  return Object.fromEntries(SOME_DEVICES.map((name) => [name, all[name]]));
}

export interface OpenPage {
  readonly page: Page;
  /** What went wrong in the page, and requests that leave its origin. */
  readonly mistakes: string[];
}

/** @param script runs before the page's own */
export async function openPage(
  browser: Browser,
  address = '',
  { hasAllDevices = false, ...options }: PageOptions = {},
  script = '',
): Promise<OpenPage> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  await page.addInitScript(script);
  // A question that is never answered says which one it was.
  page.setDefaultTimeout(PATIENCE_MS);
  const mistakes: string[] = [];
  page.on('pageerror', ({ message }) => mistakes.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') mistakes.push(message.text());
  });
  await page.route('**/*', async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
    if (origin !== ORIGIN || !existsSync(file)) {
      mistakes.push(`asks for ${route.request().url()}`);
      await route.fulfill({ status: 404 });
    } else if (pathname === '/profiles.json' && !hasAllDevices) await route.fulfill({ json: someProfiles() });
    else await route.fulfill({ path: file });
  });
  await page.goto(`${ORIGIN}/${address}`);
  return { page, mistakes };
}

/** Waits until an answer is whole, or there is none. */
export async function answered(page: Page, state: 'diagnosed' | 'failed' = 'diagnosed'): Promise<void> {
  await page.waitForSelector(`html[data-state=${state}]`, { timeout: PATIENCE_MS });
}

/** Does something that makes the page ask again, and waits for the answer to that. */
export async function anew(page: Page, action: () => Promise<unknown>): Promise<void> {
  const asked = await page.locator('html').getAttribute('data-asked');
  await action();
  await page.waitForSelector(`html[data-state=diagnosed]:not([data-asked="${asked}"])`, {
    timeout: PATIENCE_MS,
  });
}

/** A kernel that is answered in little time, where it does not matter which. */
export const SMALL = {
  shader: `struct Params { count: u32, factor: f32 }
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(64)
fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < params.count) {
    values[id.x] = values[id.x] * params.factor;
  }
}
`,
  launch: `{
  "shader": "linked.wgsl",
  "params": {
    "COUNT": 4096,  // assumed: as many as there are
    "GROUPS": "COUNT / 64"
  },
  "dispatch": ["GROUPS"],
  "bindings": [
    { "group": 0, "binding": 0, "size": "4 * COUNT" },
    { "group": 0, "binding": 1, "usage": "uniform", "size": 16,
      "data": { "kind": "struct", "values": { "count": "COUNT", "factor": 2 } } }
  ]
}
`,
};

/** A shader with its launch file, as a link shows them, answered. */
export async function openTexts(
  browser: Browser,
  texts: typeof SMALL = SMALL,
  options: PageOptions = {},
  script = '',
): Promise<OpenPage> {
  const document = { shaderName: 'linked.wgsl', launchName: 'linked.json', ...texts, files: {} };
  const address = await addressOf({ document, profile: DEFAULT_PROFILE, changes: {} }, []);
  const opened = await openPage(browser, `#${address}`, options, script);
  await answered(opened.page);
  return opened;
}
