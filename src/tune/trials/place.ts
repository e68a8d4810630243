// Where trials are kept: the log that a path stands for, and the database of version 1 whose place it takes.
// Files of anybody else are refused, unopened and unchanged.

import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import { type FileKind, headOf, isFileOrNothing, kindOf, VERSION } from './log.ts';
import { isOlderDatabase, isSqlite } from './older-database.ts';

export interface Place {
  readonly log: string;
  /** A database of version 1. */
  readonly older?: string;
}

/** Of the file that `--database` names. Nothing is changed by asking. */
export function placeOf(file: string): Outcome<Place> {
  try {
    const head = regularHeadOf(file);
    const older = head !== undefined && isSqlite(head) ? file : databaseBeside(file);
    if (older === file && !isOlderDatabase(head!)) refuse(file, 'is an SQLite database of another program');
    const log = older === file ? logBeside(file) : file;
    refuseOthers(log, kindOf(log === file ? head : regularHeadOf(log)));
    return { value: { log, ...(older === undefined ? {} : { older }) }, diagnostics: [] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    return { diagnostics: [databaseProblem(`cannot read ${file}: ${(error as Error).message}`)] };
  }
}

/** The code of what is wrong with a database and with no kernel. */
export const DATABASE_PROBLEM = 'tune/database';

export function databaseProblem(message: string, code = DATABASE_PROBLEM): Diagnostic {
  return { severity: 'invalid', code, message };
}

/** @throws DiagnosticError for what is no file, Error for one that cannot be read */
function regularHeadOf(file: string): Buffer | undefined {
  if (!isFileOrNothing(file)) refuse(file, 'is no file');
  return headOf(file);
}

/** @throws DiagnosticError */
export function refuseOthers(log: string, kind: FileKind): void {
  if (kind.kind === 'other') refuse(log, 'is a file of something else, no log of trials');
  if (kind.kind !== 'newer') return;
  const message = `${log} was written by a newer kernelcast (version ${kind.version}, known is ${VERSION})`;
  throw new DiagnosticError([
    {
      ...databaseProblem(message, 'tune/database-version'),
      notes: ['use that one, or choose another file by --database'],
    },
  ]);
}

/** @throws DiagnosticError */
function refuse(file: string, what: string): never {
  throw new DiagnosticError([
    {
      ...databaseProblem(`${file} ${what}; it is left as it is`),
      notes: ['choose another file by --database'],
    },
  ]);
}

const logBeside = (database: string): string => `${database.replace(/\.db$/, '')}.jsonl`;

/** The one that was in use before the log. */
function databaseBeside(log: string): string | undefined {
  if (!log.endsWith('.jsonl')) return undefined;
  const plain = log.slice(0, -'.jsonl'.length);
  return [`${plain}.db`, plain].find((file) => {
    if (!isFileOrNothing(file)) return false;
    const head = headOf(file);
    return head !== undefined && isOlderDatabase(head);
  });
}
