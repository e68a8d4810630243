// Files of measurements: what `measure --record` appends to and `validate` and `measure --from` read. Those of launches
// and those of apps are files of their own.

import { existsSync, readFileSync } from 'node:fs';
import { type Diagnostic, DiagnosticError } from '../diagnostics/diagnostic.ts';
import { writeWhole } from '../hardware/write-whole.ts';
import type { AppMeasurement } from './app-measurement.ts';
import type { Measurement } from './measurement.ts';

interface RecordFile<Schema extends string, T> {
  readonly schema: Schema;
  readonly measurements: readonly T[];
}

export type MeasurementFile = RecordFile<'kernelcast/measurements@1', Measurement>;
export type AppMeasurementFile = RecordFile<'kernelcast/app-measurements@1', AppMeasurement>;
type AnyFile = MeasurementFile | AppMeasurementFile;

/** The file at `path`; an empty one where there is none. @throws DiagnosticError */
export function readMeasurements(path: string): MeasurementFile {
  return readFileOf<MeasurementFile>(path, 'kernelcast/measurements@1');
}

/** The same of apps. @throws DiagnosticError */
export function readAppMeasurements(path: string): AppMeasurementFile {
  const file = readFileOf<AppMeasurementFile>(path, 'kernelcast/app-measurements@1');
  const isWhole = ({ samples, dispatches }: Partial<AppMeasurement>) =>
    Array.isArray(samples) && Array.isArray(dispatches);
  return file.measurements.every(isWhole)
    ? file
    : refuse(path, 'a measurement lacks its samples or dispatches');
}

/** Adds measurements to the file at `path`. @throws DiagnosticError */
export function appendMeasurements(path: string, added: readonly Measurement[]): void {
  const known = readMeasurements(path);
  writeWhole(path, textOf({ ...known, measurements: [...known.measurements, ...added] }));
}

/** The same of apps. @throws DiagnosticError */
export function appendAppMeasurements(path: string, added: readonly AppMeasurement[]): void {
  const known = readAppMeasurements(path);
  writeWhole(path, textOf({ ...known, measurements: [...known.measurements, ...added] }));
}

function readFileOf<File extends AnyFile>(path: string, schema: File['schema']): File {
  if (!existsSync(path)) return { schema, measurements: [] as readonly unknown[] } as File;
  let file: unknown;
  try {
    file = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return refuse(path, (error as Error).message);
  }
  if (!isFileOf<File>(file, schema)) return refuse(path, `it is no file of measurements (${schema})`);
  return file;
}

/** One measurement per line, so that a difference between two files can be read. */
function textOf({ schema, measurements }: AnyFile): string {
  const lines = measurements.map((each) => `    ${JSON.stringify(each)}`);
  return `{\n  "schema": "${schema}",\n  "measurements": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function isFileOf<File extends AnyFile>(file: unknown, expected: File['schema']): file is File {
  if (typeof file !== 'object' || file === null) return false;
  const { schema, measurements } = file as Partial<AnyFile>;
  return (
    schema === expected &&
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
