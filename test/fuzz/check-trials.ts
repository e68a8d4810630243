// Databases of trials: the log as bytes, and every so often as a file that a tuner opens, reads and appends to.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HEADER, lineOf, logOf } from '../../src/tune/trials/log.ts';
import { recordOf } from '../../src/tune/trials/records.ts';
import { TrialStore } from '../../src/tune/trials/store.ts';
import { SUBJECT } from '../tune/subject.ts';
import { type Grammar, type Json, mutateJson } from './mutate-json.ts';
import { checkDiagnostics, refusalOf } from './oracle.ts';
import type { Random } from './random.ts';
import { damageText } from './tokens.ts';

/** A log of records that are right and wrong, each with its checksum; one in three is damaged as a text. */
export function mutateTrials(random: Random, grammar: Grammar): string {
  const lines = Array.from({ length: random.few() * 2 }, () => {
    const record: Json = random.oneIn(2) ? random.pick(grammar.documents) : mutateJson(random, grammar);
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return JSON.stringify(record);
    return lineOf(record);
  });
  const header = random.oneIn(20) ? HEADER.replace('2', String(random.below(5))) : HEADER;
  const text = [header, ...lines, ''].join('\n');
  return random.oneIn(3) ? damageText(random, text) : text;
}

export async function checkTrials(text: string, random: Random): Promise<string> {
  if (random.oneIn(600)) return checkStore(text);
  const bytes = Buffer.from(text);
  const { lines, damaged } = logOf(bytes);
  const known = lines.flatMap(({ record }) => recordOf(record) ?? []);
  for (const line of lines) {
    if (!text.includes(line.text) && bytes.toString() === text)
      throw new Error('oracle: a line that is not there');
  }
  return `ok: ${known.length > 0 ? 'records' : 'none'}${damaged.length > 0 ? ' and damage' : ''}`;
}

let folder: string | undefined;

async function checkStore(text: string): Promise<string> {
  if (folder === undefined) {
    const made = mkdtempSync(path.join(tmpdir(), 'kernelcast-fuzz-'));
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const file = path.join(folder, 'trials.jsonl');
  writeFileSync(file, text);
  const before = readFileSync(file);
  const { value: store, diagnostics } = await TrialStore.open(file, false);
  checkDiagnostics(diagnostics, file, text.length, text);
  if (!store) {
    if (!readFileSync(file).equals(before)) throw new Error('oracle: a file that is refused has changed');
    return `store: ${refusalOf(diagnostics)}`;
  }
  const known = store.trialsOf(SUBJECT);
  store.lastRun(SUBJECT, 'time');
  const run = store.beginRun(SUBJECT, { seed: 1, objective: 'time', started: '2026-01-01T00:00:00Z' }, {});
  store.add(run, {
    purpose: 'search',
    configuration: { A: 1 },
    identity: 'a',
    technique: 'random',
    evaluation: { status: 'correct', timeNs: 1 },
    seconds: 1,
    measured: '2026-01-01T00:00:00Z',
  });
  store.settle();
  const again = await TrialStore.open(file, false);
  if (again.value?.trialsOf(SUBJECT).length !== known.length + 1) throw new Error('oracle: a trial is lost');
  if (!readFileSync(file).subarray(0, before.length).equals(before))
    throw new Error('oracle: the log has changed');
  return 'store: ok';
}
