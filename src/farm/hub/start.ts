// A farm begins: its database is opened and brought to this version, and the hub listens.

import type { AddressInfo } from 'node:net';
import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { buildIdentity } from '../identity.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { Hub } from './hub.ts';
import { grantRoles, isMigrated, migrate, WORK_ROLE } from './migrations.ts';
import { refuseOldNode } from './packages.ts';
import { openPostgres, placeOf } from './postgres.ts';
import { TaskQueue } from './queue.ts';
import { farmServer, type ServerOptions } from './server.ts';

export interface FarmOptions extends ServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** A URL of a PostgreSQL server, or the folder of an embedded one. */
  readonly database: { readonly postgres: string } | { readonly folder: string };
  /** The maintenance of the queue met a problem, such as a database that is away for a while. */
  readonly onProblem: (error: Error) => void;
}

export interface Farm {
  readonly port: number;
  readonly database: string;
  close(): Promise<void>;
}

/** @throws DiagnosticError */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  refuseOldNode();
  const database = await openDatabase(options.database);
  const queue = await TaskQueue.open(database, options.onProblem);
  const hub = new Hub(buildIdentity(), database, queue);
  const server = farmServer(hub, options);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, resolve);
    });
  } catch (error) {
    await hub.close();
    throw problem(portProblem(options, error as NodeJS.ErrnoException), []);
  }
  return {
    port: (server.address() as AddressInfo).port,
    database: database.name,
    async close() {
      server.close();
      server.closeAllConnections();
      await hub.close();
    },
  };
}

async function openDatabase(place: FarmOptions['database']): Promise<Database> {
  if ('folder' in place) return await openFolder(place.folder);
  const owner = await openPostgres(place.postgres);
  let hasRole: boolean;
  try {
    hasRole = await prepared(owner);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw problem(`cannot use the database at ${placeOf(place.postgres)}: ${(error as Error).message}`, [
      'its first start needs a user who may create schemas in it; TLS: ?sslmode=verify-full in the URL',
    ]);
  } finally {
    await owner.close();
  }
  return await openPostgres(place.postgres, hasRole ? WORK_ROLE : undefined);
}

async function openFolder(folder: string): Promise<Database> {
  try {
    const database = await openEmbedded(folder);
    await migrate(database);
    await TaskQueue.install(database);
    return database;
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    throw problem((error as Error).message, []);
  }
}

/** Whether the working role can be had. */
async function prepared(owner: Database): Promise<boolean> {
  const { rows } = await owner.executeSql(
    "SELECT has_database_privilege(current_user, current_database(), 'CREATE') AS may",
  );
  if (rows[0]['may'] === true) {
    await migrate(owner);
    await TaskQueue.install(owner);
    return await grantRoles(owner);
  }
  if (!(await isMigrated(owner)))
    throw problem('the database has no tables of this kernelcast, and this user may not make them', [
      'start it once with a user who may; after that a member of kernelcast_farm is enough',
    ]);
  return await grantRoles(owner);
}

function portProblem({ port, host }: FarmOptions, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `--port ${port}: something else listens there; --port 0 takes a free one`;
  return `cannot listen on ${host}:${port}: ${message}`;
}

function problem(message: string, notes: readonly string[]): DiagnosticError {
  const diagnostic: Diagnostic = { severity: 'invalid', code: 'farm/start', message, notes };
  return new DiagnosticError([diagnostic]);
}
