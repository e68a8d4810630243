// A capture in a folder: whole at the end, and nothing lost of one that was cut off at any byte.

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cutOffMessage, FolderStore, finishCapture } from '../../src/capture/folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => path.join(folder, name);
const app = () => JSON.parse(readFileSync(file('app.json'), 'utf8'));
const step = (x: number) => ({
  submit: [{ pass: [{ dispatch: [x], pipeline: 'p', bindings: [] }], name: 'one' }],
});

function record(count: number): FolderStore {
  const store = new FolderStore(folder);
  store.append({ app: { name: 'app' } });
  store.append({ define: 'buffers', name: 'b', value: { size: 4 } });
  for (let x = 1; x <= count; x++) {
    store.append({ step: step(x) });
    store.flush();
  }
  return store;
}

it('becomes an app file, in which later contents join their buffer', () => {
  const store = record(2);
  store.append({ define: 'buffers', name: 'b', value: { data: { kind: 'iota-u32' } } });
  expect(store.finish()).toBe(file('app.json'));
  expect(app()).toEqual({
    schema: 'kernelcast/app@1',
    name: 'app',
    buffers: { b: { size: 4, data: { kind: 'iota-u32' } } },
    pipelines: {},
    steps: [step(1), step(2)],
  });
  expect(existsSync(file('app.partial.jsonl'))).toBe(false);
  expect(finishCapture(folder)).toBe(file('app.json'));
});

it('leaves the folder alone until there is something', () => {
  writeFileSync(file('app.json'), '{}');
  const store = new FolderStore(folder);
  store.append({ app: { name: 'app' } });
  expect(store.isOpen).toBe(false);
  expect(readFileSync(file('app.json'), 'utf8')).toBe('{}');
});

it('cut off at any byte keeps every whole step', () => {
  record(3);
  const journal = readFileSync(file('app.partial.jsonl'));
  for (let length = 0; length <= journal.length; length += 3) {
    rmSync(file('app.json'), { force: true });
    writeFileSync(file('app.partial.jsonl'), journal.subarray(0, length));
    expect(cutOffMessage(folder)).toMatch(/^\/.* holds a capture that was cut off: .*node \S+capture\.js \//);
    finishCapture(folder);
    const whole = journal.subarray(0, length).toString().split('\n').slice(0, -1);
    expect(app().steps).toHaveLength(whole.filter((line) => line.startsWith('{"step"')).length);
    expect(cutOffMessage(folder)).toBeUndefined();
  }
});

it('leaves a capture alone that another program has under way, cut off or finished meanwhile', () => {
  const first = record(1);
  const told: string[] = [];
  const second = new FolderStore(folder, (instead) => told.push(instead));
  second.put('shaders/b.wgsl', 'fn b() {}');
  expect(second.finish()).toBe(file('process-2/app.json'));
  expect(told).toEqual([file('process-2')]);
  first.put('shaders/a.wgsl', 'fn a() {}');
  first.finish();
  expect(app().steps).toEqual([step(1)]);
  // This process replaces what it has finished, nobody else what came after its start.
  expect(record(2).finish()).toBe(file('app.json'));
  expect(existsSync(file('shaders'))).toBe(false);
  const other = file('other');
  mkdirSync(other);
  for (const [year, place] of [
    ['2100', 'process-2/app.json'],
    ['2000', 'app.json'],
  ]) {
    writeFileSync(path.join(other, 'app.json'), '{}');
    utimesSync(path.join(other, 'app.json'), new Date(year), new Date(year));
    expect(new FolderStore(other).finish()).toBe(path.join(other, place));
  }
});

it('says which folder holds none', () => {
  expect(() => finishCapture(folder)).toThrow(
    `${folder} holds no capture: neither app.json nor app.partial.jsonl is there`,
  );
  appendFileSync(file('app.partial.jsonl'), '');
  expect(() => finishCapture(folder)).not.toThrow();
});
