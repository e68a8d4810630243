// Space records, the exhaustive measurements of `bench/spaces/`, as recordings.

import type { Outcome } from '../../../src/diagnostics/diagnostic.ts';
import type { Value } from '../../../src/space/space.ts';
import type { TrialStatus } from '../../../src/tune/ensemble/history.ts';
import { isObject, Problems } from '../../../src/tune/formats/fields.ts';
import type { RecordedTrial, Recording } from '../../../src/tune/formats/recording.ts';
import { SPACE_RECORD_SCHEMA, type SpaceRecord } from '../../../src/tune/trials/space-record.ts';

const MS_PER_NS = 1e-6;

export function isSpaceRecord(value: unknown): boolean {
  return isObject(value) && value['schema'] === SPACE_RECORD_SCHEMA;
}

export function recordingOfSpaceRecord(file: string, text: string, value: unknown): Outcome<Recording> {
  const record = value as SpaceRecord;
  const problems = new Problems(file, text);
  if (!Array.isArray(record.parameters) || !Array.isArray(record.configurations)) {
    problems.add('a space record needs "parameters" and "configurations"', 'schema');
    return { diagnostics: problems.diagnostics };
  }
  const trials: RecordedTrial[] = [];
  for (const [i, configuration] of record.configurations.entries()) {
    const { at, status, timeNs } = configuration ?? {};
    const isPoint =
      Array.isArray(at) &&
      at.length === record.parameters.length &&
      at.every((index, j) => record.parameters[j].values?.[index] !== undefined);
    const isTimed = status !== 'correct' || typeof timeNs === 'number';
    if (!isPoint || !isTimed) {
      problems.add(`configuration ${i} has no ${isPoint ? 'time' : 'valid place "at" in the space'}`);
      if (problems.areTooMany) break;
      continue;
    }
    trials.push(
      status === 'correct'
        ? { point: at, status: 'ok', timeMs: timeNs! * MS_PER_NS }
        : { point: at, status: (status ?? 'failed') as Exclude<TrialStatus, 'ok'> },
    );
  }
  if (problems.diagnostics.length > 0) return { diagnostics: problems.diagnostics };
  const parameters = record.parameters.map(({ name, values, isOrdered }) => ({
    name,
    values: values as Value[],
    isOrdered,
  }));
  return { value: { kernel: record.kernel, device: record.device, parameters, trials }, diagnostics: [] };
}
