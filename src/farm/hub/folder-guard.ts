// One process per folder: the embedded database takes no more and guards nothing itself, so a socket in the folder is held
// for as long as it is open.

import { existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { hashOf } from '../identity.ts';

/** Paths of sockets are short on all systems. */
const LONGEST_SOCKET = 100;

/** Held until it is closed, or its process ends however it may. @throws DiagnosticError where another one holds it */
export async function guardOf(folder: string): Promise<Server> {
  const beside = path.join(path.resolve(folder), 'in-use');
  const socket =
    process.platform === 'win32'
      ? `\\\\.\\pipe\\kernelcast-${hashOf(beside)}`
      : beside.length < LONGEST_SOCKET
        ? beside
        : path.join(tmpdir(), `kernelcast-${hashOf(beside).slice(0, 16)}`);
  if (existsSync(socket)) {
    if (await answers(socket)) throw taken(folder);
    // Its process was killed.
    rmSync(socket, { force: true });
  }
  const server = createServer((connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(folder) : error),
    );
    server.listen(socket, resolve);
  });
  server.unref();
  return server;
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

function taken(folder: string): DiagnosticError {
  const message = `${folder} is in use by another kernelcast farm start`;
  const notes = ['one process per folder: give another one with --data, or a server with --postgres'];
  return new DiagnosticError([{ severity: 'invalid', code: 'farm/in-use', message, notes }]);
}
