// PostgreSQL inside this process (PGlite), with its files in a folder. Where its log finds no room on the disk, PostgreSQL
// ends itself; here it is opened anew then, which replays what was committed, as soon as there is room.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import type { Database, Row, Sql } from './database.ts';
import { guardOf } from './folder-guard.ts';
import { loaded } from './packages.ts';

/** @throws DiagnosticError where another process has the folder open */
export async function openEmbedded(folder: string): Promise<Database> {
  const { PGlite } = await loaded('@electric-sql/pglite', () => import('@electric-sql/pglite'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const guard = await guardOf(folder);
  const embedded = new Embedded(folder, () => PGlite.create(path.join(folder, 'database')));
  await embedded.use(async () => {});
  const sql: Sql = {
    executeSql: (text, values) => embedded.use((lite) => rowsOf(lite, text, values)),
  };
  return {
    ...sql,
    relaxed: sql,
    backend: 'pglite',
    name: `PGlite in ${folder}`,
    transaction: (work) =>
      embedded.use((lite) =>
        lite.transaction((transaction) =>
          work({ executeSql: (text, values) => embedded.noting(rowsOf(transaction, text, values)) }),
        ),
      ),
    async close() {
      await embedded.close();
      await new Promise((resolve) => guard.close(resolve));
    },
  };
}

interface Opened {
  readonly lite: PGlite;
  /** Rejects when it has ended itself: nothing in it is answered any more. */
  readonly ended: Promise<never>;
  readonly end: (error: Error) => void;
}

class Embedded {
  private readonly folder: string;
  private readonly create: () => Promise<PGlite>;
  private current: Promise<Opened> | undefined;

  constructor(folder: string, create: () => Promise<PGlite>) {
    this.folder = folder;
    this.create = create;
  }

  /** Opens it where it is not. */
  async use<T>(work: (lite: PGlite) => Promise<T>): Promise<T> {
    this.current ??= this.open();
    const { lite, ended } = await this.current;
    return await Promise.race([this.noting(work(lite)), ended]);
  }

  /** Notices where it has ended itself. */
  async noting<T>(working: Promise<T>): Promise<T> {
    try {
      return await working;
    } catch (error) {
      if (isPanic(error)) {
        const ended = this.current;
        this.current = undefined;
        (await ended)?.end(error as Error);
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    const current = this.current;
    this.current = undefined;
    await (await current)?.lite.close();
  }

  private async open(): Promise<Opened> {
    try {
      const lite = await this.create();
      let end = (_: Error) => {};
      const ended = new Promise<never>((_, reject) => {
        end = reject;
      });
      ended.catch(() => {});
      return { lite, ended, end };
    } catch (error) {
      this.current = undefined;
      const { message } = error as Error;
      throw new Error(`the database in ${this.folder} does not open (${message}); is its disk full?`);
    }
  }
}

const isPanic = (error: unknown): boolean => (error as { severity?: string }).severity === 'PANIC';

async function rowsOf(
  runner: PGlite | Transaction,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Row[] }> {
  try {
    if (values.length > 0) return { rows: (await runner.query<Row>(text, values)).rows };
    const results = await runner.exec(text);
    return { rows: results.flatMap(({ rows }) => rows as Row[]) };
  } catch (error) {
    // A statement that failed within its own BEGIN leaves the one connection there is in a broken transaction.
    if ('transaction' in runner && !isPanic(error)) await runner.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
