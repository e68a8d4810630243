// The documents whose console blocks are kept true, and how their commands are run: the built program, in a
// folder that looks like the checkout, so that what is written with `-o` does not land in it.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageRoot } from '../../src/profile/package-root.ts';

const root = packageRoot();

/** Paths of the documents, from the root. */
export function documents(): string[] {
  const inDocs = readdirSync(path.join(root, 'docs')).map((file) => `docs/${file}`);
  return ['README.md', 'CONTRIBUTING.md', ...inDocs].filter((file) => file.endsWith('.md'));
}

export const readDocument = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** What a command prints, as on a terminal of 100 columns. */
export function outputOf(command: string, exitCode: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kernelcast-docs-'));
  try {
    for (const entry of readdirSync(root)) symlinkSync(path.join(root, entry), path.join(folder, entry));
    const env = { ...process.env, NO_COLOR: '1' };
    const printing = `{ ${asBuilt(command)}; } 2>&1`;
    const { stdout, status } = spawnSync('sh', ['-c', printing], { cwd: folder, env, encoding: 'utf8' });
    if (status !== exitCode) throw new Error(`"${command}" exits with ${status}:\n${stdout}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `npx` and `npm` would do the same, half a second later and with remarks of their own. */
function asBuilt(command: string): string {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (command === 'npm start') return scripts.start;
  const [start] = /^npx kernelcast /.exec(command) ?? [];
  if (!start) throw new Error(`"${command}": a command in a document is "npx kernelcast …" or "npm start"`);
  return `node dist/kernelcast.js ${command.slice(start.length)}`;
}
