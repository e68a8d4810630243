// The `kernelcast` command (started by src/start/). It only finds out what is asked for; each command loads what it needs.

import packageJson from '../../package.json' with { type: 'json' };
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { printDiagnostics, printInternalError, say } from './terminal.ts';
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
  if (/(^| )--without[ =]list( |$)/.test(args.join(' '))) {
    const { behaviourList } = await import('./flags.ts');
    process.stdout.write(behaviourList());
    return;
  }
  const { parseCommandLine } = await import('./command-line.ts');
  await parseCommandLine(normalized(args), packageJson.version);
}

/** Runs the command with its arguments, and sets the exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as `head`, is no problem; a full disk is one, and must not look like a check
  // that failed.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    say(`error: the output cannot be written: ${error.message}`);
    process.exit(EXIT.badInput);
  });
  // Nobody can be told.
  process.stderr.on('error', () => {});

  try {
    await run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      for (const line of [`error: ${error.message}`, ...error.more]) say(line);
      process.exitCode = EXIT.badInput;
    } else if (error instanceof DiagnosticError) {
      printDiagnostics(error.diagnostics);
      process.exitCode = exitCodeOf(error.diagnostics);
    } else {
      printInternalError(error);
      process.exitCode = EXIT.internal;
    }
  }
}
