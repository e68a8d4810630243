// What a prediction may do on an agent: programs that read, write, start processes, never end or take all memory, in the
// place of the one that predicts.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ModelWorkers } from '../../src/farm/agent/model-workers.ts';

/** Answers each task, which is a piece of code, with what came of it. */
const PROGRAM = `const fs = require('node:fs');
process.on('message', ({ id, task }) => {
  let outcome;
  try { outcome = String(eval(task)); } catch (error) { outcome = error.code ?? error.message; }
  process.send({ id, outcome });
});`;
const MIB = 2 ** 20;

let root = '';
let workers: ModelWorkers;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kernelcast-workers-'));
  for (const name of ['dist', 'contents']) mkdirSync(path.join(root, name));
  writeFileSync(path.join(root, 'dist/program.cjs'), PROGRAM);
  writeFileSync(path.join(root, 'contents/known'), 'content');
  writeFileSync(path.join(root, 'secret'), 'secret');
  const program = path.join(root, 'dist/program.cjs');
  const limits = { memoryBytes: 64 * MIB, limitMs: 3000 };
  workers = new ModelWorkers({ program, processes: 2, folder: path.join(root, 'contents'), ...limits });
});
afterAll(() => {
  workers.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a prediction on an agent', () => {
  it('reads the contents of tasks and nothing else, writes nothing and starts nothing', async () => {
    const file = (name: string) => JSON.stringify(path.join(root, name));
    expect(await workers.run(`fs.readFileSync(${file('contents/known')}, 'utf8')`)).toBe('content');
    for (const code of [
      `fs.readFileSync(${file('secret')}, 'utf8')`,
      `fs.readFileSync(${file('contents/../secret')}, 'utf8')`,
      `fs.readFileSync('/etc/passwd', 'utf8')`,
      `fs.writeFileSync(${file('contents/made')}, '')`,
      `require('node:child_process').spawnSync('true').status`,
      `new (require('node:worker_threads').Worker)('', { eval: true })`,
    ])
      expect(await workers.run(code), code).toBe('ERR_ACCESS_DENIED');
  });

  it('is given up where it does not end or takes more memory, and the next one has a new process', async () => {
    const [endless, greedy] = await Promise.all([
      workers.run('for (;;);'),
      workers.run('const all = []; for (;;) all.push(new Array(1e5).fill(all.length))'),
    ]);
    expect(endless).toMatch(/a prediction did not end within 3 s/);
    expect(greedy).toMatch(/the process that predicted it was ended by|did not end within/);
    expect(await workers.run('1 + 1')).toBe('2');
  });
});
