// Runs and trials of all tuners in tables: the records of the log that one machine keeps, there and back.

import type { Configuration } from '../../space/space.ts';
import {
  type LogRecord,
  type RunRecord,
  recordOf,
  type StateRecord,
  type TrialRecord,
} from '../../tune/trials/records.ts';
import type { RecordsQuery } from '../protocol.ts';
import type { Row, Sql } from './database.ts';
import { SCHEMA } from './migrations.ts';

/** In one answer. */
const MOST_TRIALS = 2000;

/** Adds what is not there yet; returns how many trials were new. */
export async function addRecords(sql: Sql, records: readonly LogRecord[]): Promise<number> {
  const known = records.flatMap((record) => recordOf(record) ?? []);
  for (const record of known) if (record.record === 'run') await addRun(sql, record);
  let added = 0;
  const trials = known.filter((record) => record.record === 'trial');
  if (trials.length > 0) added = await addTrials(sql, trials);
  for (const record of known) if (record.record === 'state') await addState(sql, record);
  return added;
}

async function addRun(sql: Sql, { run, subject, of, seed, objective, space, started }: RunRecord) {
  const { identity, name, launch, evaluator, device, driver } = of;
  await sql.executeSql(
    `INSERT INTO ${SCHEMA}.run
       (run, subject, identity, name, launch, evaluator, device, driver, seed, objective, space, started)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
    [
      ...[run, subject, identity, name, launch, evaluator, device, driver],
      ...[seed, objective, JSON.stringify(space ?? null), started],
    ],
  );
}

async function addTrials(sql: Sql, trials: readonly TrialRecord[]): Promise<number> {
  const column = (of: (trial: TrialRecord) => unknown) => trials.map(of);
  const { rows } = await sql.executeSql(
    `INSERT INTO ${SCHEMA}.trial
       (trial, run, subject, purpose, configuration, identity, technique, status, time_ns, evaluation, seconds, measured)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::float8[], $10::text[], $11::float8[], $12::text[])
     ON CONFLICT DO NOTHING RETURNING trial`,
    [
      column(({ trial }) => trial),
      column(({ run }) => run),
      column(({ subject }) => subject),
      column(({ purpose }) => purpose),
      column(({ configuration }) => JSON.stringify(configuration)),
      column(({ identity }) => identity),
      column(({ technique }) => technique),
      column(({ evaluation }) => evaluation.status),
      column(({ evaluation }) => evaluation.timeNs ?? null),
      column(({ evaluation }) => JSON.stringify(evaluation)),
      column(({ seconds }) => seconds),
      column(({ measured }) => measured),
    ],
  );
  return rows.length;
}

/** The last one counts, but for the seconds, which only grow. */
async function addState(sql: Sql, { run, state, seconds }: StateRecord) {
  await sql.executeSql(
    `UPDATE ${SCHEMA}.run SET state = $2, seconds = greatest(seconds, $3) WHERE run = $1`,
    [run, state, seconds],
  );
}

/** Trials behind a place in the farm's order, each with its run and how that stands. */
export async function recordsOf(
  sql: Sql,
  { subject, after, kernel, device }: RecordsQuery,
): Promise<{ records: LogRecord[]; cursor: number; isAll: boolean }> {
  const { rows } = await sql.executeSql(
    `SELECT t.* FROM ${SCHEMA}.trial t LEFT JOIN ${SCHEMA}.run r ON r.run = t.run
     WHERE t.place > $1 AND ($2::text IS NULL OR t.subject = $2) AND ($3::text IS NULL OR r.name = $3)
       AND ($4::text IS NULL OR r.device = $4)
     ORDER BY t.place LIMIT ${MOST_TRIALS}`,
    [after, subject ?? null, kernel ?? null, device ?? null],
  );
  const { rows: runs } = await sql.executeSql(
    `SELECT * FROM ${SCHEMA}.run WHERE run = ANY($1::text[]) ORDER BY place`,
    [[...new Set(rows.map(({ run }) => run))]],
  );
  return {
    records: [...runs.map(runOf), ...rows.map(trialOf), ...runs.map(stateOf)],
    cursor: Number(rows.at(-1)?.['place'] ?? after),
    isAll: rows.length < MOST_TRIALS,
  };
}

function runOf(row: Row): RunRecord {
  const { run, subject, identity, name, launch, evaluator, device, driver, seed, objective, space, started } =
    row as Readonly<Record<string, string>>;
  const of = { identity, name, launch, evaluator: evaluator as RunRecord['of']['evaluator'], device, driver };
  const at = { record: 'run', run, subject, of, seed: Number(seed), objective } as const;
  return { ...at, space: JSON.parse(space), started };
}

function trialOf(row: Row): TrialRecord {
  const { trial, run, subject, purpose, configuration, identity, technique, evaluation, seconds, measured } =
    row as Readonly<Record<string, string>>;
  return {
    record: 'trial',
    trial,
    run,
    subject,
    purpose: purpose as TrialRecord['purpose'],
    configuration: JSON.parse(configuration) as Configuration,
    identity,
    technique,
    evaluation: JSON.parse(evaluation) as TrialRecord['evaluation'],
    seconds: Number(seconds),
    measured,
  };
}

function stateOf({ run, state, seconds }: Row): StateRecord {
  return {
    record: 'state',
    run: String(run),
    state: state as StateRecord['state'],
    seconds: Number(seconds),
  };
}
