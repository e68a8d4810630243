// The farm from outside, for agents and for those who ask: one request each, repeated while the hub or its database is
// away. Every request may be repeated: what was done already is not done again.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { BUILD_HEADER, type Calls } from './protocol.ts';
import type { Contents } from './wire.ts';

export interface ClientOptions {
  /** `http://TOKEN@HOST:PORT`, or https. */
  readonly url: string;
  readonly build: string;
  /** How long the farm may be away before a request fails. */
  readonly patienceMs: number;
  /** It is away, and why; or it is back. */
  readonly onOutage?: (reason: string | undefined) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Beyond what the hub itself waits. */
const ANSWER_MS = 60_000;

export class FarmClient {
  readonly build: string;
  /** Without the token. */
  readonly place: string;
  private readonly options: ClientOptions;
  private readonly authorization: string | undefined;
  /** What the hub has already. */
  private readonly uploaded = new Set<string>();
  private isAway = false;

  /** @throws DiagnosticError for what is no such URL */
  constructor(options: ClientOptions) {
    const { url, token } = partsOf(options.url);
    this.options = options;
    this.build = options.build;
    this.place = url;
    this.authorization = token === '' ? undefined : `Bearer ${token}`;
  }

  /** @throws DiagnosticError where the farm refuses it or stays away */
  async call<Name extends keyof Calls>(
    name: Name,
    body: Calls[Name][0],
    signal?: AbortSignal,
  ): Promise<Calls[Name][1]> {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    };
    const response = await this.request(name, init, signal);
    return (await response.json()) as Calls[Name][1];
  }

  /** Makes sure that the hub has all of them. @throws DiagnosticError */
  async upload(contents: Contents): Promise<void> {
    const fresh = [...contents.keys()].filter((hash) => !this.uploaded.has(hash));
    if (fresh.length === 0) return;
    const { missing } = await this.call('missing', { hashes: fresh });
    for (const hash of missing)
      await this.request(`contents/${hash}`, {
        method: 'PUT',
        body: contents.get(hash) as Uint8Array<ArrayBuffer>,
      });
    for (const hash of fresh) this.uploaded.add(hash);
  }

  /** @throws DiagnosticError */
  async content(hash: string): Promise<Uint8Array> {
    const response = await this.request(`contents/${hash}`, { method: 'GET' });
    return new Uint8Array(await response.arrayBuffer());
  }

  private async request(name: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
    const startMs = performance.now();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      const outcome = await this.attempt(name, init, signal);
      if (typeof outcome !== 'string') {
        if (this.isAway) this.options.onOutage?.(undefined);
        this.isAway = false;
        return outcome;
      }
      signal?.throwIfAborted();
      if (!this.isAway) this.options.onOutage?.(outcome);
      this.isAway = true;
      if (performance.now() - startMs > this.options.patienceMs) throw problem(this.place, outcome);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** The answer, or why there is none for now. @throws DiagnosticError for a request that would never be answered */
  private async attempt(name: string, init: RequestInit, signal?: AbortSignal): Promise<Response | string> {
    const limit = AbortSignal.timeout(ANSWER_MS);
    let response: Response;
    try {
      response = await fetch(new URL(`v1/${name}`, this.place), {
        ...init,
        headers: {
          ...init.headers,
          [BUILD_HEADER]: this.build,
          ...(this.authorization === undefined ? {} : { authorization: this.authorization }),
        },
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (error) {
      const { message, cause } = error as Error;
      return cause instanceof Error && cause.message !== '' ? cause.message : message;
    }
    if (response.ok) return response;
    const reason = await reasonIn(response);
    if (response.status >= 500) return reason;
    throw problem(this.place, reason);
  }
}

async function reasonIn(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    return String((JSON.parse(text) as { error: unknown }).error);
  } catch {
    return `something else answers there (${response.status})`;
  }
}

/** @throws DiagnosticError */
function partsOf(text: string): { url: string; token: string } {
  try {
    const url = new URL(text);
    if (url.protocol === 'http:' || url.protocol === 'https:') {
      const token = decodeURIComponent(url.username);
      url.username = '';
      url.password = '';
      if (!url.pathname.endsWith('/')) url.pathname += '/';
      return { url: url.href, token };
    }
  } catch {
    // The same.
  }
  const message = `"${text}" is no URL of a farm: http://TOKEN@HOST:PORT, as kernelcast farm start prints it`;
  throw new DiagnosticError([{ severity: 'invalid', code: 'farm/url', message }]);
}

function problem(place: string, reason: string): DiagnosticError {
  return new DiagnosticError([
    { severity: 'invalid', code: 'farm/refused', message: `the farm at ${place}: ${reason}` },
  ]);
}
