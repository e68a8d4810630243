// Space records: all configurations of one kernel with their times on one device, as `bench/spaces/measure.ts`
// writes them and replays read them.

import { existsSync, readFileSync } from 'node:fs';
import { type Diagnostic, DiagnosticError } from '../../diagnostics/diagnostic.ts';
import type { Quality } from '../../hardware/quality.ts';
import type { Point, Value } from '../../space/space.ts';
import { TRIAL_STATUSES, type TrialStatus } from './trial.ts';

export interface RecordedConfiguration {
  /** Index of each parameter's value. */
  readonly at: Point;
  readonly status: TrialStatus;
  readonly timeNs?: number;
  readonly minNs?: number;
  readonly spread?: number;
  readonly used?: number;
  readonly spinNs?: number;
  /** Left out when nothing is to be said. */
  readonly quality?: readonly Quality[];
  readonly compileMs?: number;
  readonly message?: string;
}

export interface SpaceRecord {
  readonly schema: typeof SPACE_RECORD_SCHEMA;
  readonly kernel: string;
  /** The launch file, where it was when it was measured. */
  readonly launch: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Of the base kernel's source and the space: records of another are not continued. */
  readonly source: string;
  readonly device: string;
  readonly driver: string;
  readonly webgpu: string;
  readonly date: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly values: readonly Value[];
    readonly isOrdered: boolean;
  }[];
  readonly constraints: readonly string[];
  readonly base: Point;
  /** Number of valid points: the record is complete when all of them are in it. */
  readonly valid: number;
  /** Buffers that are not compared, and why. */
  readonly unverified: readonly string[];
  readonly configurations: readonly RecordedConfiguration[];
}

export const SPACE_RECORD_SCHEMA = 'kernelcast/space-record@1';

/** Undefined where there is no such file. @throws DiagnosticError */
export function readSpaceRecord(path: string): SpaceRecord | undefined {
  return existsSync(path) ? spaceRecordOf(path, readFileSync(path, 'utf8')) : undefined;
}

/** The same of its text. @throws DiagnosticError */
export function spaceRecordOf(path: string, text: string): SpaceRecord {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return refuse(path, (error as Error).message);
  }
  if (!isSpaceRecord(file)) return refuse(path, `it is no record of a space (${SPACE_RECORD_SCHEMA})`);
  return file;
}

function isSpaceRecord(file: unknown): file is SpaceRecord {
  if (typeof file !== 'object' || file === null) return false;
  const { schema, parameters, configurations, base } = file as Partial<SpaceRecord>;
  if (schema !== SPACE_RECORD_SCHEMA || !Array.isArray(parameters) || !Array.isArray(base)) return false;
  if (!parameters.every((each) => typeof each?.name === 'string' && Array.isArray(each.values))) return false;
  const isPoint = (at: unknown) =>
    Array.isArray(at) &&
    at.length === parameters.length &&
    at.every((index, i) => Number.isInteger(index) && parameters[i].values[index] !== undefined);
  return (
    Array.isArray(configurations) &&
    configurations.every(
      (each) =>
        isPoint(each?.at) &&
        TRIAL_STATUSES.includes(each.status) &&
        (each.status !== 'correct' || typeof each.timeNs === 'number'),
    )
  );
}

function refuse(path: string, message: string): never {
  const diagnostic: Diagnostic = {
    severity: 'invalid',
    code: 'tune/space-record',
    message: `cannot use ${path}: ${message}`,
  };
  throw new DiagnosticError([diagnostic]);
}
