// What a run finds of earlier ones in the database, and records of whole spaces.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differenceOf, recordSpace, writeSpaceRecord } from '../../bench/spaces/record-space.ts';
import type { Instance } from '../../src/configure/tunable.ts';
import { keyOf, type Point, parameterOf, type Space } from '../../src/space/space.ts';
import { recordedOfFile } from '../../src/tune/recorded-file.ts';
import { beginSession, type SessionOptions } from '../../src/tune/session.ts';
import { readSpaceRecord, type SpaceRecord } from '../../src/tune/trials/space-record.ts';
import { type StoredTrial, TrialStore } from '../../src/tune/trials/store.ts';
import type { Evaluation } from '../../src/tune/trials/trial.ts';
import { SUBJECT } from './subject.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-trials-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const space: Space = { parameters: ['a', 'b'].map((name) => parameterOf(name, [1, 2, 4])), constraints: [] };
const options: SessionOptions = {
  space,
  base: [0, 0],
  objective: 'minimize time',
  seed: 3,
  wantsResume: false,
  date: '2026-01-01T00:00:00Z',
  identify: keyOf,
};

function trial(
  a: number,
  b: number,
  evaluation: Evaluation,
  changes: Partial<StoredTrial> = {},
): StoredTrial {
  const identity = keyOf([a, b].map((value) => [1, 2, 4].indexOf(value)));
  const known = { configuration: { a, b }, identity, technique: 'random', evaluation };
  return { purpose: 'search', seconds: 0, measured: '2026-01-01T00:00:00Z', ...known, ...changes };
}

const right = (timeNs: number): Evaluation => ({ status: 'correct', timeNs });

async function withStore<T>(use: (store: TrialStore) => T): Promise<T> {
  const { value, diagnostics } = await TrialStore.open(path.join(folder, 'trials.jsonl'), true);
  if (!value || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return use(value);
}

describe('the database', () => {
  it('gives back what it was given, and leaves one file', async () => {
    const evaluation: Evaluation = {
      status: 'correct',
      timeNs: 1234.5,
      spread: 0.01,
      quality: ['noisy'],
      samples: [{ timeNs: 1234, spinNs: 1e6 }],
    };
    const run = await withStore((store) => {
      const { run: id } = beginSession(store, SUBJECT, options);
      store.add(id, trial(1, 2, evaluation));
      store.add(id, trial(1, 4, { status: 'compile', message: 'it’s “wrong”' }));
      return id;
    });
    const trials = await withStore((store) => store.trialsOf(SUBJECT));
    expect(trials.map((each) => each.evaluation)).toEqual([
      evaluation,
      { status: 'compile', message: 'it’s “wrong”' },
    ]);
    expect(trials[0]).toMatchObject({ run, purpose: 'search', technique: 'random', identity: '0,1' });
    expect(readdirSync(folder)).toEqual(['trials.jsonl']);
    expect(await withStore((store) => store.trialsOf({ ...SUBJECT, driver: '2' }))).toEqual([]);
  });

  it('resumes the last run with its seed and its own trials', async () => {
    await withStore((store) => {
      const first = beginSession(store, SUBJECT, { ...options, seed: 1 });
      store.add(first.run, trial(2, 2, right(50)));
      const second = beginSession(store, SUBJECT, { ...options, seed: 7 });
      store.add(second.run, trial(4, 4, right(40)));
      store.update(second.run, 12.5, 'stopped');
    });
    const session = await withStore((store) =>
      beginSession(store, SUBJECT, { ...options, wantsResume: true }),
    );
    expect(session).toMatchObject({ seed: 7, secondsBefore: 12.5, isResumed: true });
    expect(session.past).toEqual([
      { point: [1, 1], evaluation: right(50) },
      { point: [2, 2], evaluation: right(40), technique: 'random' },
    ]);
    const other = { ...options, wantsResume: true, objective: 'maximize 1/time' };
    expect((await withStore((store) => beginSession(store, SUBJECT, other))).isResumed).toBe(false);
  });

  it('knows the seconds of a run that was killed up to its last trial', async () => {
    await withStore((store) => {
      const { run } = beginSession(store, SUBJECT, options);
      store.add(run, trial(2, 2, right(50), { seconds: 31.5 }));
      store.add(run, trial(2, 1, right(50), { seconds: 40 }));
    });
    const again = { ...options, wantsResume: true };
    expect(await withStore((store) => beginSession(store, SUBJECT, again))).toMatchObject({
      isResumed: true,
      secondsBefore: 40,
    });
    // That it was begun again changes nothing.
    expect(await withStore((store) => beginSession(store, SUBJECT, again))).toMatchObject({
      secondsBefore: 40,
    });
  });

  it('knows trials of earlier runs in a space that has grown, of the same kernels alone', async () => {
    const small: Space = { parameters: [parameterOf('a', [1, 2])], constraints: [] };
    await withStore((store) => {
      const { run } = beginSession(store, SUBJECT, { ...options, space: small, base: [0] });
      store.add(run, trial(2, 1, right(70), { configuration: { a: 2 } }));
      store.add(run, trial(4, 2, right(60), { identity: 'made by another transformation' }));
      store.add(run, trial(1, 4, right(65), { configuration: { a: 1, b: 4, c: 8 } }));
      store.add(run, trial(1, 2, { status: 'runtime', message: 'the driver was ill' }));
      store.add(run, trial(2, 2, right(90)));
      store.add(run, trial(2, 2, right(80), { purpose: 'confirmation' }));
    });
    const { past } = await withStore((store) => beginSession(store, SUBJECT, options));
    expect(past).toEqual([
      { point: [1, 0], evaluation: right(70) },
      { point: [1, 1], evaluation: right(80) },
    ]);
  });
});

const head: SpaceRecord = {
  schema: 'kernelcast/space-record@1',
  kernel: 'kernel',
  launch: 'kernel.json',
  source: 'hash',
  device: 'a device',
  driver: '1',
  webgpu: '0',
  date: '2026-01-01T00:00:00Z',
  parameters: space.parameters,
  constraints: [],
  base: [0, 0],
  valid: 9,
  unverified: [],
  configurations: [],
};

describe('a record of a space', () => {
  const all: Point[] = [0, 1, 2].flatMap((a) => [0, 1, 2].map((b) => [a, b]));
  const instantiate = (point: Point) =>
    keyOf(point) === '2,2'
      ? { diagnostics: [{ severity: 'unsupported', code: 'x', message: 'no such kernel' } as const] }
      : { value: { source: keyOf(point) } as Instance, diagnostics: [] };
  const recorder = (limits: number[]) => ({
    room: 1,
    async evaluate({ source }: Instance, limitNs: number): Promise<Evaluation> {
      limits.push(limitNs);
      return { ...right(100 + Number(source[0])), samples: [], spread: 0.0123456 };
    },
  });

  it('is continued where it ended, each configuration once', async () => {
    const file = path.join(folder, 'record.json');
    const save = (record: SpaceRecord) => writeSpaceRecord(file, record);
    const more = { mayGoOn: () => true, save };
    const limits: number[] = [];
    await recordSpace({ points: all, instantiate }, recorder(limits), head, { ...more, limit: 4 });
    const half = readSpaceRecord(file)!;
    expect(half.configurations).toHaveLength(4);
    expect(differenceOf(half, head)).toBeUndefined();
    await recordSpace({ points: all, instantiate }, recorder(limits), half, { ...more, limit: 100 });
    const { configurations } = readSpaceRecord(file)!;
    expect(new Set(configurations.map(({ at }) => keyOf(at))).size).toBe(9);
    expect(configurations.filter(({ status }) => status === 'constraints')).toEqual([
      { at: [2, 2], status: 'constraints', message: 'no such kernel' },
    ]);
    expect(limits).toHaveLength(8);
    expect(limits[0]).toBe(Number.POSITIVE_INFINITY);
    expect(limits.at(-1)).toBe(200);
    const recorded = recordedOfFile(file).value!;
    expect(recorded.trials).toHaveLength(9);
    expect(recorded.trials[0].evaluation).toMatchObject({ status: 'correct', spread: 0.0123 });
  });

  it('keeps what it has when the GPU is lost', async () => {
    let calls = 0;
    let saved: SpaceRecord | undefined;
    const failing = {
      room: 1,
      async evaluate(): Promise<Evaluation> {
        if (++calls > 3) throw new Error('the GPU is gone');
        return right(5);
      },
    };
    const save = (record: SpaceRecord) => {
      saved = record;
    };
    const run = recordSpace({ points: all, instantiate }, failing, head, {
      limit: 9,
      mayGoOn: () => true,
      save,
    });
    await expect(run).rejects.toThrow('the GPU is gone');
    expect(saved!.configurations.filter(({ status }) => status === 'correct')).toHaveLength(3);
  });

  it('is refused when it is another kernel’s or damaged', () => {
    expect(differenceOf({ ...head, source: 'other' }, head)!.message).toMatch(/of another source/);
    const file = path.join(folder, 'bad.json');
    expect(readSpaceRecord(file)).toBeUndefined();
    writeFileSync(file, '{"schema": "kernelcast/space-record@1", "parameters": []');
    expect(() => readSpaceRecord(file)).toThrow(/cannot use/);
    writeFileSync(
      file,
      JSON.stringify({ ...head, configurations: [{ at: [7, 0], status: 'correct', timeNs: 1 }] }),
    );
    expect(() => readSpaceRecord(file)).toThrow(/no record of a space/);
    expect(existsSync(file)).toBe(true);
  });
});
