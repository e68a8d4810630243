// Finds recorded driver code in a folder of launches, for `validate --layers` and `--why`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DriverCodeFile } from '../validate/layers.ts';
import type { DriverLoopsFile } from '../validate/loops.ts';
import { UsageError } from './usage-error.ts';

const SCHEMA = 'kernelcast/driver-code@1';

/** The folder's recorded driver code for the device. @throws UsageError */
export function readDriverCode(folder: string, device: string): DriverCodeFile {
  const files = driverCodeFiles(folder);
  const found = files.find((file) => file.device === device);
  if (found !== undefined) return found;
  const known = files.length > 0 ? `; recorded is ${files.map((file) => file.device).join(', ')}` : '';
  throw new UsageError(
    `--layers: no driver code of "${device}" in ${path.join(folder, 'recorded')}${known}; put it there as driver-code-${device}.json (schema ${SCHEMA})`,
  );
}

/** The same where it need not be there. */
export function findDriverCode(folder: string, device: string): DriverCodeFile | undefined {
  return driverCodeFiles(folder).find((file) => file.device === device);
}

function driverCodeFiles(folder: string): DriverCodeFile[] {
  const recorded = path.join(folder, 'recorded');
  const names = existsSync(recorded) ? readdirSync(recorded).sort() : [];
  return names
    .filter((name) => /^driver-code-.*\.json$/.test(name))
    .map((name) => parse(path.join(recorded, name)));
}

/** The folder's recorded loops of the driver's code; none where nobody recorded them. */
export function readDriverLoops(folder: string, device: string): DriverLoopsFile['rows'] {
  const file = path.join(folder, 'recorded', `driver-loops-${device}.json`);
  if (!existsSync(file)) return [];
  const { schema, rows } = read(file) as Partial<DriverLoopsFile>;
  if (schema !== 'kernelcast/driver-loops@1' || !Array.isArray(rows))
    throw new UsageError(`${file} holds no recorded loops (kernelcast/driver-loops@1)`);
  return rows;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

function parse(file: string): DriverCodeFile {
  const json = read(file);
  if (!isDriverCode(json)) throw new UsageError(`${file} is no recorded driver code (${SCHEMA})`);
  return json;
}

function isDriverCode(json: unknown): json is DriverCodeFile {
  if (typeof json !== 'object' || json === null) return false;
  const { schema, device, driver, rows } = json as Partial<DriverCodeFile>;
  return (
    schema === SCHEMA &&
    typeof device === 'string' &&
    typeof driver === 'string' &&
    Array.isArray(rows) &&
    rows.every(
      (row) =>
        typeof row?.name === 'string' &&
        typeof row.registers === 'number' &&
        typeof row.opcodes === 'object' &&
        row.opcodes !== null,
    )
  );
}
