// A farm of tests: a hub, and for each test agents whose pretended GPUs have a name that no other test uses, so that many
// tests share the hub.

import path from 'node:path';
import { FarmClient } from '../../src/farm/client.ts';
import { devicesOf, FarVariants } from '../../src/farm/far/far-gpus.ts';
import { buildIdentity } from '../../src/farm/identity.ts';
import type { AgentStatus, FarmStatus } from '../../src/farm/protocol.ts';
import type { VariantOutcome, VariantRequest } from '../../src/hardware/variants.ts';
import { freePort, type Running, startAgent, startHub } from './farm-processes.ts';

const build = buildIdentity();
const FAKE_GPU = path.join(import.meta.dirname, '../hardware/fake-gpu-process.mjs');
/** Whoever is hit in a trial has not delivered it yet, however busy the machine is. */
const SLOW_MS = '3000';

export class TestFarm {
  readonly database: readonly string[];
  readonly port: number;
  /** Of agents. */
  readonly program: string;
  hub: Running | undefined;

  constructor(database: readonly string[], port: number, program: string) {
    this.database = database;
    this.port = port;
    this.program = program;
  }

  static async start(database: readonly string[], program: string): Promise<TestFarm> {
    const farm = new TestFarm(database, await freePort(), program);
    await farm.startHub();
    return farm;
  }

  async startHub(): Promise<void> {
    this.hub = await startHub(this.database, this.port);
  }

  async killHub(): Promise<void> {
    this.hub?.child.kill('SIGKILL');
    await this.hub?.ended;
  }

  client(port = this.port): FarmClient {
    return new FarmClient({ url: `http://127.0.0.1:${port}`, build, patienceMs: 120_000 });
  }

  status(): Promise<FarmStatus> {
    return this.client().call('status', {});
  }

  /** With GPUs of that name, which end with the work. */
  async with(device: string, work: (gpus: TestGpus) => Promise<void>): Promise<void> {
    const gpus = new TestGpus(this, device);
    try {
      await work(gpus);
    } finally {
      await gpus.end();
    }
  }
}

/** The GPUs of one name, with the agents that have them and the tuners that ask them. */
export class TestGpus {
  private readonly farm: TestFarm;
  private readonly device: string;
  private readonly running: Running[] = [];
  private readonly far: FarVariants[] = [];

  constructor(farm: TestFarm, device: string) {
    this.farm = farm;
    this.device = device;
  }

  /** @param env of its GPU */
  async agent(name: string, env: NodeJS.ProcessEnv = {}, port = this.farm.port): Promise<Running> {
    const agent = startAgent(this.farm.program, port, name, {
      FARM_BUILD: build,
      FAKE_GPU,
      FAKE_GPU_DEVICE: this.device,
      FAKE_GPU_SLOW_MS: SLOW_MS,
      ...env,
    });
    this.running.push(agent);
    await agent.says(/ready/);
    await this.until((agents) => agents.some(({ machine, isHere }) => machine === name && isHere));
    return agent;
  }

  /** A tuner's view of all of them, with its base measured. */
  async tuner(port = this.farm.port): Promise<FarVariants> {
    const client = this.farm.client(port);
    const device = devicesOf(await client.call('status', {})).find(
      ({ info }) => info.device === this.device,
    )!;
    const far = new FarVariants(client, device, { files: () => new Uint8Array() });
    this.far.push(far);
    const base = await far.setReference(variant('base', 'ok'));
    if (base.kind !== 'measured') throw new Error(`the base came to ${JSON.stringify(base)}`);
    return far;
  }

  /** Agents that have such a GPU. */
  async agents(): Promise<readonly AgentStatus[]> {
    const { agents } = await this.farm.status();
    return agents.filter(({ workers }) => workers.some(({ info }) => info?.device === this.device));
  }

  async until(isSo: (agents: readonly AgentStatus[]) => boolean): Promise<void> {
    while (!isSo(await this.agents())) await new Promise((resolve) => setTimeout(resolve, 200));
  }

  /** Results that count. */
  async results(): Promise<number> {
    return (await this.agents()).reduce((all, { done }) => all + done, 0);
  }

  async end(): Promise<void> {
    for (const far of this.far) far.close();
    for (const { child } of this.running) child.kill('SIGKILL');
    await Promise.all(this.running.map(({ ended }) => ended));
  }
}

/** @param plan what becomes of it, as the pretended GPU reads it */
export function variant(name: string, plan: string, samples = 5): VariantRequest {
  return {
    code: `${name} // ${plan}`,
    entryPoint: name,
    constants: {},
    dispatch: [1, 1, 1],
    bindings: [],
    samples,
    limitNs: Number.POSITIVE_INFINITY,
  };
}

export const MEASURED: Partial<VariantOutcome> = { kind: 'measured' };
