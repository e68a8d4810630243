// Finds recorded driver code in a folder of launches, for `validate --layers`.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { costClassOf, generationNamed } from '../compilers/nvidia/generation.ts';
import type { DriverCodeFile } from '../validate/layers.ts';
import type { DriverLoopsFile } from '../validate/loops.ts';
import { UsageError } from './usage-error.ts';

const SCHEMA = 'kernelcast/driver-code@1';

/** The folder's recorded driver code for the device. @throws UsageError */
export function readDriverCode(folder: string, device: string): DriverCodeFile {
  const recorded = path.join(folder, 'recorded');
  const names = existsSync(recorded) ? readdirSync(recorded).sort() : [];
  const files = names
    .filter((name) => /^driver-code-.*\.json$/.test(name))
    .map((name) => parse(path.join(recorded, name)));
  const found = files.find((file) => file.device === device);
  if (found !== undefined) return found;
  const known = files.length > 0 ? `; recorded is ${files.map((file) => file.device).join(', ')}` : '';
  throw new UsageError(
    `--layers: no driver code of "${device}" in ${recorded}${known}; put it there as driver-code-${device}.json (schema ${SCHEMA})`,
  );
}

/** The folder's recorded loops of the driver's code; none where nobody recorded them. */
export function readDriverLoops(folder: string, device: string): DriverLoopsFile['rows'] {
  const file = path.join(folder, 'recorded', `driver-loops-${device}.json`);
  if (!existsSync(file)) return [];
  const { schema, rows } = read(file) as Partial<DriverLoopsFile>;
  if (schema !== 'kernelcast/driver-loops@1' || !Array.isArray(rows))
    throw new UsageError(`--layers: ${file} holds no recorded loops (kernelcast/driver-loops@1)`);
  return rows;
}

/** Cost class of a machine instruction of a generation; of none for a mnemonic that it does not have. */
export function classOfOpcode(generation: string): (opcode: string) => string | undefined {
  const opcodes = generationNamed(generation)?.opcodes ?? new Map();
  return (opcode) => costClassOf(opcodes, opcode);
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--layers: cannot read ${file}: ${(error as Error).message}`);
  }
}

function parse(file: string): DriverCodeFile {
  const json = read(file);
  if (!isDriverCode(json)) throw new UsageError(`--layers: ${file} is no recorded driver code (${SCHEMA})`);
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
