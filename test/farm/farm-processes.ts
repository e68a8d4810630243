// A farm for tests: its hub in a Node 22, on PGlite or on a PostgreSQL of its own, and agents whose GPUs are pretended.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { NODE22, POSTGRES } from '../devices.ts';

const root = path.join(import.meta.dirname, '../..');
const COMMAND = path.join(root, 'dist/kernelcast.js');
/** A database that was made once: making one takes seconds. */
const TEMPLATE = path.join(root, '.cache/farm-database');
const NOBODY = 65534;

export interface Running {
  readonly child: ChildProcess;
  /** What it has said so far. */
  said(): string;
  /** Waits until it has said something like that. */
  says(what: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
}

function run(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; uid?: number } = {},
): Running {
  const child = spawn(program, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
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
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = what.exec(text);
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
  const hub = run(NODE22!, [COMMAND, 'farm', 'start', '--port', String(port), ...database, ...more]);
  await hub.says(/^https?:\/\/\S+$/m);
  return hub;
}

/** A folder with a fresh embedded database. */
export async function embeddedDatabase(folder: string): Promise<string[]> {
  if (!existsSync(TEMPLATE)) {
    const made = mkdtempSync(path.join(folder, 'template-'));
    const hub = await startHub(['--data', made], 0);
    hub.child.kill('SIGTERM');
    await hub.ended;
    mkdirSync(path.dirname(TEMPLATE), { recursive: true });
    cpSync(path.join(made, 'database'), TEMPLATE, { recursive: true });
  }
  const data = mkdtempSync(path.join(folder, 'data-'));
  cpSync(TEMPLATE, path.join(data, 'database'), { recursive: true });
  return ['--data', data];
}

/** A PostgreSQL of Debian's on loopback; it refuses to be root. */
export class Postgres {
  readonly url: string;
  private readonly folder: string;
  private readonly port: number;
  private server: Running | undefined;
  private readonly uid = process.getuid?.() === 0 ? NOBODY : undefined;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.url = `postgres://owner@127.0.0.1:${port}/postgres`;
  }

  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-postgres-'));
    const postgres = new Postgres(folder, await freePort());
    const { uid } = postgres;
    chmodSync(folder, 0o755);
    if (uid !== undefined) chownSync(folder, uid, uid);
    const made = ['-D', path.join(folder, 'data'), '-U', 'owner', '--auth=trust', '--no-sync', '-E', 'UTF8'];
    execFileSync(path.join(POSTGRES!, 'initdb'), made, {
      cwd: folder,
      stdio: 'ignore',
      ...(uid ? { uid, gid: uid } : {}),
    });
    await postgres.begin();
    return postgres;
  }

  async begin(): Promise<void> {
    const about = ['-D', path.join(this.folder, 'data'), '-p', String(this.port), '-k', this.folder];
    const further = ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
    this.server = run(
      path.join(POSTGRES!, 'postgres'),
      [...about, ...further],
      this.uid ? { uid: this.uid } : {},
    );
    await this.server.says(/ready to accept connections/);
  }

  /** As a machine that restarts does it: without asking. */
  async stop(): Promise<void> {
    this.server?.child.kill('SIGQUIT');
    await this.server?.ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The program of agents with pretended GPUs, bundled. */
export async function bundleAgent(folder: string): Promise<string> {
  const program = path.join(folder, 'agent.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/farm/agent-program.ts'],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['webgpu'],
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
  return run(process.execPath, [program, `http://127.0.0.1:${port}`, name], { env });
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
