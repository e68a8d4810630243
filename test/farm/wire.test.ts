// What travels arrives as it was, and what does not belong there is refused: paths, wrong shapes, too much memory.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/farm/agent/turns.ts';
import { FarmClient } from '../../src/farm/client.ts';
import { FarmTrials } from '../../src/farm/far/farm-trials.ts';
import { Bells } from '../../src/farm/hub/bells.ts';
import { refuseOldNode } from '../../src/farm/hub/packages.ts';
import { farmPage } from '../../src/farm/hub/page.ts';
import { queueOf, taskId } from '../../src/farm/identity.ts';
import { taskOf } from '../../src/farm/task.ts';
import { Together } from '../../src/farm/together.ts';
import { type Contents, decode, encode, hashesIn } from '../../src/farm/wire.ts';
import { farmText } from '../../src/report/farm-text.ts';
import { styleFor } from '../../src/report/layout.ts';
import type { LogRecord } from '../../src/tune/trials/records.ts';
import { EXAMPLE_STATUS } from './status.ts';

const words = fc.uint32Array({ maxLength: 9000 });
const leaf = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  words,
  fc.uint8Array(),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'hash', '__proto__')), tie('value'), {
      maxKeys: 4,
    }),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
  ),
}));

describe('a message', () => {
  it('arrives as it was sent, with its contents apart or within', () => {
    fc.assert(
      fc.property(value, fc.boolean(), (sent, isApart) => {
        const contents: Contents = new Map();
        const text = encode(sent, isApart ? { contents } : {});
        const arrived = decode(text, { content: (hash) => contents.get(hash)! });
        expect(arrived).toStrictEqual(plain(sent));
        for (const hash of contents.keys()) expect(hashesIn(text)).toContain(hash);
      }),
      { numRuns: 200 },
    );
  });

  it('has the content of a file, never its path', () => {
    const contents: Contents = new Map();
    const files = () => new Uint8Array([1, 2, 3]);
    const text = encode({ data: { kind: 'file', path: '/home/somebody/secret' } }, { contents, files });
    expect(text).not.toContain('secret');
    const [hash] = contents.keys();
    expect(decode(text, { fileAt: (each) => `/agent/${each}` })).toEqual({
      data: { kind: 'file', path: `/agent/${hash}` },
    });
    for (const wrong of [
      { path: '/etc/passwd' },
      { content: '../../etc/passwd' },
      { path: '/etc/passwd', content: hash },
    ])
      expect(() => decode(JSON.stringify({ kind: 'file', ...wrong }), { fileAt: (each) => each })).toThrow(
        /refused/,
      );
  });
});

/** Objects without prototypes that surprise are equal to plain ones. */
function plain(sent: unknown): unknown {
  if (Array.isArray(sent)) return sent.map(plain);
  if (sent instanceof Map) return new Map([...sent].map(([name, each]) => [name, plain(each)]));
  if (typeof sent !== 'object' || sent === null || ArrayBuffer.isView(sent)) return sent;
  const made = {};
  for (const [name, each] of Object.entries(sent))
    Object.defineProperty(made, name, {
      value: plain(each),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return made;
}

describe('a task', () => {
  const base = { content: 'a'.repeat(64) };
  const variant = {
    code: 'fn main() {}',
    entryPoint: 'main',
    constants: {},
    dispatch: [1, 1, 1],
    bindings: [{ group: 0, binding: 0, usage: 'storage', sizeBytes: 1024, data: { kind: 'zeros' } }],
    samples: 5,
    limitNs: Number.POSITIVE_INFINITY,
  };
  it('is taken where it is one', () => {
    expect(taskOf({ kind: 'variant', base, variant }, 1024)).toMatchObject({ kind: 'variant' });
    expect(taskOf({ kind: 'base', base, repeat: 'x' }, 0)).toMatchObject({ kind: 'base' });
  });
  it('is refused where it is none or asks for too much', () => {
    expect(() => taskOf({ kind: 'variant', base, variant }, 1023)).toThrow(/1024 bytes.*--memory/);
    for (const wrong of [
      { kind: 'shell', command: 'ls' },
      { kind: 'base', base: { content: '/etc/passwd' } },
      { kind: 'base', base, program: 'other.js' },
      { kind: 'variant', base, variant: { ...variant, dispatch: [1] } },
      { kind: 'variant', base, variant: { ...variant, samples: 1e9 } },
      null,
    ])
      expect(() => taskOf(wrong, 1e9), JSON.stringify(wrong)).toThrow(/a task is refused/);
  });
  it('has the same id wherever it is asked for, in each queue its own', () => {
    const queues = [
      queueOf('1', { kind: 'model' }),
      queueOf('2', { kind: 'model' }),
      queueOf('1', { kind: 'gpu', device: 'Maker GPU 9', driver: '1' }),
      queueOf('1', { kind: 'gpu', device: 'Maker GPU 9', driver: '2' }),
    ];
    expect(new Set(queues.map((queue) => taskId(queue, 'x'))).size).toBe(4);
    expect(queues[2]).toMatch(/^measure\.maker-gpu-9\.[0-9a-f]{8}\.v[0-9a-f]{8}$/);
    expect(taskId('q', 'x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('turns on a GPU', () => {
  it('are shared by those of one key, in order, and by nobody else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }), async (keys) => {
        const turns = new Turns();
        const inside = new Map<string, number>();
        const order: number[] = [];
        const work = (key: string, at: number) => async () => {
          order.push(at);
          inside.set(key, (inside.get(key) ?? 0) + 1);
          await new Promise((resolve) => setImmediate(resolve));
          expect([...inside].filter(([, count]) => count > 0).map(([each]) => each)).toEqual([key]);
          inside.set(key, inside.get(key)! - 1);
        };
        await Promise.all(keys.map((key, at) => turns.run(key, work(key, at))));
        expect(order).toEqual(keys.map((_, at) => at));
      }),
      { numRuns: 50 },
    );
  });
});

describe('trials that are shared', () => {
  it('all arrive, also those that come while others are on their way', async () => {
    const arrived: LogRecord[] = [];
    const client = {
      async call(_: string, { records }: { records: readonly LogRecord[] }) {
        await new Promise((resolve) => setImmediate(resolve));
        arrived.push(...records);
        return { added: records.length };
      },
    };
    const trials = new FarmTrials(client as unknown as FarmClient);
    const sent = Array.from(
      { length: 5 },
      (_, i): LogRecord => ({ record: 'state', run: `r${i}`, state: 'stopped', seconds: i }),
    );
    for (const record of sent) {
      trials.add([record]);
      await Promise.resolve();
    }
    await trials.settle();
    expect(arrived).toEqual(sent);
  });
});

describe('a bell', () => {
  it('is heard where it rang between listening and waiting', async () => {
    const bells = new Bells<string>();
    const listener = bells.listen(['x', 'y']);
    bells.ring('y', 'one');
    bells.ring('x', 'two');
    expect(await listener.rings(3_600_000, new AbortController().signal)).toEqual(['one', 'two']);
  });

  it('rings for so many of those who wait, the first ones first, and each once', () => {
    const bells = new Bells();
    const listeners = [1, 2, 3].map(() => bells.listen(['x']));
    const rung = () => listeners.map(({ hasRung }) => hasRung);
    bells.ringFor('x', 1);
    expect(rung()).toEqual([true, false, false]);
    listeners[1].end();
    bells.ringFor('x', 1);
    expect(rung()).toEqual([true, false, true]);
  });
});

describe('what travels together', () => {
  it('is what came in one turn, then what came while that was on its way, and nothing is lost or waits', async () => {
    const batches: (readonly number[])[] = [];
    const ends: (() => void)[] = [];
    const together = new Together<number>(async (batch) => {
      batches.push(batch);
      await new Promise<void>((end) => ends.push(end));
      if (batch.includes(5)) throw new Error('lost');
    });
    const turn = async () => {
      for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = [together.add(1), together.add(2)];
    await turn();
    expect(batches).toEqual([[1, 2]]);
    const second = [3, 4, 5].map((each) => together.add(each).catch((error: Error) => error.message));
    await turn();
    expect(batches).toHaveLength(1);
    ends[0]();
    await Promise.all(first);
    await turn();
    const third = together.add(6);
    ends[1]();
    expect(await Promise.all(second)).toEqual(['lost', 'lost', 'lost']);
    await turn();
    ends[2]();
    await third;
    expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
  });
});

describe('people', () => {
  it('read who is there, what won and what happened, and no markup of others', () => {
    const page = farmPage(EXAMPLE_STATUS);
    expect(page).toContain('<h1>1 agent, 1 GPU, 4 processors; 2 tasks under way, 7 waiting</h1>');
    expect(page).toContain('&#60;script&#62;');
    expect(page).not.toContain('<script');
    const text = farmText(EXAMPLE_STATUS, styleFor(false));
    expect(text.split('\n')[0]).toBe(
      '1 agent with 1 GPU and processors for predictions; 2 tasks under way, 7 waiting',
    );
    for (const line of text.split('\n')) expect([...line].length).toBeLessThanOrEqual(100);
  });

  it('are told what an old Node lacks, and what is no URL of a farm', () => {
    expect(() => refuseOldNode('20.19.0')).toThrow(/needs Node 22\.12 or later, and this is 20\.19\.0/);
    expect(() => refuseOldNode('22.11.0')).toThrow(/22\.12/);
    for (const version of ['22.12.0', '24.0.0']) refuseOldNode(version);
    for (const url of ['farm', 'ftp://host', 'localhost:4180'])
      expect(() => new FarmClient({ url, build: '', patienceMs: 0 })).toThrow(/is no URL of a farm/);
  });
});
