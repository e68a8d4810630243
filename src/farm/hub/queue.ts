// The queues of the farm: pg-boss with the settings of all of them. It hands tasks out, takes them back from agents that
// fall silent, and knows which attempt of a task somebody holds.

import type { Db as IDatabase, PgBoss } from 'pg-boss';
import type { Assignment, Held } from '../protocol.ts';
import type { Database } from './database.ts';
import { JOBS_SCHEMA } from './migrations.ts';
import { loaded } from './packages.ts';

/** The shortest that pg-boss has. */
const SILENCE_SECONDS = 10;
/** How often it is looked for silent agents: with the silence, 12 seconds until a task is handed out again. */
const LOOK_SECONDS = 2;
/** Lost so often, a task is to blame. */
const MOST_ATTEMPTS = 20;
const LONGEST_SECONDS = 3600;
/** Results are kept elsewhere. */
const KEPT_SECONDS = 600;

interface TaskData {
  readonly task: string;
}

export class TaskQueue {
  private readonly boss: PgBoss;
  private readonly known = new Set<string>();

  private constructor(boss: PgBoss) {
    this.boss = boss;
  }

  /** Makes its tables, or brings them to its version. */
  static async install(database: Database): Promise<void> {
    const boss = await bossOf(database, { migrate: true, supervise: false });
    await boss.start();
    await boss.stop({ graceful: false });
  }

  static async open(database: Database, onProblem: (error: Error) => void): Promise<TaskQueue> {
    const boss = await bossOf(database, { migrate: false, supervise: true });
    boss.on('error', onProblem);
    await boss.start();
    return new TaskQueue(boss);
  }

  /** Of all that were used since it was opened. */
  get names(): string[] {
    return [...this.known];
  }

  async make(queue: string): Promise<void> {
    if (this.known.has(queue)) return;
    await this.boss.createQueue(queue, {
      retryLimit: MOST_ATTEMPTS,
      retryDelay: 0,
      heartbeatSeconds: SILENCE_SECONDS,
      expireInSeconds: LONGEST_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
    });
    this.known.add(queue);
  }

  /** Those whose ids are there already are left as they are. */
  async add(queue: string, tasks: readonly { readonly id: string; readonly task: string }[]): Promise<void> {
    await this.make(queue);
    const jobs = tasks.map(({ id, task }) => ({ id, data: { task } satisfies TaskData }));
    await this.boss.insert(queue, jobs);
  }

  /** The oldest that wait, now with whoever asks. */
  async take(queue: string, count: number): Promise<Assignment[]> {
    await this.make(queue);
    const jobs = await this.boss.fetch<TaskData>(queue, { batchSize: count });
    return jobs.map(({ id, data, retryCount }) => ({ queue, id, attempt: retryCount, task: data.task }));
  }

  /** They are being worked on. */
  async touch(held: readonly Held[]): Promise<void> {
    for (const [queue, own] of byQueue(held)) await this.boss.touch(queue, own.map(attemptOf));
  }

  /** They are done, whoever did them and whoever holds them now. */
  async complete(held: readonly Held[]): Promise<void> {
    for (const [queue, own] of byQueue(held)) {
      const ids = own.map(({ id }) => id);
      await this.boss.complete(queue, ids, null, { includeQueued: true });
    }
  }

  /** They are handed out again, to whoever asks first. */
  async giveBack(held: readonly Held[], reason: string): Promise<void> {
    for (const [queue, own] of byQueue(held))
      await this.boss.fail(queue, own.map(attemptOf), { message: reason });
  }

  /** Nobody needs them any more. */
  async cancel(queue: string, ids: readonly string[]): Promise<void> {
    await this.boss.deleteJob(queue, [...ids]);
  }

  async counts(): Promise<Map<string, { waiting: number; underWay: number }>> {
    const queues = await this.boss.getQueues();
    return new Map(
      queues.map(({ name, readyCount, activeCount }) => [
        name,
        { waiting: readyCount, underWay: activeCount },
      ]),
    );
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

async function bossOf(
  database: Database,
  about: { readonly migrate: boolean; readonly supervise: boolean },
): Promise<PgBoss> {
  const { PgBoss } = await loaded('pg-boss', () => import('pg-boss'));
  return new PgBoss({
    // A task that is lost is submitted again, one that was begun or done without a note of it is noticed by the hub.
    db: database.relaxed as IDatabase,
    backend: database.backend,
    schema: JOBS_SCHEMA,
    createSchema: about.migrate,
    schedule: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    maintenanceIntervalSeconds: 60,
    // Its rights do not reach to that.
    reindex: false,
    monitorVacuum: false,
    ...about,
  });
}

const attemptOf = ({ id, attempt }: Held) => ({ id, retryCount: attempt });

function byQueue(held: readonly Held[]): Map<string, Held[]> {
  const queues = new Map<string, Held[]>();
  for (const each of held) queues.set(each.queue, [...(queues.get(each.queue) ?? []), each]);
  return queues;
}
