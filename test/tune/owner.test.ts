// Who owns a database when several processes want it, whatever the order in which they come by.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claim, ownerFile, release } from '../../src/tune/trials/owner.ts';
import { eachMoment } from './faults/moments.ts';

/** A process that is gone, and two that live. */
const DEAD = spawnSync(process.execPath, ['--version']).pid;
const ME = process.pid;
const OTHER = process.ppid;

let database = '';
beforeEach(() => {
  database = path.join(mkdtempSync(path.join(tmpdir(), 'kernelcast-owner-')), 'trials.db');
});
afterEach(() => {
  rmSync(path.dirname(database), { recursive: true });
});

const files = () => readdirSync(path.dirname(database));
const ownerNow = () => JSON.parse(readFileSync(ownerFile(database), 'utf8')).pid;

/** What a process with this number does. */
function as<T>(pid: number, act: () => T): T {
  Object.defineProperty(process, 'pid', { value: pid, configurable: true });
  try {
    return act();
  } finally {
    Object.defineProperty(process, 'pid', { value: ME, configurable: true });
  }
}

function abandon(): void {
  writeFileSync(ownerFile(database), JSON.stringify({ pid: DEAD, host: hostname(), started: '1' }));
}

/** Two claims, the second in whole at the n-th moment of the first; undefined when there is no such moment. */
function claimBoth(n: number): [boolean, boolean] | undefined {
  let moment = 0;
  let theirs: boolean | undefined;
  let mine = false;
  eachMoment(
    () => {
      mine = claim(database).isMine;
    },
    () => {
      if (moment++ === n) theirs = as(OTHER, () => claim(database).isMine);
    },
  );
  return theirs === undefined ? undefined : [mine, theirs];
}

/** What claiming at the same time comes to, from each state that `prepare` makes. */
function outcomes(prepare: () => void): number {
  for (let n = 0; ; n++) {
    for (const name of files()) rmSync(path.join(path.dirname(database), name));
    prepare();
    const claims = claimBoth(n);
    if (!claims) return n;
    expect(claims.filter((isOwner) => isOwner)).toHaveLength(1);
    expect(ownerNow()).toBe(claims[0] ? ME : OTHER);
    expect(files()).toEqual(['trials.db.owner']);
  }
}

describe('the owner of a database', () => {
  it('is one of two that claim it at once', () => {
    expect(outcomes(() => {})).toBeGreaterThan(2);
  });

  it('is one of two that take it over at once from a dead one', () => {
    expect(outcomes(abandon)).toBeGreaterThan(6);
  });

  it('is one of two where somebody died taking it over', () => {
    const dead = JSON.stringify({ pid: DEAD, host: hostname(), started: '2' });
    const prepare = () => {
      abandon();
      writeFileSync(`${ownerFile(database)}.after-${DEAD}-1`, dead);
    };
    expect(outcomes(prepare)).toBeGreaterThan(8);
  });

  it('is one of two where the file says nothing', () => {
    expect(outcomes(() => writeFileSync(ownerFile(database), ''))).toBeGreaterThan(6);
  });

  it('keeps it until it gives it back', () => {
    expect(claim(database).isMine).toBe(true);
    const second = as(OTHER, () => claim(database));
    expect(second).toMatchObject({ isMine: false, holder: { pid: ME, host: hostname() } });
    as(OTHER, () => release(database));
    expect(ownerNow()).toBe(ME);
    release(database);
    expect(files()).toEqual([]);
  });

  it('counts as alive on another machine, and as dead when its number is another process by now', () => {
    writeFileSync(ownerFile(database), JSON.stringify({ pid: DEAD, host: 'elsewhere', started: '1' }));
    expect(claim(database)).toMatchObject({ isMine: false, holder: { host: 'elsewhere' } });
    writeFileSync(ownerFile(database), JSON.stringify({ pid: OTHER, host: hostname(), started: 'before' }));
    expect(claim(database).isMine).toBe(true);
  });
});
