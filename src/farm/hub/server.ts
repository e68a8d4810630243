// The hub over HTTP: requests of agents and askers, contents, and the page for people. Whoever asks shows the token where
// there is one, and comes with the same build; no page of another site can ask, since none may set our header.

import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { DiagnosticError } from '../../diagnostics/diagnostic.ts';
import { hashOf, queueOf } from '../identity.ts';
import { BUILD_HEADER, type Calls } from '../protocol.ts';
import type { Hub } from './hub.ts';
import { farmPage } from './page.ts';

export interface ServerOptions {
  /** Without one, everybody who reaches the port may ask. */
  readonly token?: string;
  /** Only names of this machine are answered, so that no other site's name leads here. */
  readonly isLocal: boolean;
  /** For https. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

const MOST_JSON_BYTES = 32 << 20;
const MOST_CONTENT_BYTES = 1 << 30;
const LONGEST_WAIT_MS = 20_000;
const HASH = /^[0-9a-f]{64}$/;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** What keeps a request from being answered, with the status that says so. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function farmServer(hub: Hub, options: ServerOptions): Server {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    answered(hub, options, request, response).catch((error: Error) => {
      if (response.headersSent) return response.destroy();
      const status = error instanceof Refusal ? error.status : error instanceof DiagnosticError ? 400 : 503;
      const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="kernelcast farm"' } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...challenge });
      response.end(JSON.stringify({ error: error.message }));
    });
  };
  const server = options.tls ? createSecureServer(options.tls, answer) : createServer(answer);
  server.keepAliveTimeout = 60_000;
  return server as Server;
}

async function answered(
  hub: Hub,
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://farm');
  refuseStrangers(request, options);
  if (request.method === 'GET' && pathname === '/') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(farmPage(await hub.status()));
    return;
  }
  const [, version, name, rest] = pathname.split('/');
  if (version !== 'v1') throw new Refusal(404, 'there is no such page');
  refuseOtherBuilds(request, hub.build);
  if (name === 'contents') return await answerContent(hub, request, response, rest ?? '');
  if (request.method !== 'POST') throw new Refusal(405, 'requests are posted');
  const call = CALLS[name as keyof Calls] as AnyCall | undefined;
  if (call === undefined || !Object.hasOwn(CALLS, name))
    throw new Refusal(404, `there is no request "${name}"`);
  const body = parsed((await bodyOf(request, MOST_JSON_BYTES)).toString('utf8'));
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const result = await call(hub, body as never, gone.signal);
  if (gone.signal.aborted) return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(result));
}

type AnyCall = (hub: Hub, body: never, signal: AbortSignal) => Promise<unknown>;

const CALLS: {
  readonly [Name in keyof Calls]: (
    hub: Hub,
    body: Calls[Name][0],
    signal: AbortSignal,
  ) => Promise<Calls[Name][1]>;
} = {
  async announce(hub, facts) {
    const workers = listOf(facts.workers).map(({ skill }) => ({ queue: queueOf(hub.build, skill), skill }));
    await hub.announce({ ...facts, machine: textOf(facts.machine) }, workers);
    return {};
  },
  beat: async (hub, { agent, held }) => ({ known: await hub.beat(textOf(agent), listOf(held)) }),
  take: async (hub, { queue, count, waitMs }, signal) => ({
    tasks: await hub.take(textOf(queue), wholeOf(count, 1000), wholeOf(waitMs, LONGEST_WAIT_MS), signal),
  }),
  deliver: async (hub, { agent, results }) => ({
    counted: await hub.deliver(textOf(agent), listOf(results)),
  }),
  async return(hub, { agent, tasks }) {
    await hub.giveBack(textOf(agent), listOf(tasks));
    return {};
  },
  async leave(hub, { agent }) {
    await hub.leave(textOf(agent));
    return {};
  },
  missing: async (hub, { hashes }) => ({ missing: await hub.missing(listOf(hashes).map(textOf)) }),
  submit: (hub, { queue, tasks }) => hub.submit(textOf(queue), listOf(tasks).map(textOf)),
  await: async (hub, { ids, waitMs }, signal) => ({
    results: await hub.results(listOf(ids).map(textOf), wholeOf(waitMs, LONGEST_WAIT_MS), signal),
  }),
  async cancel(hub, { queue, ids }) {
    await hub.cancel(textOf(queue), listOf(ids).map(textOf));
    return {};
  },
  record: async (hub, { records }) => ({ added: await hub.record(listOf(records)) }),
  records: (hub, query) => hub.records({ ...query, after: Number(query.after) || 0 }),
  status: (hub) => hub.status(),
};

async function answerContent(hub: Hub, request: IncomingMessage, response: ServerResponse, hash: string) {
  if (!HASH.test(hash)) throw new Refusal(400, 'contents are named by their hash');
  if (request.method === 'GET') {
    const bytes = await hub.content(hash);
    if (bytes === undefined) throw new Refusal(404, 'there is no such content');
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    return;
  }
  if (request.method !== 'PUT') throw new Refusal(405, 'contents are put and got');
  const bytes = await bodyOf(request, MOST_CONTENT_BYTES);
  if (hashOf(bytes) !== hash) throw new Refusal(400, 'the content is not what its hash says');
  await hub.putContent(hash, bytes);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

function refuseStrangers({ headers }: IncomingMessage, { token, isLocal }: ServerOptions): void {
  if (isLocal && !LOCAL.test(headers.host ?? ''))
    throw new Refusal(403, 'this farm answers to names of this machine only: start it with --host');
  if (token === undefined) return;
  const [kind, given = ''] = (headers.authorization ?? '').split(' ');
  // Browsers send the user of a URL so.
  const basic = () => Buffer.from(given, 'base64').toString('utf8').replace(/:.*$/s, '');
  const shown = kind === 'Bearer' ? given : kind === 'Basic' ? basic() : '';
  if (!isSame(shown, token)) throw new Refusal(401, 'the token is missing or wrong');
}

/** Takes as long whatever of it is right. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refuseOtherBuilds({ headers }: IncomingMessage, build: string): void {
  const theirs = headers[BUILD_HEADER];
  if (theirs === build) return;
  if (theirs === undefined) throw new Refusal(400, `a request says its build (${BUILD_HEADER})`);
  throw new Refusal(
    409,
    `this farm runs kernelcast ${build} and you have ${theirs}: results of two versions are not mixed; install the same one on both`,
  );
}

async function bodyOf(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > mostBytes) throw new Refusal(413, `a request has at most ${mostBytes} bytes`);
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The same.
  }
  throw new Refusal(400, 'a request is an object in JSON');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Refusal(400, 'a text is missing');
}

function listOf<T>(value: readonly T[]): readonly T[] {
  if (Array.isArray(value)) return value as readonly T[];
  throw new Refusal(400, 'a list is missing');
}

function wholeOf(value: unknown, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 0) return Math.min(most, value as number);
  throw new Refusal(400, 'a whole number is missing');
}
