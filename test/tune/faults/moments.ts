// The moments at which a process can be killed: before each call that changes a file, and halfway through each
// that writes. What such a process leaves is what the files hold then, since the system keeps what was written;
// so a copy of the folder at each moment is as good as a kill.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** All by which the log and the code around it change files, but for appending. */
const CHANGES = [
  'openSync',
  'writeFileSync',
  'ftruncateSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmSync',
  'mkdirSync',
  'rmdirSync',
] as const;

type AnyCall = (...values: unknown[]) => unknown;
type Calls = Record<string, AnyCall>;

/** Calls `at` at each moment from now on, with what comes next, until what is returned is called. */
export function watchMoments(at: (what: string) => void): () => void {
  const calls = fs as unknown as Calls;
  const names = [...CHANGES, 'writeSync', 'fsyncSync'];
  const real: Calls = Object.fromEntries(names.map((name) => [name, calls[name]]));
  const use = (changed: Calls) => {
    Object.assign(calls, changed);
    syncBuiltinESMExports();
  };
  const hooked: Calls = {};
  // What happens in `at` is not part of the work. Syncing costs time and changes nothing for who is killed.
  const syncless: Calls = { ...real, fsyncSync: () => undefined };
  let isWatching = true;
  const tell = (what: string) => {
    // Node itself may have taken a hooked one to call it later.
    if (!isWatching) return;
    isWatching = false;
    use(syncless);
    try {
      at(what);
    } finally {
      use(hooked);
      isWatching = true;
    }
  };
  for (const name of CHANGES) {
    hooked[name] = (...values) => {
      tell(`before ${name} ${values.filter((each) => typeof each === 'string').join(' ')}`);
      return real[name](...values);
    };
  }
  hooked['writeSync'] = (file, data) => {
    const bytes = data as Buffer;
    tell(`before writeSync of ${bytes.length}`);
    const half = real['writeSync'](file, bytes.subarray(0, bytes.length >> 1)) as number;
    tell(`amid writeSync of ${bytes.length}`);
    return half + (real['writeSync'](file, bytes.subarray(half)) as number);
  };
  use({ ...syncless, ...hooked });
  return () => {
    isWatching = false;
    use(real);
  };
}

/** The moments of `work`, its end included. */
export function eachMoment(work: () => void, at: (what: string) => void): void {
  const stop = watchMoments(at);
  try {
    work();
  } finally {
    stop();
  }
  at('at the end');
}
