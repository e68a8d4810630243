import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { lateOptimization } from '../../src/start/engine.ts';

it('tells the engine nothing that this version of it does not know', () => {
  const { status, stderr } = spawnSync(process.execPath, [...lateOptimization(), '--eval', '0'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

/** Whether a process that has only the command's flags takes the code that lies beside the program. */
const TAKES_CODE = `
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { optimizeLate } from './src/start/engine.ts';
import { CODE, evaluateProgram } from './src/start/load-program.ts';
optimizeLate();
const [folder] = process.argv.slice(1);
console.log(evaluateProgram(folder, readFileSync(path.join(folder, CODE))) !== undefined);
`;

it('keeps code that fits the engine as the command sets it', () => {
  const root = path.join(import.meta.dirname, '../..');
  const stdin = { contents: TAKES_CODE, resolveDir: root, loader: 'ts' } as const;
  const { outputFiles } = buildSync({ stdin, bundle: true, platform: 'node', write: false });
  const started = spawnSync(
    process.execPath,
    ['--eval', outputFiles[0].text, '--', path.join(root, 'dist')],
    { encoding: 'utf8' },
  );
  expect(started).toMatchObject({ stdout: 'true\n', stderr: '', status: 0 });
});
