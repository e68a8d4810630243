#!/usr/bin/env node
// The `kernelcast` command. It only finds out what is asked for; each command loads what it needs.

import packageJson from '../../package.json' with { type: 'json' };
import { EXIT } from './exit-codes.ts';
import { printInternalError } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** `-DN=4` is `-D N=4`, as compilers have it; yargs would take it for several short flags. */
function normalized(args: readonly string[]): string[] {
  return args.flatMap((arg) => (/^-D.+/.test(arg) ? ['-D', arg.slice(2)] : [arg]));
}

async function run(args: readonly string[]): Promise<void> {
  if (args.length === 1 && args[0] === '--version') {
    process.stdout.write(`${packageJson.version}\n`);
    return;
  }
  const { parseCommandLine } = await import('./command-line.ts');
  await parseCommandLine(normalized(args), packageJson.version);
}

// A reader that has seen enough, such as `head`, is no problem.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = EXIT.badInput;
  } else {
    printInternalError(error);
    process.exitCode = EXIT.internal;
  }
}
