// A farm for tests: its hub in a Node 22, on PGlite or on a PostgreSQL of its own, and agents whose GPUs are pretended.

import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { NODE22, OWN_DISKS, POSTGRES } from '../devices.ts';
import { onSmallDisk, SmallDisk } from './small-disk.ts';

const root = path.join(import.meta.dirname, '../..');
const COMMAND = path.join(root, 'dist/kernelcast.js');
/** A database that was made once: making one takes seconds. */
const TEMPLATE = path.join(root, '.cache/farm-database');
const NOBODY = 65534;

export interface Running {
  readonly child: ChildProcess;
  /** What it has said so far. */
  said(): string;
  /** Waits until it has said something like that, after so many letters. */
  says(what: RegExp, after?: number): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
}

function run(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; uid?: number } = {},
): Running {
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { ...process.env, ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let text = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      text += data;
      for (const hear of heard) hear();
    });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return {
    child,
    ended,
    said: () => text,
    says: (what, after = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = what.exec(text.slice(after));
          if (!found) return;
          heard.delete(look);
          resolve(found);
        };
        heard.add(look);
        void ended.then((code) => reject(new Error(`ended with ${code} before it said ${what}:\n${text}`)));
        look();
      }),
  };
}

/** A port that was free a moment ago, so that a hub can come back to it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function startHub(
  database: readonly string[],
  port: number,
  more: readonly string[] = [],
): Promise<Running> {
  const hub = run(NODE22!, hubArgs(database, port, more));
  await hub.says(/^https?:\/\/\S+$/m);
  return hub;
}

const hubArgs = (database: readonly string[], port: number, more: readonly string[] = []) => [
  COMMAND,
  ...['farm', 'start', '--port', String(port), ...database, ...more],
];

/** A hub whose embedded database lies on a small disk. */
export async function startHubOnSmallDisk(folder: string, port: number): Promise<[Running, SmallDisk]> {
  await embeddedTemplate(folder);
  const disk = mkdtempSync(path.join(folder, 'disk-'));
  const text = `cp -r "$1" "$0/database" && shift && exec "$@";`;
  const [program, ...args] = onSmallDisk(disk, text, [TEMPLATE, NODE22!, ...hubArgs(['--data', disk], port)]);
  const hub = run(program, args);
  await hub.says(/^https?:\/\/\S+$/m);
  return [hub, new SmallDisk(disk, hub.child.pid!)];
}

/** A program with a copy of the embedded database in its folder, on a small disk. */
export async function runOnSmallDisk(program: string, folder: string): Promise<Running> {
  await embeddedTemplate(folder);
  const disk = mkdtempSync(path.join(folder, 'disk-'));
  const text = `cp -r "$1" "$0/database" && exec "$2" "$3" "$0";`;
  const [first, ...args] = onSmallDisk(disk, text, [TEMPLATE, process.execPath, program]);
  return run(first, args);
}

/** A folder with a fresh embedded database. */
export async function embeddedDatabase(folder: string): Promise<string[]> {
  await embeddedTemplate(folder);
  const data = mkdtempSync(path.join(folder, 'data-'));
  cpSync(TEMPLATE, path.join(data, 'database'), { recursive: true });
  return ['--data', data];
}

async function embeddedTemplate(folder: string): Promise<void> {
  if (existsSync(TEMPLATE)) return;
  const made = mkdtempSync(path.join(folder, 'template-'));
  const hub = await startHub(['--data', made], 0);
  hub.child.kill('SIGTERM');
  await hub.ended;
  mkdirSync(path.dirname(TEMPLATE), { recursive: true });
  cpSync(path.join(made, 'database'), TEMPLATE, { recursive: true });
}

/** A database once, and a server that is begun again for each line that comes in, after one that has ended. */
const SERVER = `"$1/initdb" -D "$2" -U owner --auth=trust --no-sync -E UTF8 >/dev/null &&
  while "$1/postgres" -D "$2" -p "$3" -k "$4" -c listen_addresses=127.0.0.1 -c fsync=off; echo ended; read again; do :; done`;

/** A PostgreSQL of Debian's on loopback, on a small disk where there can be one. It refuses to be root. */
export class Postgres {
  readonly url: string;
  private readonly folder: string;
  private readonly shell: Running;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.url = `postgres://owner@127.0.0.1:${port}/postgres`;
    const args = [POSTGRES!, path.join(folder, 'data'), String(port), folder];
    if (OWN_DISKS) {
      const user = `exec unshare --user --map-user=${NOBODY} --map-group=${NOBODY} sh -c "$5" sh "$@";`;
      const [program, ...rest] = onSmallDisk(folder, user, [...args, SERVER]);
      this.shell = run(program, rest);
    } else {
      const uid = process.getuid?.() === 0 ? NOBODY : undefined;
      if (uid !== undefined) chownSync(folder, uid, uid);
      this.shell = run('sh', ['-c', SERVER, 'sh', ...args], uid === undefined ? {} : { uid });
    }
  }

  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-postgres-'));
    chmodSync(folder, 0o755);
    const postgres = new Postgres(folder, await freePort());
    await postgres.shell.says(/ready to accept connections/);
    return postgres;
  }

  get disk(): SmallDisk {
    return new SmallDisk(this.folder, this.shell.child.pid!);
  }

  /** As a machine that restarts does it: without asking. */
  async stop(): Promise<void> {
    const before = this.shell.said().length;
    const [pid] = readFileSync(
      path.join(`/proc/${this.shell.child.pid}/root`, this.folder, 'data/postmaster.pid'),
      'utf8',
    ).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await this.shell.says(/^ended$/m, before);
  }

  async begin(): Promise<void> {
    const before = this.shell.said().length;
    this.shell.child.stdin!.write('again\n');
    await this.shell.says(/ready to accept connections/, before);
  }

  /** Waits until it does; where it found no room to recover, it has ended itself, and is begun again. */
  async answers(): Promise<void> {
    const { default: pg } = await import('pg');
    for (;;) {
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2000 });
      client.on('error', () => {});
      try {
        await client.connect();
        return;
      } catch {
        const said = this.shell.said();
        const hasEnded = said.lastIndexOf('\nended\n') > said.lastIndexOf('ready to accept connections');
        if (hasEnded) await this.begin();
        else await new Promise((resolve) => setTimeout(resolve, 200));
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    this.shell.child.stdin!.end();
    await this.shell.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A program of tests, bundled. */
export async function bundle(name: string): Promise<string> {
  const program = path.join(root, '.cache/farm-programs', `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`test/farm/${name}.ts`],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['webgpu', 'pg', '@electric-sql/pglite'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return program;
}

/** @param env of the pretended GPU */
export function startAgent(
  program: string,
  port: number,
  name: string,
  env: NodeJS.ProcessEnv = {},
): Running {
  const token = env['FARM_TOKEN'] === undefined ? '' : `${env['FARM_TOKEN']}@`;
  return run(process.execPath, [program, `http://${token}127.0.0.1:${port}`, name], { env });
}

/** The command under this Node. */
export function command(args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  return run(process.execPath, [COMMAND, ...args], { env });
}

/** A cable that can be cut. */
export class Cable {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isCut = false;

  private constructor(to: number) {
    this.server = createServer((near) => {
      if (this.isCut) return near.destroy();
      const far = connect(to, '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const each of [near, far]) {
        this.sockets.add(each);
        each.on('error', () => each.destroy());
        each.on('close', () => this.sockets.delete(each));
      }
    });
  }

  static async to(port: number): Promise<Cable & { port: number }> {
    const cable = new Cable(port);
    await new Promise<void>((resolve) => cable.server.listen(0, '127.0.0.1', resolve));
    return Object.assign(cable, { port: (cable.server.address() as { port: number }).port });
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }
}
