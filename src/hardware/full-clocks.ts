// What the spin pass takes at the full clock of each device, kept from process to process: a GPU that has been idle, or
// is short of power, may stay below that clock for as long as a process measures, and nothing in there would show it.

import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { DeviceInfo } from './job.ts';
import type { ClockMemory, FullClock } from './stopwatch.ts';
import { writeWhole } from './write-whole.ts';

/** Where they are kept; who lowers a device's clock for good deletes the file. */
const FILE = path.join(homedir(), '.kernelcast', 'full-clocks.json');

/** The memory for a device; where `file` cannot be read there is none, where it cannot be written it learns nothing. */
export function fullClocks({ device, driver, backend }: DeviceInfo, file = FILE): ClockMemory {
  const name = [device, driver, backend].join(', ');
  return {
    known: () => {
      const found = read(file)[name];
      return isClock(found) ? found : undefined;
    },
    note: ({ iterations, spinNs }) => {
      const all = { ...read(file), [name]: { iterations, spinNs } };
      try {
        mkdirSync(path.dirname(file), { recursive: true });
        writeWhole(file, `${JSON.stringify(all, undefined, 2)}\n`);
      } catch {
        // Then the next process has to find the clock by itself, as this one did.
      }
    },
  };
}

function read(file: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isClock(found: unknown): found is FullClock {
  const { iterations, spinNs } = (found ?? {}) as Partial<FullClock>;
  return Number.isInteger(iterations) && iterations! > 0 && Number.isFinite(spinNs) && spinNs! > 0;
}
