// The server of the page gives out its files, and nothing else of the machine.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageServer, runServe } from '../../src/cli/serve.ts';

const root = path.join(import.meta.dirname, '../..');

describe('serve', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = pageServer(path.join(root, 'dist/page'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
  });
  const get = (way: string) => fetch(`http://127.0.0.1:${port}${way}`);

  it('gives out the page', async () => {
    const page = await get('/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('<title>kernelcast</title>');
    expect((await get('/worker.js')).headers.get('content-type')).toContain('javascript');
  });

  it('gives out nothing else', async () => {
    for (const way of ['/none.js', '/../../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/index.js'])
      expect((await get(way)).status, way).toBe(404);
  });

  it('says what to do about a port that is taken, or is none', async () => {
    await expect(runServe({ port, open: false })).rejects.toThrow(/--port 0/);
    await expect(runServe({ port: 70_000, open: false })).rejects.toThrow(/0 to 65535/);
  });
});
