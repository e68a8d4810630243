// One process at a time owns a database of trials. SQLite's own lock cannot say this here: its WebAssembly build
// marks a lock by a folder, which stays when its process is killed. So a file beside the database names the
// owner, and a database whose owner is dead can be taken over.

import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts it; another process with the same number began later. */
  readonly started: string;
}

export interface Claim {
  readonly isMine: boolean;
  /** Who has it, when it is not mine. */
  readonly holder?: Owner;
}

export const ownerFile = (database: string): string => `${database}.owner`;

/** Makes this process the owner, unless another one that lives is. */
export function claim(database: string): Claim {
  const path = ownerFile(database);
  const beside = `${path}.${randomUUID()}`;
  writeFileSync(beside, me());
  try {
    const holder = take(path, beside);
    if (holder) return { isMine: false, holder };
    removeRemains(path);
    return { isMine: true };
  } finally {
    rmSync(beside, { force: true });
  }
}

export function release(database: string): void {
  const path = ownerFile(database);
  if (contentOf(path) === me()) rmSync(path, { force: true });
}

/**
 * Puts a link to `beside` at `path`, unless a process that lives has it, which is returned. The right to remove a
 * certain dead owner is taken in the same way: so no two do it, and the later one does not remove the earlier.
 */
function take(path: string, beside: string): Owner | undefined {
  if (isLinked(path, beside)) return undefined;
  const content = contentOf(path);
  if (content === undefined) return take(path, beside);
  const holder = ownerIn(content);
  if (holder && isAlive(holder)) return holder;
  const removal = `${path}.after-${holder ? `${holder.pid}-${holder.started}` : 'nobody'}`;
  const rival = take(removal, beside);
  if (rival) return rival;
  try {
    if (contentOf(path) === content) rmSync(path, { force: true });
    return take(path, beside);
  } finally {
    rmSync(removal, { force: true });
  }
}

/** Unlike a file that is written, a link is there whole or not at all. */
function isLinked(path: string, beside: string): boolean {
  try {
    linkSync(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** Of processes that died while they claimed it. */
function removeRemains(path: string): void {
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const remains = join(dirname(path), name);
    const owner = ownerIn(contentOf(remains) ?? '');
    if (owner && !isAlive(owner)) rmSync(remains, { force: true });
  }
}

const me = (): string =>
  JSON.stringify({ pid: process.pid, host: hostname(), started: startOf(process.pid) } satisfies Owner);

/** Undefined where there is no such file. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function ownerIn(content: string): Owner | undefined {
  try {
    const owner = JSON.parse(content) as Partial<Owner> | null;
    return typeof owner?.pid === 'number' ? (owner as Owner) : undefined;
  } catch {
    return undefined;
  }
}

/** Of another host nothing is known: it counts as alive. */
function isAlive({ pid, host, started }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startOf(pid) === started;
}

/** Field 22 of /proc/PID/stat (proc_pid_stat(5)); empty where there is no such file. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
