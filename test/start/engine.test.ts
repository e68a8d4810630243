import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { lateOptimization } from '../../src/start/engine.ts';
import { CODE, evaluateProgram } from '../../src/start/load-program.ts';

it('tells the engine nothing that this version of it does not know', () => {
  const { status, stderr } = spawnSync(process.execPath, [...lateOptimization(), '--eval', '0'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('keeps code that fits the engine as the command sets it', () => {
  const dist = path.join(import.meta.dirname, '../../dist');
  // These tests run with the same flags (vitest.config.ts).
  expect(evaluateProgram(dist, readFileSync(path.join(dist, CODE)))).toBeDefined();
});
