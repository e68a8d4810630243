// One process at a time owns a database of trials. SQLite's own lock cannot say this here: its WebAssembly build
// marks a lock by a folder, which stays when its process is killed. So a file beside the database names the
// owner, and a database whose owner is dead can be taken over.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

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
  /** The last owner died without giving it back. */
  readonly wasAbandoned: boolean;
}

export const ownerFile = (database: string): string => `${database}.owner`;

/** Long enough for another process that saw the same dead owner to have taken over as well. */
const SETTLING_MS = 30;

/** Makes this process the owner, unless another one that lives is. */
export function claim(database: string): Claim {
  const path = ownerFile(database);
  const me: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, JSON.stringify(me));
  try {
    // Unlike writing, a link is there whole or not at all.
    linkSync(beside, path);
    return { isMine: true, wasAbandoned: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  const holder = readOwner(path);
  if (holder && isAlive(holder)) return { isMine: false, holder, wasAbandoned: false };
  // Of several that take over at once, the last one has it.
  writeFileSync(beside, JSON.stringify(me));
  renameSync(beside, path);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLING_MS);
  const now = readOwner(path);
  if (now?.pid === me.pid && now.host === me.host) return { isMine: true, wasAbandoned: true };
  return { isMine: false, ...(now ? { holder: now } : {}), wasAbandoned: false };
}

export function release(database: string): void {
  const path = ownerFile(database);
  if (readOwner(path)?.pid === process.pid) rmSync(path, { force: true });
}

function readOwner(path: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8')) as Partial<Owner>;
    return typeof owner.pid === 'number' ? (owner as Owner) : undefined;
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
