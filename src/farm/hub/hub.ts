// The hub of a farm: tasks come in from those who ask, go out to agents, and results come back. What was delivered is in
// the database before anybody is told of it, and the first result of a task is the one that counts.

import type { LogRecord } from '../../tune/trials/records.ts';
import { type Skill, taskId } from '../identity.ts';
import type {
  AgentFacts,
  Assignment,
  Delivery,
  FarmStatus,
  Held,
  RecordsQuery,
  Result,
  Returned,
} from '../protocol.ts';
import { Bells } from './bells.ts';
import type { Database } from './database.ts';
import { JOBS_SCHEMA, SCHEMA } from './migrations.ts';
import type { TaskQueue } from './queue.ts';
import { addRecords, recordsOf } from './records.ts';
import { agentsOf, occurrencesOf, winnersOf } from './standing.ts';

/** Where another hub has the same database, nobody rings here. */
const LOOK_MS = 1000;
const MOST_IDS = 10_000;
/** Results and contents that nobody asked for again so long are dropped; trials are kept. */
const KEPT_DAYS = 30;
const TIDY_MS = 3_600_000;
const WATCH_MS = 3000;

export class Hub {
  readonly build: string;
  private readonly database: Database;
  private readonly queue: TaskQueue;
  /** Rings where a task was added to a queue. */
  private readonly taskBells = new Bells();
  /** Rings where a task has a result. */
  private readonly resultBells = new Bells<Result>();
  private readonly tidying: NodeJS.Timeout;
  private readonly watching: NodeJS.Timeout;
  private readonly quiet = new Set<string>();

  constructor(build: string, database: Database, queue: TaskQueue) {
    this.build = build;
    this.database = database;
    this.queue = queue;
    this.tidying = setInterval(() => void this.tidy().catch(() => {}), TIDY_MS).unref();
    this.watching = setInterval(() => void this.watch().catch(() => {}), WATCH_MS).unref();
  }

  /** An agent is there, with these workers. */
  async announce(facts: AgentFacts, queues: readonly { readonly queue: string; readonly skill: Skill }[]) {
    for (const { queue, skill } of queues) {
      await this.queue.make(queue);
      await this.database.executeSql(
        `INSERT INTO ${SCHEMA}.queue (queue, skill) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [queue, JSON.stringify(skill)],
      );
    }
    const { rows } = await this.database.executeSql(
      `INSERT INTO ${SCHEMA}.agent (agent, facts) VALUES ($1, $2)
       ON CONFLICT (agent) DO UPDATE SET facts = excluded.facts, heard = now(), "left" = NULL
       RETURNING xmax = 0 AS fresh`,
      [facts.agent, JSON.stringify(facts)],
    );
    if (rows[0]['fresh'] === true) await this.note(`${facts.machine} joined with ${workersOf(facts)}`);
  }

  /** The agent lives, and works on these. Returns whether it has announced itself. */
  async beat(agent: string, held: readonly Held[]): Promise<boolean> {
    const { rows } = await this.database.executeSql(
      `UPDATE ${SCHEMA}.agent SET heard = now() WHERE agent = $1 AND "left" IS NULL RETURNING agent`,
      [agent],
    );
    await this.queue.touch(held);
    return rows.length > 0;
  }

  /** Gives back nothing: what it holds is handed out again when its silence is noticed, or was returned before. */
  async leave(agent: string): Promise<void> {
    await this.database.executeSql(`UPDATE ${SCHEMA}.agent SET "left" = now() WHERE agent = $1`, [agent]);
    await this.note(`${await this.machineOf(agent)} left`);
  }

  /** Up to `count` tasks; waits for the first one. */
  async take(queue: string, count: number, waitMs: number, signal: AbortSignal): Promise<Assignment[]> {
    const endMs = performance.now() + waitMs;
    while (!signal.aborted) {
      const bell = this.taskBells.listen([queue]);
      const tasks = await this.open(await this.queue.take(queue, count));
      const leftMs = endMs - performance.now();
      const isOver = tasks.length > 0 || leftMs <= 0;
      if (!isOver) await bell.rings(Math.min(LOOK_MS, leftMs), signal);
      bell.end();
      // It rang for a task that somebody else may take.
      if (bell.hasRung && (isOver || signal.aborted)) this.taskBells.ringFor(queue, 1);
      if (isOver && !signal.aborted) return tasks;
      if (tasks.length > 0) await this.handOutAgain(tasks, 'whoever asked for it is gone');
    }
    return [];
  }

  private async handOutAgain(tasks: readonly Held[], reason: string): Promise<void> {
    await this.queue.giveBack(tasks, reason);
    for (const { queue } of tasks) this.taskBells.ringFor(queue, 1);
  }

  /** Without those that have a result: what was delivered is noted in the queue a little later, or not at all. */
  private async open(tasks: readonly Assignment[]): Promise<Assignment[]> {
    const again = tasks.filter(({ attempt }) => attempt > 0);
    if (again.length === 0) return [...tasks];
    const done = new Set((await this.resultsOf(again.map(({ id }) => id))).map(({ id }) => id));
    const settled = again.filter(({ id }) => done.has(id));
    if (settled.length > 0) await this.queue.complete(settled);
    return tasks.filter(({ id }) => !done.has(id));
  }

  /** Whether each result counts: not where the task had one before, or where another GPU is asked first. */
  async deliver(agent: string, results: readonly Delivery[]): Promise<boolean[]> {
    const again: Delivery[] = [];
    for (const each of results)
      if (each.isThrottled && each.attempt === 0 && (await this.hasOthers(agent, each.queue)))
        again.push(each);
    const kept = results.filter((each) => !again.includes(each));
    const counted = await this.keep(agent, kept);
    if (again.length > 0) {
      const reason = 'measured at a falling clock';
      await this.handOutAgain(again, reason);
      await this.note(`${await this.machineOf(agent)}: ${again.length} trials ${reason}, repeated elsewhere`);
    }
    return results.map(({ id }) => counted.has(id));
  }

  /** In the database, then told. Returns the ids of those that count. */
  private async keep(agent: string, results: readonly Delivery[]): Promise<ReadonlySet<string>> {
    if (results.length === 0) return new Set();
    const { rows } = await this.database.executeSql(
      `WITH kept AS (
         INSERT INTO ${SCHEMA}.result (id, queue, agent, outcome)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING RETURNING id),
       counted AS (
         UPDATE ${SCHEMA}.agent SET done = done + (SELECT count(*) FROM kept), heard = now() WHERE agent = $5)
       SELECT id FROM kept`,
      [
        results.map(({ id }) => id),
        results.map(({ queue }) => queue),
        results.map(() => agent),
        results.map(({ outcome }) => outcome),
        agent,
      ],
    );
    const counted = new Set(rows.map(({ id }) => String(id)));
    for (const { id, outcome } of results) if (counted.has(id)) this.resultBells.ring(id, { id, outcome });
    // Nobody waits for it: a task that has a result and is handed out again is noticed by `take`.
    this.queue.complete(results).catch(() => {});
    return counted;
  }

  /** They are handed out again. */
  async giveBack(agent: string, tasks: readonly Returned[]): Promise<void> {
    for (const each of tasks) {
      await this.handOutAgain([each], each.reason);
      await this.note(`${await this.machineOf(agent)} gave a task back: ${each.reason}`);
    }
  }

  /** Adds tasks that are not there yet; results that are there come with their ids. */
  async submit(queue: string, tasks: readonly string[]): Promise<{ ids: string[]; results: Result[] }> {
    const ids = tasks.map((task) => taskId(queue, task));
    await this.queue.make(queue);
    const known = await this.known(ids, [queue]);
    const results = [...known.values()].filter(({ outcome }) => outcome !== undefined);
    const texts = new Map(ids.map((id, i) => [id, tasks[i]]));
    const open = [...texts].filter(([id]) => known.get(id)?.outcome === undefined);
    if (open.length > 0) {
      // Given up before: whoever asks again wants it tried again.
      const failed = open.map(([id]) => id).filter((id) => known.get(id)?.failure !== undefined);
      if (failed.length > 0) await this.queue.cancel(queue, failed);
      await this.queue.add(
        queue,
        open.map(([id, task]) => ({ id, task })),
      );
      this.taskBells.ringFor(queue, open.length);
    }
    return { ids, results };
  }

  /** Results that are there, once there is one of them. */
  async results(ids: readonly string[], waitMs: number, signal: AbortSignal): Promise<Result[]> {
    const asked = ids.slice(0, MOST_IDS);
    const endMs = performance.now() + waitMs;
    while (!signal.aborted) {
      const bell = this.resultBells.listen(asked);
      const known = await this.known(asked, this.queue.names);
      const found = asked.flatMap((id) => known.get(id) ?? { id, isUnknown: true as const });
      const settled = found.filter((each) => each.outcome ?? each.failure ?? each.isUnknown);
      const leftMs = endMs - performance.now();
      if (settled.length > 0 || leftMs <= 0) {
        bell.end();
        return settled;
      }
      const heard = await bell.rings(Math.min(LOOK_MS, leftMs), signal);
      if (heard.length > 0) return [...heard];
    }
    return [];
  }

  async cancel(queue: string, ids: readonly string[]): Promise<void> {
    await this.queue.cancel(queue, ids);
  }

  async missing(hashes: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.executeSql(
      `UPDATE ${SCHEMA}.content SET used = now() WHERE hash = ANY($1::text[]) RETURNING hash`,
      [hashes],
    );
    const there = new Set(rows.map(({ hash }) => hash));
    return hashes.filter((hash) => !there.has(hash));
  }

  async putContent(hash: string, bytes: Uint8Array): Promise<void> {
    await this.database.executeSql(
      `INSERT INTO ${SCHEMA}.content (hash, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      [hash, Buffer.from(bytes)],
    );
  }

  async content(hash: string): Promise<Uint8Array | undefined> {
    const { rows } = await this.database.executeSql(`SELECT bytes FROM ${SCHEMA}.content WHERE hash = $1`, [
      hash,
    ]);
    return rows[0]?.['bytes'] as Uint8Array | undefined;
  }

  /** Returns how many trials are new. */
  async record(records: readonly LogRecord[]): Promise<number> {
    return await this.database.transaction((sql) => addRecords(sql, records));
  }

  async records(query: RecordsQuery) {
    return await recordsOf(this.database, query);
  }

  async status(): Promise<FarmStatus> {
    const counts = await this.queue.counts();
    const { rows } = await this.database.executeSql(
      `SELECT queue, skill FROM ${SCHEMA}.queue ORDER BY queue`,
    );
    const agents = await agentsOf(this.database);
    const queues = rows.map(({ queue, skill }) => ({
      queue: String(queue),
      skill: skill as Skill,
      ...(counts.get(String(queue)) ?? { waiting: 0, underWay: 0 }),
    }));
    const here = new Set(
      agents.filter(({ isHere }) => isHere).flatMap(({ workers }) => workers.map(skillKey)),
    );
    return {
      build: this.build,
      database: this.database.name,
      agents,
      queues: queues.filter((each) => each.waiting + each.underWay > 0 || here.has(skillKey(each))),
      winners: await winnersOf(this.database),
      occurrences: await occurrencesOf(this.database),
    };
  }

  /** For people: on the page, newest first. */
  async note(text: string): Promise<void> {
    await this.database.executeSql(`INSERT INTO ${SCHEMA}.occurrence (text) VALUES ($1)`, [text]);
  }

  async close(): Promise<void> {
    clearInterval(this.tidying);
    clearInterval(this.watching);
    this.taskBells.ringAll();
    this.resultBells.ringAll();
    await this.queue.close();
    await this.database.close();
  }

  private async resultsOf(ids: readonly string[]): Promise<Result[]> {
    const { rows } = await this.database.executeSql(
      `SELECT id, outcome FROM ${SCHEMA}.result WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    return rows.map(({ id, outcome }) => ({ id: String(id), outcome: String(outcome) }));
  }

  /** What is known of tasks in these queues, by id: a result, that all attempts were lost, or that they are there. */
  private async known(ids: readonly string[], queues: readonly string[]): Promise<Map<string, Result>> {
    const { rows } = await this.database.executeSql(
      `SELECT id, outcome, NULL AS state FROM ${SCHEMA}.result WHERE id = ANY($1::uuid[])
       UNION ALL SELECT id, NULL, state::text FROM ${JOBS_SCHEMA}.job
       WHERE name = ANY($2::text[]) AND id = ANY($1::uuid[]) AND state <> 'completed'`,
      // Without the queues, all that waits in them would be read.
      [ids, queues],
    );
    const known = new Map<string, Result>();
    for (const { id, outcome, state } of rows) {
      const result = outcome === null ? undefined : String(outcome);
      const failure = state === 'failed' ? 'every agent that had it was lost' : undefined;
      const before = known.get(String(id));
      if (before?.outcome === undefined)
        known.set(String(id), {
          id: String(id),
          ...(result === undefined ? {} : { outcome: result }),
          ...(failure ? { failure } : {}),
        });
    }
    return known;
  }

  /** Whether another worker takes from the same queue. */
  private async hasOthers(agent: string, queue: string): Promise<boolean> {
    const { rows } = await this.database.executeSql(`SELECT skill FROM ${SCHEMA}.queue WHERE queue = $1`, [
      queue,
    ]);
    if (rows.length === 0) return false;
    const key = skillKey({ skill: rows[0]['skill'] as Skill });
    const agents = (await agentsOf(this.database)).filter(({ isHere }) => isHere);
    const workers = agents.flatMap((each) => each.workers.filter((worker) => skillKey(worker) === key));
    const own = agents.filter((each) => each.agent === agent).flatMap(({ workers: all }) => all);
    return workers.some((worker) => !own.includes(worker)) || workers.length > 1;
  }

  private async machineOf(agent: string): Promise<string> {
    const { rows } = await this.database.executeSql(
      `SELECT facts->>'machine' AS machine FROM ${SCHEMA}.agent WHERE agent = $1`,
      [agent],
    );
    return String(rows[0]?.['machine'] ?? 'an unknown agent');
  }

  /** Notes who fell silent and who came back. */
  private async watch(): Promise<void> {
    for (const { agent, machine, isHere } of await agentsOf(this.database)) {
      if (isHere === !this.quiet.has(agent)) continue;
      if (isHere) this.quiet.delete(agent);
      else this.quiet.add(agent);
      await this.note(`${machine} ${isHere ? 'is back' : 'fell silent: its tasks are handed out again'}`);
    }
  }

  private async tidy(): Promise<void> {
    const old = `now() - interval '${KEPT_DAYS} days'`;
    await this.database.executeSql(`DELETE FROM ${SCHEMA}.result WHERE at < ${old}`);
    await this.database.executeSql(`DELETE FROM ${SCHEMA}.content WHERE used < ${old}`);
    await this.database.executeSql(`DELETE FROM ${SCHEMA}.agent WHERE heard < ${old}`);
    await this.database.executeSql(`DELETE FROM ${SCHEMA}.occurrence WHERE at < ${old}`);
  }
}

const skillKey = ({ skill }: { readonly skill: Skill }): string =>
  skill.kind === 'model' ? 'model' : JSON.stringify([skill.device, skill.driver]);

function workersOf({ workers }: AgentFacts): string {
  return workers
    .map(({ skill, slots }) => (skill.kind === 'gpu' ? skill.device : `${slots} processors`))
    .join(', ');
}
