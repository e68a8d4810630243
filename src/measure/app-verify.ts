// Whether an app leaves on the GPU what kernelcast's own execution says: buffer by buffer, with the room for rounding
// that a single launch's output has.

import type { App, AppBuffer } from '../app/app.ts';
import type { AppResults } from '../app/results.ts';
import { PAGE_BYTES } from '../hardware/job.ts';
import type { ExpectedBuffer } from '../predict/reference.ts';
import type { Verification } from './measurement.ts';
import { verify } from './verify.ts';

/** Beyond this a buffer is not read back. */
const LARGEST_BYTES = 2 ** 28;

export interface ExpectedApp {
  /** By the position of their buffer in the app. */
  readonly buffers: ReadonlyMap<number, ExpectedBuffer>;
  /** The dispatch that wrote last into each. */
  readonly writers: ReadonlyMap<number, string>;
  readonly unverified: readonly string[];
  /** The pages of a buffer that are compared. */
  pagesOf(at: number): Uint32Array | undefined;
}

/** @param reason why nothing can be said at all */
export function expectedOfApp(app: App, results: AppResults, reason?: string): ExpectedApp {
  const buffers = new Map<number, ExpectedBuffer>();
  const writers = new Map<number, string>();
  const unverified = new Map<string, string[]>();
  app.buffers.forEach((buffer, at) => {
    const writer = results.writers.get(buffer);
    if (!writer) return;
    const why = reason ?? results.unsure.get(buffer) ?? tooLarge(buffer);
    if (why !== undefined) {
      unverified.set(why, [...(unverified.get(why) ?? []), buffer.name]);
      return;
    }
    writers.set(at, writer.name);
    buffers.set(at, expectedBuffer(buffer, at, results));
  });
  const reasons = [...unverified].map(([why, names]) => `${listed(names)}: ${why}`);
  return { buffers, writers, unverified: reasons, pagesOf: (at) => buffers.get(at)?.pages };
}

/** So many are named of the buffers that one reason keeps from being compared. */
const MOST_NAMED = 4;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function tooLarge({ sizeBytes }: AppBuffer): string | undefined {
  return sizeBytes > LARGEST_BYTES
    ? `not verified (too large): ${sizeBytes} bytes are not read back`
    : undefined;
}

function expectedBuffer(buffer: AppBuffer, at: number, results: AppResults): ExpectedBuffer {
  const { name, sizeBytes } = buffer;
  const count = Math.ceil(sizeBytes / PAGE_BYTES);
  const words = new Uint32Array((count * PAGE_BYTES) / 4);
  words.set(results.contents.words({ buffer, offsetBytes: 0, sizeBytes }));
  const kind = results.kinds.get(buffer) ?? 'mixed';
  return {
    group: 0,
    binding: at,
    name,
    kind,
    isRounded: results.usesFloats && kind === 'integer',
    isLookedUp: results.isLookedUp,
    isFiltered: results.isFiltered,
    pages: Uint32Array.from({ length: count }, (_, page) => page),
    words,
  };
}

/** @param other the same with another legal rounding */
export function verifyApp(
  expected: ExpectedApp | undefined,
  pages: readonly (Uint32Array | undefined)[],
  other?: ExpectedApp,
): Verification {
  if (!expected) return verify(undefined, [], []);
  const parts = [...expected.buffers].map(([at, buffer]) => {
    const one = (each: ExpectedBuffer) =>
      ({ method: 'full', workgroups: 0, buffers: [each], unverifiable: [] }) as const;
    const second = other?.buffers.get(at);
    const bound = [{ ...NOTHING, binding: at }];
    const part = verify(one(buffer), bound, [pages[at]], second && one(second));
    const last = part.firstMismatch && `; ${expected.writers.get(at)} wrote it last`;
    return last ? { ...part, firstMismatch: `${part.firstMismatch}${last}` } : part;
  });
  const sum = (of: (part: Verification) => number) => parts.reduce((all, part) => all + of(part), 0);
  const firstMismatch = parts.find((part) => part.firstMismatch !== undefined)?.firstMismatch;
  const sensitive = sum((part) => part.sensitive ?? 0);
  return {
    method: parts.length > 0 ? 'full' : 'none',
    workgroups: 0,
    words: sum(({ words }) => words),
    mismatches: sum(({ mismatches }) => mismatches),
    unverified: expected.unverified,
    ...(sensitive > 0 ? { sensitive } : {}),
    ...(firstMismatch === undefined ? {} : { firstMismatch }),
  };
}

const NOTHING = { group: 0, usage: 'storage', sizeBytes: 0, data: { kind: 'zeros' } } as const;
