// Files of measurements: what `measure --record` appends to and `validate` reads.

import { existsSync, readFileSync } from 'node:fs';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Measurement } from './measurement.ts';
import { writeWhole } from './write-whole.ts';

export interface MeasurementFile {
  readonly schema: 'kernelcast/measurements@1';
  readonly measurements: readonly Measurement[];
}

const SCHEMA = 'kernelcast/measurements@1';

/** The file at `path`; an empty one where there is none. @throws DiagnosticError */
export function readMeasurements(path: string): MeasurementFile {
  if (!existsSync(path)) return { schema: SCHEMA, measurements: [] };
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return refuse(path, (error as Error).message);
  }
  if (!isMeasurementFile(file)) return refuse(path, `it is no file of measurements (${SCHEMA})`);
  return file;
}

/** Adds measurements to the file at `path`. @throws DiagnosticError */
export function appendMeasurements(path: string, added: readonly Measurement[]): void {
  const known = readMeasurements(path);
  writeWhole(path, textOf({ ...known, measurements: [...known.measurements, ...added] }));
}

/** One measurement per line, so that a difference between two files can be read. */
function textOf({ schema, measurements }: MeasurementFile): string {
  const lines = measurements.map((each) => `    ${JSON.stringify(each)}`);
  return `{\n  "schema": "${schema}",\n  "measurements": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function isMeasurementFile(file: unknown): file is MeasurementFile {
  if (typeof file !== 'object' || file === null) return false;
  const { schema, measurements } = file as Partial<MeasurementFile>;
  return (
    schema === SCHEMA &&
    Array.isArray(measurements) &&
    measurements.every((each) => typeof each?.name === 'string' && typeof each?.timeNs === 'number')
  );
}

function refuse(path: string, message: string): never {
  const diagnostic: Diagnostic = {
    severity: 'invalid',
    code: 'measure/record',
    message: `cannot use ${path}: ${message}`,
  };
  throw new DiagnosticError([diagnostic]);
}
