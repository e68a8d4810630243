// What goes wrong on a farm, for real: processes are killed, stopped and continued, cables cut, servers restarted, disks
// filled. Nothing measured is lost, nothing counts twice, and nobody waits longer than half a minute for the dead.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FarmClient } from '../../src/farm/client.ts';
import { describeWithFarm, describeWithPostgres, OWN_DISKS } from '../devices.ts';
import {
  bundle,
  Cable,
  embeddedDatabase,
  freePort,
  Postgres,
  type Running,
  runOnSmallDisk,
  startHub,
  startHubOnSmallDisk,
} from './farm-processes.ts';
import type { SmallDisk } from './small-disk.ts';
import { MEASURED, TestFarm, type TestGpus, variant } from './test-farm.ts';

/** Nobody waits longer for the dead. */
const LONGEST_WAIT_MS = 30_000;
const LIMIT_MS = 90_000;
/** A result so long that no database finds room for it in the files that it has. */
const MANY_SAMPLES = 2000;
const FILLING_MS = 20;
const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-farm-'));
let program: Promise<string> | undefined;
const agentProgram = () => (program ??= bundle('agent-program'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What one of two agents leaves behind, on any database. */
function deathsOf(farm: () => TestFarm): void {
  it(
    'hands out what an agent had that was killed in a trial',
    async () => {
      await farm().with('hunted', async (gpus) => {
        const victim = await gpus.agent('victim');
        const far = await gpus.tuner();
        const asked = far.measure(variant('hunted', 'slow 700'));
        await victim.says(/begins hunted/);
        victim.child.kill('SIGKILL');
        const startMs = Date.now();
        const heir = await gpus.agent('heir');
        expect(await asked).toMatchObject(MEASURED);
        expect(Date.now() - startMs).toBeLessThan(LONGEST_WAIT_MS);
        await heir.says(/begins hunted/);
      });
    },
    LIMIT_MS,
  );

  it(
    'counts one result of two, where an agent was stopped and continued',
    async () => {
      await farm().with('twice', async (gpus) => {
        const sleeper = await gpus.agent('sleeper');
        const far = await gpus.tuner();
        const asked = far.measure(variant('twice', 'slow 900'));
        await sleeper.says(/begins twice/);
        sleeper.child.kill('SIGSTOP');
        const other = await gpus.agent('other');
        expect(await asked).toMatchObject(MEASURED);
        await other.says(/begins twice/);
        const before = await gpus.results();
        sleeper.child.kill('SIGCONT');
        await gpus.until((agents) => agents.every(({ isHere }) => isHere));
        // It still works for the farm, and what it delivered late did not count.
        expect(await far.measure(variant('after', 'ok'))).toMatchObject(MEASURED);
        expect(await gpus.results()).toBe(before + 1);
      });
    },
    LIMIT_MS,
  );
}

/** A trial asked for while something is not there. */
async function survives(
  gpus: TestGpus,
  name: string,
  fault: (agent: Running, asked: Promise<unknown>) => Promise<void>,
): Promise<void> {
  const agent = await gpus.agent(name);
  const far = await gpus.tuner();
  const first = await far.measure(variant('kept', 'ok 1234'));

  const asked = far.measure(variant('meanwhile', 'slow 800', MANY_SAMPLES));
  await agent.says(/begins meanwhile/);
  await fault(agent, asked);
  expect(await asked).toMatchObject(MEASURED);
  expect(await far.measure(variant('next', 'ok'))).toMatchObject(MEASURED);
  // Known already: nobody measures it again.
  expect(await far.measure(variant('kept', 'ok 1234'))).toEqual(first);
  expect(agent.said().match(/begins kept/g)).toHaveLength(1);
  // With the base.
  expect(await gpus.results()).toBe(4);
}

/**
 * Keeps a disk full until an agent has delivered in vain, so that both of its ends know, or found room all the same: a
 * database removes files of its own at times.
 */
async function whileFull(disk: SmallDisk, agent: Running, asked: Promise<unknown>): Promise<void> {
  const filling = setInterval(() => disk.fill(), FILLING_MS);
  try {
    await Promise.race([agent.says(/away: /), asked]);
  } finally {
    clearInterval(filling);
    disk.free();
  }
}

/** A farm that tests share, on the database that `begin` makes. */
function describeFarm(
  describeWith: typeof describeWithFarm,
  title: string,
  begin: () => Promise<readonly string[]>,
  tests: (farm: () => TestFarm) => void,
  end: () => Promise<void> = async () => {},
): void {
  describeWith(title, () => {
    let farm: TestFarm;
    beforeAll(async () => {
      farm = await TestFarm.start(await begin(), await agentProgram());
    });
    afterAll(async () => {
      await farm.killHub();
      await end();
    });
    tests(() => farm);
  });
}

describe.concurrent('what goes wrong', () => {
  describeFarm(
    describeWithFarm,
    'on PGlite',
    () => embeddedDatabase(folder),
    (farm) => {
      deathsOf(farm);

      it(
        'waits for a network that was cut, on both of its ends',
        async () => {
          await farm().with('far away', async (gpus) => {
            const cable = await Cable.to(farm().port);
            try {
              const agent = await gpus.agent('far away', {}, cable.port);
              const far = await gpus.tuner(cable.port);
              const asked = far.measure(variant('cut', 'slow 600'));
              await agent.says(/begins cut/);
              cable.cut();
              await agent.says(/away: /);
              cable.mend();
              expect(await asked).toMatchObject(MEASURED);
              expect(await gpus.results()).toBe(2);
            } finally {
              cable.close();
            }
          });
        },
        LIMIT_MS,
      );

      it(
        'repeats elsewhere what was measured at a falling clock',
        async () => {
          await farm().with('warm', async (gpus) => {
            const hot = await gpus.agent('hot', { FAKE_GPU_CLOCK: 'low' });
            const far = await gpus.tuner();
            const cool = await gpus.agent('cool');
            for (let i = 0; i < 8; i++) await far.measure(variant(`k${i}`, 'ok'));
            const { occurrences } = await farm().status();
            const repeated = occurrences.filter(({ text }) => text.includes('falling clock'));
            expect(repeated.length).toBeGreaterThan(0);
            // Each counts once, and those that were repeated count where the clock holds.
            expect(await gpus.results()).toBe(9);
            const begun = (agent: Running) => (agent.said().match(/begins k/g) ?? []).length;
            expect(begun(hot) + begun(cool)).toBe(8 + repeated.length);
          });
        },
        LIMIT_MS,
      );

      it(
        'gives a GPU that was lost another chance, and blames the kernel that does it again',
        async () => {
          await farm().with('fragile', async (gpus) => {
            await gpus.agent('fragile');
            const far = await gpus.tuner();
            expect(await far.measure(variant('killer', 'lost'))).toMatchObject({
              kind: 'failed',
              reason: 'lost',
            });
            expect(await far.measure(variant('fine', 'ok'))).toMatchObject(MEASURED);
          });
        },
        LIMIT_MS,
      );

      it('refuses another version, with the reason', async () => {
        const url = `http://127.0.0.1:${farm().port}`;
        const other = new FarmClient({ url, build: '0.0.9+old', patienceMs: 0 });
        await expect(other.call('status', {})).rejects.toThrow(
          /runs kernelcast .* and you have 0\.0\.9\+old: results of two versions are not mixed/,
        );
      });

      it(
        'has its folder for itself',
        async () => {
          await expect(startHub(farm().database, 0)).rejects.toThrow(
            /is in use by another kernelcast farm start/,
          );
        },
        LIMIT_MS,
      );

      it(
        'goes on when its hub was killed, with all that was measured',
        async () => {
          const farm = await TestFarm.start(await embeddedDatabase(folder), await agentProgram());
          try {
            await farm.with('orphan', (gpus) =>
              survives(gpus, 'orphan', async () => {
                await farm.killHub();
                await farm.startHub();
              }),
            );
          } finally {
            await farm.killHub();
          }
        },
        LIMIT_MS,
      );

      it.skipIf(!OWN_DISKS)(
        'waits for room on a full disk',
        async () => {
          const port = await freePort();
          const farm = new TestFarm([], port, await agentProgram());
          const [hub, disk] = await startHubOnSmallDisk(folder, port);
          farm.hub = hub;
          try {
            await farm.with('cramped', (gpus) =>
              survives(gpus, 'cramped', (agent, asked) => whileFull(disk, agent, asked)),
            );
          } finally {
            await farm.killHub();
          }
        },
        LIMIT_MS,
      );

      it.skipIf(!OWN_DISKS)(
        'opens the embedded database anew that a full disk has ended',
        async () => {
          const ran = await runOnSmallDisk(await bundle('full-disk-program'), folder);
          expect(await ran.ended, ran.said()).toBe(0);
          const lines = ran.said().trim().split('\n');
          expect(lines).toEqual([
            'disk: ENOSPC',
            expect.stringMatching(/^log: .*No space left on device/),
            expect.stringMatching(/^full: the database in .* does not open .*; is its disk full\?/),
            'freed: fine',
            'transaction: fine',
            'kept: 1 3 4',
          ]);
        },
        LIMIT_MS,
      );
    },
  );

  let postgres: Postgres;
  const begin = async () => {
    postgres = await Postgres.start();
    return ['--postgres', postgres.url];
  };
  describeFarm(
    describeWithPostgres,
    'on PostgreSQL',
    begin,
    (farm) => {
      deathsOf(farm);

      it('works with the rights to rows alone', async () => {
        const { default: pg } = await import('pg');
        const as = async (role: string, sql: string) => {
          const client = new pg.Client({ connectionString: postgres.url, options: `-c role=${role}` });
          await client.connect();
          try {
            return await client.query(sql);
          } finally {
            await client.end();
          }
        };
        for (const sql of [
          'CREATE TABLE kernelcast.mine ()',
          'DROP TABLE kernelcast.trial',
          'CREATE ROLE other',
          'CREATE SCHEMA mine',
          "SELECT pg_read_file('postgresql.conf')",
        ])
          await expect(as('kernelcast_farm', sql), sql).rejects.toThrow(/permission denied|must be owner/);
        await as('kernelcast_farm_reader', 'SELECT * FROM kernelcast.trial');
        for (const sql of ['DELETE FROM kernelcast.trial', 'SELECT * FROM kernelcast.content'])
          await expect(as('kernelcast_farm_reader', sql), sql).rejects.toThrow(/permission denied/);
      });

      it.sequential(
        'goes on when the database was restarted and the hub killed in the middle of a trial',
        async () => {
          await farm().with('patient', (gpus) =>
            survives(gpus, 'patient', async () => {
              await postgres.stop();
              await postgres.begin();
              await farm().killHub();
              await farm().startHub();
            }),
          );
        },
        LIMIT_MS,
      );

      it.sequential('waits for room on a full disk', { skip: !OWN_DISKS, timeout: LIMIT_MS }, async () => {
        await farm().with('cramped', (gpus) =>
          survives(gpus, 'cramped', async (agent, asked) => {
            await whileFull(postgres.disk, agent, asked);
            await postgres.answers();
          }),
        );
      });
    },
    () => postgres.remove(),
  );
});
