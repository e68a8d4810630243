// The tables of a farm, and the way there from any earlier version: statements that are only ever appended to. Runs and
// trials are the records of the log that one machine keeps (tune/trials/records.ts), column by column.

import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import type { Database } from './database.ts';

export const SCHEMA = 'kernelcast';
/** Of pg-boss. */
export const JOBS_SCHEMA = 'kernelcast_jobs';
/** What the hub works with: it reads and writes rows of the farm, and nothing else of the server. */
export const WORK_ROLE = 'kernelcast_farm';
/** For people who want to ask in SQL. */
export const READ_ROLE = 'kernelcast_farm_reader';

const MIGRATIONS: readonly string[] = [
  `CREATE TABLE ${SCHEMA}.content (hash text PRIMARY KEY, bytes bytea NOT NULL, used timestamptz NOT NULL DEFAULT now());
   CREATE TABLE ${SCHEMA}.result (
     id uuid PRIMARY KEY, queue text NOT NULL, agent text NOT NULL, outcome text NOT NULL,
     at timestamptz NOT NULL DEFAULT now());
   CREATE INDEX result_at ON ${SCHEMA}.result (at);
   CREATE TABLE ${SCHEMA}.agent (
     agent text PRIMARY KEY, facts jsonb NOT NULL, done bigint NOT NULL DEFAULT 0,
     started timestamptz NOT NULL DEFAULT now(), heard timestamptz NOT NULL DEFAULT now(),
     "left" timestamptz);
   CREATE TABLE ${SCHEMA}.queue (queue text PRIMARY KEY, skill jsonb NOT NULL);
   CREATE TABLE ${SCHEMA}.run (
     place bigserial UNIQUE, run text PRIMARY KEY, subject text NOT NULL, identity text NOT NULL,
     name text NOT NULL, launch text NOT NULL, evaluator text NOT NULL, device text NOT NULL,
     driver text NOT NULL, seed double precision NOT NULL, objective text NOT NULL, space text NOT NULL,
     started text NOT NULL, state text NOT NULL DEFAULT 'running', seconds double precision NOT NULL DEFAULT 0);
   CREATE TABLE ${SCHEMA}.trial (
     place bigserial UNIQUE, trial text PRIMARY KEY, run text NOT NULL, subject text NOT NULL,
     purpose text NOT NULL, configuration text NOT NULL, identity text NOT NULL, technique text NOT NULL,
     status text NOT NULL, time_ns double precision, evaluation text NOT NULL,
     seconds double precision NOT NULL, measured text NOT NULL);
   CREATE INDEX trial_subject ON ${SCHEMA}.trial (subject, place);
   CREATE INDEX trial_run ON ${SCHEMA}.trial (run);
   CREATE TABLE ${SCHEMA}.occurrence (
     id bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), text text NOT NULL);`,
];

const VERSION = `${SCHEMA}.migration`;

/** Brings the tables to this version, all of the way or not at all. @throws DiagnosticError for a newer one */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.executeSql(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await sql.executeSql(
      `CREATE TABLE IF NOT EXISTS ${VERSION} (version int PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())`,
    );
    // Of two hubs that begin at once, one waits for the other.
    await sql.executeSql(`LOCK TABLE ${VERSION} IN EXCLUSIVE MODE`);
    const { rows } = await sql.executeSql(`SELECT coalesce(max(version), 0) AS version FROM ${VERSION}`);
    const version = Number(rows[0]['version']);
    if (version > MIGRATIONS.length) throw newer(version);
    for (const [i, statements] of MIGRATIONS.entries()) {
      if (i < version) continue;
      await sql.executeSql(statements);
      await sql.executeSql(`INSERT INTO ${VERSION} (version) VALUES ($1)`, [i + 1]);
    }
  });
}

/** Whether the tables are there in this version; for a user that may not make them. @throws DiagnosticError */
export async function isMigrated(database: Database): Promise<boolean> {
  const { rows: found } = await database.executeSql(`SELECT to_regclass($1) IS NOT NULL AS there`, [VERSION]);
  if (found[0]['there'] !== true) return false;
  const { rows } = await database.executeSql(`SELECT coalesce(max(version), 0) AS version FROM ${VERSION}`);
  const version = Number(rows[0]['version']);
  if (version > MIGRATIONS.length) throw newer(version);
  return version === MIGRATIONS.length;
}

/**
 * Makes the two roles where they are missing and gives them their rights; whoever owns the tables may do so.
 * @returns false where the user may make no roles: then its own rights are used
 */
export async function grantRoles(database: Database): Promise<boolean> {
  const { rows } = await database.executeSql(
    'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
  );
  const mayCreate = rows[0]['may'] === true;
  for (const role of [WORK_ROLE, READ_ROLE]) {
    const { rows: there } = await database.executeSql('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    if (there.length > 0) continue;
    if (!mayCreate) return false;
    await database.executeSql(`CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE`);
  }
  const rights = [SCHEMA, JOBS_SCHEMA].flatMap((schema) => [
    `GRANT USAGE ON SCHEMA ${schema} TO ${WORK_ROLE}, ${READ_ROLE}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${READ_ROLE}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${WORK_ROLE}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${WORK_ROLE}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${WORK_ROLE}`,
  ]);
  // The reader sees results and trials, not what tasks hold of other people's kernels.
  rights.push(`REVOKE SELECT ON ${SCHEMA}.content FROM ${READ_ROLE}`, `GRANT ${WORK_ROLE} TO current_user`);
  try {
    await database.executeSql(rights.join(';\n'));
  } catch {
    const { rows: member } = await database.executeSql(
      `SELECT pg_has_role(current_user, $1, 'member') AS is`,
      [WORK_ROLE],
    );
    return member[0]['is'] === true;
  }
  return true;
}

function newer(version: number): DiagnosticError {
  const message = `the farm's database was made by a newer kernelcast (version ${version}, known is ${MIGRATIONS.length})`;
  return new DiagnosticError([
    { severity: 'invalid', code: 'farm/database-version', message, notes: ['start it with that one'] },
  ]);
}
