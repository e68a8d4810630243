// The same input gives the same bytes under every Node:
//   npm run campaign:determinism -- --node /path/to/node22 --node /path/to/node24
// runs predict, diagnose and search (JSON) over the examples under this Node, once more, and under each of those, and
// compares what is printed. Only the seconds that the model took itself are left out. Ends with a line per Node.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../src/profile/package-root.ts';

const { values: flags } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    budget: { type: 'string', default: '12' },
    folder: { type: 'string', default: 'examples' },
  },
});

const root = packageRoot();
const launches = readdirSync(path.join(root, flags.folder))
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.join(flags.folder, file));

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  predict: ['--format', 'json'],
  diagnose: ['--format', 'json'],
  search: ['--format', 'json', '--budget', flags.budget, '--time', '60min'],
};

/** What is printed, and how it ended, without how long it took. */
function resultOf(node: string, command: string, launch: string): string {
  const program = path.join(root, 'dist', 'kernelcast.js');
  const order = [program, command, launch, ...COMMANDS[command]];
  const { status, stdout, stderr } = spawnSync(node, order, { cwd: root, encoding: 'utf8' });
  const text = `${status}\n${stdout}\n${stderr}`.replaceAll(/"seconds":\s*[\d.e-]+/g, '"seconds":0');
  return createHash('sha256').update(text).digest('hex');
}

const expected = new Map<string, string>();
for (const command of Object.keys(COMMANDS)) {
  for (const launch of launches)
    expected.set(`${command} ${launch}`, resultOf(process.execPath, command, launch));
}
process.stdout.write(`${process.version}: ${expected.size} outputs\n`);
for (const node of [process.execPath, ...flags.node]) {
  const { stdout: version } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const differing = [...expected].filter(([key, hash]) => {
    const [command, launch] = key.split(' ') as [string, string];
    return resultOf(node, command, launch) !== hash;
  });
  process.stdout.write(`${version.trim()}: ${differing.length} of ${expected.size} differ\n`);
  for (const [key] of differing) process.stdout.write(`  ${key}\n`);
  if (differing.length > 0) process.exitCode = 1;
}
