// PostgreSQL inside this process (PGlite), with its files in a folder. It takes one process per folder and guards
// nothing itself, so a socket in the folder is held for as long as it is open.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Transaction } from '@electric-sql/pglite';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { hashOf } from '../identity.ts';
import type { Database, Row, Sql } from './database.ts';
import { loaded } from './packages.ts';

/** Paths of sockets are short on all systems. */
const LONGEST_SOCKET = 100;

/** @throws DiagnosticError where another process has the folder open */
export async function openEmbedded(folder: string): Promise<Database> {
  const { PGlite } = await loaded('@electric-sql/pglite', () => import('@electric-sql/pglite'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const guard = await guardOf(folder);
  const lite = await PGlite.create(path.join(folder, 'database'));
  const sql = sqlOf(lite, () => lite.query('ROLLBACK'));
  return {
    ...sql,
    relaxed: sql,
    backend: 'pglite',
    name: `PGlite in ${folder}`,
    transaction: (work) =>
      lite.transaction((transaction) => work(sqlOf(transaction, async () => {}))) as never,
    async close() {
      await lite.close();
      await new Promise((resolve) => guard.close(resolve));
    },
  };
}

function sqlOf(runner: Pick<Transaction, 'query' | 'exec'>, afterFailure: () => Promise<unknown>): Sql {
  return {
    async executeSql(text, values) {
      try {
        if (values && values.length > 0) return { rows: (await runner.query<Row>(text, values)).rows };
        const results = await runner.exec(text);
        return { rows: results.flatMap(({ rows }) => rows as Row[]) };
      } catch (error) {
        // A statement that failed within its own BEGIN leaves the one connection there is in a broken transaction.
        await afterFailure().catch(() => {});
        throw error;
      }
    },
  };
}

/** Held until it is closed, or its process ends however it may. */
async function guardOf(folder: string): Promise<Server> {
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
