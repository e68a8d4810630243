// How a farm stands, for its page and for `farm status`: who is there, what was found, what happened.

import type { AgentFacts, AgentStatus, Occurrence, Winner } from '../protocol.ts';
import type { Row, Sql } from './database.ts';
import { SCHEMA } from './migrations.ts';

/** An agent that was not heard for longer is taken for gone: it says something every three seconds. */
const SILENCE_SECONDS = 12;
/** Agents that are gone are shown for so long. */
const SHOWN_SECONDS = 600;
const MOST_SHOWN = 50;
const CURVE_POINTS = 40;

export async function agentsOf(sql: Sql): Promise<AgentStatus[]> {
  const { rows } = await sql.executeSql(
    `SELECT facts, done, extract(epoch FROM now() - heard)::float8 AS quiet FROM ${SCHEMA}.agent
     WHERE "left" IS NULL AND heard > now() - interval '${SHOWN_SECONDS} seconds' ORDER BY started`,
  );
  return rows.map(({ facts, done, quiet }) => ({
    ...(facts as AgentFacts),
    done: Number(done),
    quietSeconds: Number(quiet),
    isHere: Number(quiet) < SILENCE_SECONDS,
  }));
}

export async function occurrencesOf(sql: Sql): Promise<Occurrence[]> {
  const { rows } = await sql.executeSql(
    `SELECT at, text FROM ${SCHEMA}.occurrence ORDER BY id DESC LIMIT ${MOST_SHOWN}`,
  );
  return rows.map(({ at, text }) => ({ at: (at as Date).toISOString(), text: String(text) }));
}

/** The best of each kernel on each device, those that were worked on last first. */
export async function winnersOf(sql: Sql): Promise<Winner[]> {
  const { rows } = await sql.executeSql(
    `SELECT r.subject, min(r.name) AS name, min(r.evaluator) AS evaluator, min(r.device) AS device,
       min(r.driver) AS driver, count(*) AS trials, count(*) FILTER (WHERE t.status <> 'correct') AS failed,
       (array_agg(t.time_ns ORDER BY t.place) FILTER (WHERE t.purpose = 'base' AND t.status = 'correct'))[1] AS base,
       min(t.time_ns) FILTER (WHERE t.status = 'correct') AS best,
       (array_agg(t.configuration ORDER BY t.time_ns) FILTER (WHERE t.status = 'correct'))[1] AS configuration,
       max(t.place) AS latest
     FROM ${SCHEMA}.trial t JOIN ${SCHEMA}.run r ON r.run = t.run
     GROUP BY r.subject HAVING count(*) FILTER (WHERE t.status = 'correct') > 0
     ORDER BY latest DESC LIMIT ${MOST_SHOWN}`,
  );
  const winners: Winner[] = [];
  for (const row of rows) winners.push(winnerOf(row, await curveOf(sql, String(row['subject']))));
  return winners;
}

function winnerOf(row: Row, curve: readonly number[]): Winner {
  const { name, evaluator, device, driver, trials, failed, base, best, configuration } = row;
  return {
    kernel: String(name),
    evaluator: String(evaluator),
    device: String(device),
    driver: String(driver),
    trials: Number(trials),
    failed: Number(failed),
    baseNs: base === null ? null : Number(base),
    bestNs: Number(best),
    configuration: JSON.parse(String(configuration)),
    curve,
  };
}

async function curveOf(sql: Sql, subject: string): Promise<number[]> {
  const { rows } = await sql.executeSql(
    `SELECT best FROM (
       SELECT min(time_ns) OVER (ORDER BY place) AS best, row_number() OVER (ORDER BY place) AS n, count(*) OVER () AS total
       FROM ${SCHEMA}.trial WHERE subject = $1 AND status = 'correct') found
     WHERE n = 1 OR n = total OR n % greatest(1, total / ${CURVE_POINTS}) = 0 ORDER BY n`,
    [subject],
  );
  return rows.map(({ best }) => Number(best));
}
