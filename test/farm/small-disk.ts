// A disk that can be filled: a file system in memory, mounted for one process alone, so that nobody else notices. It takes
// no rights but those that every user has in a namespace of his own, where the system grants them (test/devices.ts).

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** So much room is left for those that run on it. */
const MEBIBYTES = 160;
const PART_BYTES = 1 << 16;

/** The command line that begins a shell text with such a disk at `folder`; the text finds `args` as $1 and so on. */
export function onSmallDisk(folder: string, text: string, args: readonly string[]): string[] {
  const mounted = `mount -t tmpfs -o size=${MEBIBYTES}m tmpfs "$0" && chmod 777 "$0" && { ${text} }`;
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mounted, folder, ...args];
}

/** The disk from outside. */
export class SmallDisk {
  private readonly filler: string;

  /** @param pid of a process that has it */
  constructor(folder: string, pid: number) {
    this.filler = path.join(`/proc/${pid}/root`, folder, 'filler');
  }

  /** To the last byte. */
  fill(): void {
    try {
      for (;;) writeFileSync(this.filler, Buffer.alloc(PART_BYTES), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    rmSync(this.filler);
  }
}
