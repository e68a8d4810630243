// A program of apps/ in Chromium, served from this machine: its results, and what a capture made of it.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHROMIUM } from '../devices.ts';
import { ONNXRUNTIME } from './programs.ts';

const root = path.join(import.meta.dirname, '../..');

const ROOTS: readonly (readonly [prefix: string, folder: string])[] = [
  ['/apps/', path.join(import.meta.dirname, 'apps')],
  ['/dist/', path.join(root, 'dist')],
  ['/ort/', path.join(ONNXRUNTIME, 'dist')],
];
const TYPES: Readonly<Record<string, string>> = {
  '.mjs': 'text/javascript',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export interface PageRun {
  readonly results: unknown;
  readonly archive: Uint8Array | undefined;
}

/** The page: the capture first, as a script tag has it, then the program, then what came of it goes back. */
const pageOf = (
  program: string,
  options: object | undefined,
): string => `<!doctype html><meta charset="utf-8">
${options === undefined ? '' : `<script>kernelcastCapture = ${JSON.stringify(options)}</script><script src="/dist/capture.global.js"></script>`}
<script type="module">
const send = (path, body) => fetch(path, { method: 'POST', body });
addEventListener('unhandledrejection', ({ reason }) => send('/failed', String(reason?.stack ?? reason)));
try {
  const { results } = await import('/apps/${program}.mjs');
  if (globalThis.kernelcastCapture) await send('/archive', (globalThis.captured ?? (await kernelcastCapture.stop())).archive);
  await send('/done', JSON.stringify(results));
} catch (error) { await send('/failed', String(error.stack ?? error)); }
</script>`;

/** @param options of the capture; without any the program runs alone */
export async function runInPage(program: string, query: string, options?: object): Promise<PageRun> {
  const home = mkdtempSync(path.join(tmpdir(), 'kernelcast-page-'));
  let archive: Uint8Array | undefined;
  const ended = deferred();
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    if (request.method === 'POST') {
      const body = await bodyOf(request);
      if (pathname === '/archive') archive = body;
      if (pathname === '/done') ended.resolve(JSON.parse(body.toString()));
      if (pathname === '/failed') ended.reject(new Error(body.toString()));
      response.end();
      return;
    }
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html').end(pageOf(program, options));
      return;
    }
    const [prefix, folder] = ROOTS.find(([each]) => pathname.startsWith(each)) ?? ['', ''];
    const file = path.join(folder, pathname.slice(prefix.length));
    if (prefix === '' || !existsSync(file)) response.writeHead(404).end();
    else
      response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/plain').end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${query}`;
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--enable-unsafe-webgpu',
    '--disable-background-networking',
  ];
  // What the tests load for Vulkan is not meant for the browser.
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home };
  for (const name of ['LD_LIBRARY_PATH', 'VK_DRIVER_FILES']) delete env[name];
  const browser = spawn(CHROMIUM!, [...flags, `--user-data-dir=${home}`, address], {
    env,
    stdio: 'ignore',
    detached: true,
  });
  const gone = new Promise((resolve) => browser.once('close', resolve));
  browser.on('exit', (code) => ended.reject(new Error(`Chromium ended with ${code}`)));
  browser.on('error', ended.reject);
  try {
    return { results: await ended.promise, archive };
  } finally {
    endGroup(browser);
    await gone;
    server.close();
    server.closeAllConnections();
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Ends the whole process group: the browser's children write to their profile as long as they live. */
function endGroup(browser: ChildProcess): void {
  if (browser.pid === undefined) return;
  try {
    process.kill(-browser.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function deferred() {
  let resolve!: (value: unknown) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}
