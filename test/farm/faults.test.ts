// What goes wrong on a farm, for real: processes are killed, stopped and continued, cables cut, servers restarted. Nothing
// measured is lost, nothing counts twice, and nobody waits longer than half a minute for the dead.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FarmClient } from '../../src/farm/client.ts';
import { devicesOf, FarVariants } from '../../src/farm/far/far-gpus.ts';
import { buildIdentity } from '../../src/farm/identity.ts';
import type { FarmStatus } from '../../src/farm/protocol.ts';
import type { VariantRequest } from '../../src/hardware/variants.ts';
import { describeWithFarm, describeWithPostgres } from '../devices.ts';
import {
  bundleAgent,
  Cable,
  embeddedDatabase,
  freePort,
  Postgres,
  type Running,
  startAgent,
  startHub,
} from './farm-processes.ts';

const build = buildIdentity();
/** Whoever is hit in a trial has not delivered it yet, however busy the machine is. */
const SLOWLY = { FAKE_GPU_SLOW_MS: '3000' };
/** Nobody waits longer for the dead. */
const LONGEST_WAIT_MS = 30_000;
let folder = '';
let program = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-farm-'));
  program = await bundleAgent(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One hub with its agents; all of it ends with the test. */
class TestFarm {
  readonly running: Running[] = [];
  readonly far: FarVariants[] = [];
  readonly database: readonly string[];
  readonly port: number;
  hub!: Running;

  private constructor(database: readonly string[], port: number) {
    this.database = database;
    this.port = port;
  }

  static async start(database?: readonly string[]): Promise<TestFarm> {
    const farm = new TestFarm(database ?? (await embeddedDatabase(folder)), await freePort());
    await farm.startHub();
    return farm;
  }

  async startHub(): Promise<void> {
    this.hub = await startHub(this.database, this.port);
    this.running.push(this.hub);
  }

  async agent(name: string, env: NodeJS.ProcessEnv = {}, port = this.port): Promise<Running> {
    const fake = path.join(import.meta.dirname, '../hardware/fake-gpu-process.mjs');
    const agent = startAgent(program, port, name, { FARM_BUILD: build, FAKE_GPU: fake, ...SLOWLY, ...env });
    this.running.push(agent);
    await agent.says(/ready/);
    await this.until(({ agents }) => agents.some(({ machine, isHere }) => machine === name && isHere));
    return agent;
  }

  client(port = this.port): FarmClient {
    return new FarmClient({ url: `http://127.0.0.1:${port}`, build, patienceMs: 120_000 });
  }

  status(): Promise<FarmStatus> {
    return this.client().call('status', {});
  }

  async until(isSo: (status: FarmStatus) => boolean): Promise<FarmStatus> {
    for (;;) {
      const status = await this.status();
      if (isSo(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** A tuner's view of all the GPUs, with its base measured. */
  async tuner(port = this.port): Promise<FarVariants> {
    const client = this.client(port);
    const [device] = devicesOf(await client.call('status', {}));
    const far = new FarVariants(client, device, { files: () => new Uint8Array() });
    this.far.push(far);
    expect(await far.setReference(variant('base', 'ok'))).toMatchObject({ kind: 'measured' });
    return far;
  }

  async end(): Promise<void> {
    for (const far of this.far) far.close();
    for (const { child } of this.running) child.kill('SIGKILL');
    await Promise.all(this.running.map(({ ended }) => ended));
  }
}

/** @param plan what becomes of it, as the pretended GPU reads it */
function variant(name: string, plan: string): VariantRequest {
  return {
    code: `${name} // ${plan}`,
    entryPoint: name,
    constants: {},
    dispatch: [1, 1, 1],
    bindings: [],
    samples: 5,
    limitNs: Number.POSITIVE_INFINITY,
  };
}

async function withFarm(
  work: (farm: TestFarm) => Promise<void>,
  database?: readonly string[],
): Promise<void> {
  const farm = await TestFarm.start(database);
  try {
    await work(farm);
  } finally {
    await farm.end();
  }
}

const resultsOf = ({ agents }: FarmStatus): number => agents.reduce((all, { done }) => all + done, 0);

describeWithFarm('a farm', () => {
  it.concurrent('hands out what an agent had that was killed in a trial', async () => {
    await withFarm(async (farm) => {
      const victim = await farm.agent('victim');
      const far = await farm.tuner();
      const asked = far.measure(variant('hunted', 'slow 700'));
      await victim.says(/begins hunted/);
      victim.child.kill('SIGKILL');
      const startMs = Date.now();
      const heir = await farm.agent('heir');
      expect(await asked).toMatchObject({ kind: 'measured' });
      expect(Date.now() - startMs).toBeLessThan(LONGEST_WAIT_MS);
      await heir.says(/begins hunted/);
    });
  }, 90_000);

  it.concurrent('counts one result of two, where an agent was stopped and continued', async () => {
    await withFarm(async (farm) => {
      const sleeper = await farm.agent('sleeper');
      const far = await farm.tuner();
      const asked = far.measure(variant('twice', 'slow 900'));
      await sleeper.says(/begins twice/);
      sleeper.child.kill('SIGSTOP');
      const other = await farm.agent('other');
      expect(await asked).toMatchObject({ kind: 'measured' });
      await other.says(/begins twice/);
      const before = resultsOf(await farm.status());
      sleeper.child.kill('SIGCONT');
      await farm.until(({ agents }) => agents.every(({ isHere }) => isHere));
      // It still works for the farm, and what it delivered late did not count.
      expect(await far.measure(variant('after', 'ok'))).toMatchObject({ kind: 'measured' });
      expect(resultsOf(await farm.status())).toBe(before + 1);
    });
  }, 90_000);

  it.concurrent('goes on when its start process was killed, with all that was measured', async () => {
    await withFarm(async (farm) => {
      const agent = await farm.agent('only');
      const far = await farm.tuner();
      const first = await far.measure(variant('kept', 'ok 1234'));
      const asked = far.measure(variant('meanwhile', 'slow 800'));
      await agent.says(/begins meanwhile/);
      farm.hub.child.kill('SIGKILL');
      await farm.hub.ended;
      await farm.startHub();
      expect(await asked).toMatchObject({ kind: 'measured' });
      // Known already: nobody measures it again.
      expect(await far.measure(variant('kept', 'ok 1234'))).toEqual(first);
      expect(agent.said().match(/begins kept/g)).toHaveLength(1);
    });
  }, 90_000);

  it.concurrent('waits for a network that was cut, on both of its ends', async () => {
    await withFarm(async (farm) => {
      const cable = await Cable.to(farm.port);
      try {
        const agent = await farm.agent('far away', {}, cable.port);
        const far = await farm.tuner(cable.port);
        const asked = far.measure(variant('cut', 'slow 600'));
        await agent.says(/begins cut/);
        cable.cut();
        await agent.says(/away: /);
        cable.mend();
        expect(await asked).toMatchObject({ kind: 'measured' });
        expect(resultsOf(await farm.status())).toBe(2);
      } finally {
        cable.close();
      }
    });
  }, 90_000);

  it.concurrent('repeats elsewhere what was measured at a falling clock', async () => {
    await withFarm(async (farm) => {
      const hot = await farm.agent('hot', { FAKE_GPU_CLOCK: 'low' });
      const far = await farm.tuner();
      const cool = await farm.agent('cool');
      for (let i = 0; i < 8; i++) await far.measure(variant(`k${i}`, 'ok'));
      const status = await farm.status();
      const repeated = status.occurrences.filter(({ text }) => text.includes('falling clock'));
      expect(repeated.length).toBeGreaterThan(0);
      // Each counts once, and those that were repeated count where the clock holds.
      expect(resultsOf(status)).toBe(9);
      const begun = (agent: Running) => (agent.said().match(/begins k/g) ?? []).length;
      expect(begun(hot) + begun(cool)).toBe(8 + repeated.length);
    });
  }, 90_000);

  it.concurrent('gives a GPU that was lost another chance, and blames the kernel that does it again', async () => {
    await withFarm(async (farm) => {
      await farm.agent('fragile');
      const far = await farm.tuner();
      expect(await far.measure(variant('killer', 'lost'))).toMatchObject({ kind: 'failed', reason: 'lost' });
      expect(await far.measure(variant('fine', 'ok'))).toMatchObject({ kind: 'measured' });
    });
  }, 90_000);

  it.concurrent('refuses another version, with the reason', async () => {
    await withFarm(async (farm) => {
      const other = new FarmClient({
        url: `http://127.0.0.1:${farm.port}`,
        build: '0.0.9+old',
        patienceMs: 0,
      });
      await expect(other.call('status', {})).rejects.toThrow(
        /runs kernelcast .* and you have 0\.0\.9\+old: results of two versions are not mixed/,
      );
    });
  }, 90_000);

  it.concurrent('has its folder for itself', async () => {
    await withFarm(async (farm) => {
      await expect(startHub(farm.database, 0)).rejects.toThrow(/is in use by another kernelcast farm start/);
    });
  }, 90_000);
});

describeWithPostgres('a farm on PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
  });
  afterAll(() => postgres.remove());

  it('goes on when the database was restarted in the middle of a trial', async () => {
    await withFarm(
      async (farm) => {
        const agent = await farm.agent('patient');
        const far = await farm.tuner();
        const asked = far.measure(variant('unsettled', 'slow 500'));
        await agent.says(/begins unsettled/);
        await postgres.stop();
        await postgres.begin();
        expect(await asked).toMatchObject({ kind: 'measured' });
        expect(await far.measure(variant('next', 'ok'))).toMatchObject({ kind: 'measured' });
        expect(resultsOf(await farm.status())).toBe(3);
      },
      ['--postgres', postgres.url],
    );
  }, 90_000);

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
    ])
      await expect(as('kernelcast_farm', sql), sql).rejects.toThrow(/permission denied|must be owner/);
    await expect(as('kernelcast_farm', "SELECT pg_read_file('postgresql.conf')")).rejects.toThrow(
      /permission denied/,
    );
    await as('kernelcast_farm_reader', 'SELECT * FROM kernelcast.trial');
    await expect(as('kernelcast_farm_reader', 'DELETE FROM kernelcast.trial')).rejects.toThrow(
      /permission denied/,
    );
    await expect(as('kernelcast_farm_reader', 'SELECT * FROM kernelcast.content')).rejects.toThrow(
      /permission denied/,
    );
  });
});
