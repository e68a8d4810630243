// The log of trials as a file: what a cut or damaged byte costs, what other files are to it, and what two that
// write at once do to each other at every moment.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, HEADER, kindOf, lineOf, logOf, readLog } from '../../src/tune/trials/log.ts';
import { placeOf } from '../../src/tune/trials/place.ts';
import { recordOf } from '../../src/tune/trials/records.ts';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { eachMoment } from './faults/moments.ts';
import { SUBJECT } from './subject.ts';

let folder = '';
let log = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-log-'));
  log = path.join(folder, 'trials.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recordsIn = (file: string) => readLog(file).lines.map(({ record }) => record);
const some = [{ a: 1 }, { b: 'line\nbreak, “quotes”, \u2028' }, { c: [1, 2.5, null] }];

describe('the log', () => {
  it('is text that any tool reads, and holds what it was given', () => {
    for (const record of some) append(log, [lineOf(record)], true);
    expect(readFileSync(log, 'utf8').split('\n')).toHaveLength(4);
    const [header, ...lines] = readFileSync(log, 'utf8').split('\n');
    expect(header).toBe('{"schema":"kernelcast/trials@2"}');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      some.map((record) => ({ ...record, crc: expect.stringMatching(/^[0-9a-f]{8}$/) })),
    );
    expect(readLog(log)).toMatchObject({ damaged: [], lines: some.map((record) => ({ record })) });
    expect(readdirSync(folder)).toEqual(['trials.jsonl']);
  });

  it('cut at any byte loses the record that was cut and no other, also when it goes on', () => {
    for (const record of some) append(log, [lineOf(record)], false);
    const whole = readFileSync(log);
    const ends = some.map(
      (_, i) =>
        whole
          .toString('latin1')
          .split('\n', i + 2)
          .join('\n').length,
    );
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(log, whole.subarray(0, length));
      const left = some.filter((_, i) => ends[i] <= length);
      expect(recordsIn(log)).toEqual(left);
      append(log, [lineOf({ next: 1 })], false);
      append(log, [lineOf({ next: 2 })], false);
      expect(recordsIn(log)).toEqual([...left, { next: 1 }, { next: 2 }]);
      expect(readLog(log).damaged.length).toBeLessThanOrEqual(1);
    }
  });

  it('with a byte changed loses the record that it is in, or those on both sides of a line break', () => {
    for (const record of some) append(log, [lineOf(record)], false);
    const whole = readFileSync(log);
    const changes = fc.tuple(
      fc.integer({ min: HEADER.length + 1, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
    );
    fc.assert(
      fc.property(changes, ([at, change]) => {
        const bytes = Buffer.from(whole);
        bytes[at] ^= change;
        const kept = logOf(bytes).lines.map(({ record }) => record);
        expect(kept.length).toBeGreaterThanOrEqual(some.length - (whole[at] === 10 ? 2 : 1));
        for (const record of kept) expect(some).toContainEqual(record);
      }),
      { numRuns: 500 },
    );
  });

  it('reads anything without breaking', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.jsonValue(), (bytes, value) => {
        const line = typeof value === 'object' && value !== null ? lineOf(value) : JSON.stringify(value);
        const { lines } = logOf(Buffer.concat([Buffer.from(`${HEADER}\n${line}\n`), bytes]));
        for (const { record } of lines) recordOf(record);
        kindOf(Buffer.from(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it('of two that begin it and write to it at once has all that either wrote, at every moment', () => {
    let moments = 0;
    for (let n = 0; ; n++) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      let moment = 0;
      eachMoment(
        () => {
          for (const record of some) append(log, [lineOf(record)], true);
        },
        (what) => {
          // A single write is not divided by another process's.
          if (!what.startsWith('amid') && moment++ === n) append(log, [lineOf({ other: 1 })], true);
        },
      );
      if (moment <= n) break;
      moments++;
      const { lines, damaged } = readLog(log);
      expect(damaged).toEqual([]);
      expect(lines.map(({ record }) => record)).toHaveLength(some.length + 1);
      expect(lines.map(({ record }) => record)).toEqual(expect.arrayContaining([...some, { other: 1 }]));
      expect(readdirSync(folder)).toEqual(['trials.jsonl']);
    }
    expect(moments).toBeGreaterThan(8);
  });

  it('begins in an empty file and behind a link to nowhere', () => {
    writeFileSync(log, '');
    append(log, [lineOf({ a: 1 })], true);
    expect(recordsIn(log)).toEqual([{ a: 1 }]);
    const link = path.join(folder, 'link.jsonl');
    symlinkSync(path.join(folder, 'elsewhere.jsonl'), link);
    append(link, [lineOf({ a: 1 })], true);
    append(link, [lineOf({ a: 2 })], true);
    expect(recordsIn(path.join(folder, 'elsewhere.jsonl'))).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('may have been edited with other line ends, and copied together with others', () => {
    append(log, some.map(lineOf), false);
    const text = readFileSync(log, 'utf8');
    writeFileSync(log, `${text}\n${text}\n`.replaceAll('\n', '\r\n'));
    expect(readLog(log)).toMatchObject({ damaged: [] });
    expect(recordsIn(log)).toEqual([...some, ...some]);
  });
});

describe('a file of something else', () => {
  const FOREIGN = {
    'notes.txt': 'these are my notes\nno log at all\n',
    'launch.json': '{\n  "shader": "triad.wgsl"\n}\n',
    'one-line.json': '{"schema":"kernelcast/space-record@1","kernel":"x"}',
    'binary.db': Buffer.from([0, 1, 2, 255, 254, 10, 0]),
    'about.md': `A log begins with\n${HEADER}\n`,
  };

  it.each(Object.entries(FOREIGN))('such as %s is refused and left as it is', async (name, content) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const { value, diagnostics } = await TrialStore.open(file, true);
    expect(value).toBeUndefined();
    expect(diagnostics[0].message).toBe(
      `${file} is a file of something else, no log of trials; it is left as it is`,
    );
    expect(() => append(file, [lineOf({ a: 1 })], true)).toThrow('another file has come in its place');
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('is refused where it is a folder or a device', () => {
    expect(placeOf(folder).diagnostics[0].message).toBe(`${folder} is no file; it is left as it is`);
    expect(placeOf('/dev/null').diagnostics[0].message).toBe('/dev/null is no file; it is left as it is');
  });

  it('is not written to when it comes in the place of the log', async () => {
    const store = (await TrialStore.open(log, true)).value!;
    const run = store.beginRun(SUBJECT, { seed: 1, objective: 'time', started: '2026' }, {});
    writeFileSync(log, 'my notes');
    expect(() => store.update(run, 1, 'finished')).toThrow('another file has come in its place');
    expect(readFileSync(log, 'utf8')).toBe('my notes');
    rmSync(log);
    store.settle();
    expect(recordsIn(log)).toMatchObject([{ record: 'run' }, { record: 'state' }]);
  });
});

describe('a log of another version', () => {
  it.each([
    ['at its beginning', ['{"schema":"kernelcast/trials@3"}', '{"trial":"new"}']],
    ['later on', [HEADER, '{"schema":"kernelcast/trials@12"}']],
  ])('is refused where that says so %s', async (_, lines) => {
    writeFileSync(log, lines.join('\n'));
    const { value, diagnostics } = await TrialStore.open(log, true);
    expect(value).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({
      code: 'tune/database-version',
      message: expect.stringMatching(/written by a newer kernelcast \(version (3|12), known is 2\)/),
    });
    expect(readFileSync(log, 'utf8')).toBe(lines.join('\n'));
  });

  it('may add kinds of records, which are left out', async () => {
    append(log, [lineOf({ record: 'weather', is: 'fine' }), lineOf({ record: 'trial', trial: 7 })], true);
    const { value, diagnostics } = await TrialStore.open(log, true);
    expect(diagnostics).toEqual([]);
    expect(value!.trialsOf(SUBJECT)).toEqual([]);
  });
});

describe('damage', () => {
  it('is told of once', async () => {
    append(log, [lineOf({ a: 1 })], true);
    appendFileSync(log, '\n{"record":"trial","tri');
    append(log, [lineOf({ a: 2 })], true);
    const { diagnostics } = await TrialStore.open(log, true);
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        message: `line 3 of ${log} is cut short or damaged and left out; all other trials count`,
      },
    ]);
    expect((await TrialStore.open(log, true)).diagnostics).toEqual([]);
    appendFileSync(log, '\n{"record":"trial"');
    expect((await TrialStore.open(log, true)).diagnostics[0].message).toMatch(/^line 6 of/);
    expect(existsSync(log)).toBe(true);
  });
});
