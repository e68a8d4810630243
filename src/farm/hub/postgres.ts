// A PostgreSQL server as the hub's database. Connections that break are replaced: a server that restarts costs the
// requests that were under way, which are asked again.

import type { Pool } from 'pg';
import type { Database, Row, Sql } from './database.ts';
import { loaded } from './packages.ts';

const MOST_CONNECTIONS = 10;
const MOST_RELAXED_CONNECTIONS = 5;
const CONNECT_MS = 5000;

interface Runner {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] } | { rows: Row[] }[]>;
}

/**
 * @param url as PostgreSQL has it; `sslmode` in it decides about TLS
 * @param role whose rights all statements have, which may be fewer than those of the URL's user
 */
export async function openPostgres(url: string, role?: string): Promise<Database> {
  const { default: pg } = await loaded('pg', () => import('pg'));
  const settings = role === undefined ? [] : [`role=${role}`];
  const poolOf = (max: number, ...more: readonly string[]): Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'kernelcast farm',
      keepAlive: true,
      options: [...settings, ...more].map((each) => `-c ${each}`).join(' '),
    });
    // Of an idle connection: the next request gets another.
    pool.on('error', () => {});
    return pool;
  };
  const pool = poolOf(MOST_CONNECTIONS);
  const relaxed = poolOf(MOST_RELAXED_CONNECTIONS, 'synchronous_commit=off');
  return {
    ...sqlOf(pool as unknown as Runner),
    relaxed: sqlOf(relaxed as unknown as Runner),
    backend: 'postgres',
    name: `PostgreSQL at ${placeOf(url)}`,
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(sqlOf(client as unknown as Runner));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async close() {
      await pool.end();
      await relaxed.end();
    },
  };
}

function sqlOf(runner: Runner): Sql {
  return {
    async executeSql(text, values) {
      const result = await runner.query(text, values);
      // Of several statements.
      if (Array.isArray(result)) return { rows: result.flatMap(({ rows }) => rows ?? []) };
      return result;
    },
  };
}

/** Without user and password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'a URL that cannot be read';
  }
}
