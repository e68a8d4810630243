// `kernelcast farm start`: holds the farm's database and its page, and hands out its tasks.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import type { Argv } from 'yargs';
import { EXIT } from './exit-codes.ts';
import { command, number, text } from './options.ts';
import { say } from './terminal.ts';
import { UsageError } from './usage-error.ts';

interface StartFlags {
  readonly postgres?: string;
  readonly data: string;
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
}

const THIS_MACHINE = ['127.0.0.1', 'localhost', '::1'];
const TOKEN_BYTES = 18;

function builder(yargs: Argv): Argv<unknown> {
  return yargs
    .option('postgres', text('Database on this PostgreSQL server; embedded in --data when left out'))
    .option('data', {
      ...text('Folder of the embedded database'),
      default: path.join(homedir(), '.kernelcast', 'farm'),
      defaultDescription: '~/.kernelcast/farm',
    })
    .option('host', { ...text('Where to listen; 0.0.0.0 for other machines'), default: THIS_MACHINE[0] })
    .option('port', { ...number('Port; 0 takes a free one'), default: 4180 })
    .option('token', text('What agents and askers have to show; made up when --host is for other machines'))
    .option('cert', text('Certificate chain (PEM) for https'))
    .option('key', text('Its private key (PEM)'));
}

/** Runs until it is ended. */
async function runStart(flags: StartFlags): Promise<number> {
  const { port, host, postgres, data } = flags;
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`--port ${port}: expected a whole number from 0 to 65535`);
  if (postgres !== undefined && !/^postgres(ql)?:\/\//.test(postgres))
    throw new UsageError('--postgres: expected a URL like postgres://USER:PASSWORD@HOST/DATABASE');
  const isLocal = THIS_MACHINE.includes(host);
  const token = flags.token ?? (isLocal ? undefined : randomBytes(TOKEN_BYTES).toString('base64url'));
  if (token !== undefined && !/^[\w.~-]+$/.test(token))
    throw new UsageError('--token: letters, digits and . _ ~ - only, as it stands in URLs');
  const tls = tlsOf(flags);
  const { refuseOldNode } = await import('../farm/hub/packages.ts');
  refuseOldNode();
  if (postgres === undefined && !existsSync(path.join(data, 'database')))
    say(`making the database in ${data}, once; that takes a few seconds`);
  const { startFarm } = await import('../farm/hub/start.ts');
  let lastProblem = '';
  const farm = await startFarm({
    host,
    port,
    isLocal,
    database: postgres === undefined ? { folder: data } : { postgres },
    ...(token === undefined ? {} : { token }),
    ...(tls ? { tls } : {}),
    onProblem: ({ message }) => {
      if (message !== lastProblem) say(`warning: the database: ${message}`);
      lastProblem = message;
    },
  });
  const name = isLocal ? 'localhost' : hostname();
  const url = `http${tls ? 's' : ''}://${token === undefined ? '' : `${token}@`}${name}:${farm.port}`;
  process.stdout.write(`${url}\n`);
  say(`${farm.database}; the page is at this URL, too`);
  say(`on each machine with GPUs or processors to share: kernelcast farm agent ${url}`);
  say('Ctrl-C ends it; tasks and results stay.');
  await ended();
  await farm.close();
  return EXIT.fine;
}

function tlsOf({ cert, key }: StartFlags): { cert: string; key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key go together');
  const read = (flag: string, file: string) => {
    if (!existsSync(file)) throw new UsageError(`${flag} ${file}: there is no such file`);
    return readFileSync(file, 'utf8');
  };
  return { cert: read('--cert', cert), key: read('--key', key) };
}

/** By Ctrl-C, or by whoever ends services. */
export function ended(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

export const farmStartCommand = command(
  'start',
  'Hold the database of a farm and its page (Node 22.12 or later)',
  builder,
  runStart,
);
