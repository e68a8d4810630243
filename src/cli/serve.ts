// `kernelcast serve`: the page of dist/page/ on this machine, for its own browser alone.

import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { Argv } from 'yargs';
import { packageRoot } from '../profile/package-root.ts';
import { EXIT } from './exit-codes.ts';
import { openInBrowser } from './open-in-browser.ts';
import { command, number, toggle } from './options.ts';
import { say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface ServeFlags {
  readonly port: number;
  readonly open: boolean;
}

const HOST = '127.0.0.1';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .option('port', { ...number('Port on this machine; 0 takes a free one'), default: 4170 })
    .option('open', { ...toggle('Open it in the browser'), default: true });
}

/** Answers with the files of a folder, and of nothing below it. */
export function pageServer(folder: string): Server {
  return createServer((request, response) => {
    const name = path.basename(new URL(request.url ?? '/', 'http://localhost').pathname) || 'index.html';
    const type = TYPES[path.extname(name)];
    const file = path.join(folder, name);
    if (type === undefined || !existsSync(file)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.\n');
      return;
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
    createReadStream(file).pipe(response);
  });
}

/** Runs until it is ended; the exit code is returned where it cannot begin. */
export async function runServe({ port, open }: ServeFlags): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`--port ${port}: expected a whole number from 0 to 65535`);
  const folder = path.join(packageRoot(), 'dist/page');
  if (!existsSync(path.join(folder, 'index.html')))
    throw new UsageError(`serve: ${folder} is missing; npm run page builds it`);
  const server = pageServer(folder);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UsageError(`--port ${port}: something else listens there; --port 0 takes a free one`)
          : error,
      ),
    );
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' ? address?.port : port}/`;
  process.stdout.write(`${url}\n`);
  say('Ctrl-C ends it.');
  if (open && process.stdout.isTTY) openInBrowser(url);
  await new Promise((resolve) => server.once('close', resolve));
  return EXIT.fine;
}

export const serveCommand = command(
  'serve',
  'Open the page: the same predictions in a browser, with nothing sent anywhere',
  builder,
  runServe,
);
