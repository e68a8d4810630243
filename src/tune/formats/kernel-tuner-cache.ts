// Kernel Tuner's cache files: a head that says what was tuned and an object of configurations, which the tuner
// appends to while it runs, so that the closing brackets may be missing.

import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { keyOf, type Parameter, type Point, parameterOf, type Value } from '../../space/space.ts';
import type { TrialStatus } from '../ensemble/history.ts';
import { isObject, isTime, isValue, type JsonObject, Problems, textIn } from './fields.ts';
import { parseJson } from './json-text.ts';
import type { Costs, RecordedTrial, Recording } from './recording.ts';

/** How Kernel Tuner writes a failure in the place of the time. */
const FAILURES: ReadonlyMap<unknown, TrialStatus> = new Map<unknown, TrialStatus>(
  Object.entries({
    InvalidConfig: 'constraints',
    CompilationFailedConfig: 'compile',
    RuntimeFailedConfig: 'runtime',
  } as const),
);

const COSTS: readonly (readonly [keyof Costs, string])[] = [
  ['compileMs', 'compile_time'],
  ['verificationMs', 'verification_time'],
  ['benchmarkMs', 'benchmark_time'],
  ['searchMs', 'strategy_time'],
  ['frameworkMs', 'framework_time'],
];

/** Members of an entry that are neither parameters nor metrics. */
const NO_METRICS = new Set(['time', 'times', 'timestamp', '__error__', ...COSTS.map(([, name]) => name)]);

export function readKernelTunerCache(file: string, text: string): Outcome<Recording> {
  const parsed = parseJson(file, text);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const read = recordingOfCache(file, text, parsed.value.value);
  if (!parsed.value.isCut) return read;
  const count = read.value?.trials.length ?? 0;
  const message = `${file}: the end is missing, as in a file that is still being written; ${count} configurations are whole`;
  const cut: Diagnostic = { severity: 'warning', code: 'tune/cut-short', message };
  return { ...read, diagnostics: [...read.diagnostics, cut] };
}

export function recordingOfCache(file: string, text: string, value: unknown): Outcome<Recording> {
  const problems = new Problems(file, text);
  if (!isObject(value) || !isObject(value['cache'])) {
    problems.add('no Kernel Tuner cache: "cache" with the configurations is missing');
    return { diagnostics: problems.diagnostics };
  }
  const parameters = parametersOf(value, problems);
  const trials: RecordedTrial[] = [];
  const seen = new Set<string>();
  for (const [key, entry] of Object.entries(value['cache'])) {
    if (parameters === undefined || problems.areTooMany) break;
    const trial = trialOf(key, entry, parameters, problems);
    if (trial === undefined || seen.has(keyOf(trial.point))) continue;
    seen.add(keyOf(trial.point));
    trials.push(trial);
  }
  if (problems.diagnostics.length > 0 || parameters === undefined)
    return { diagnostics: problems.diagnostics };
  const size = value['problem_size'];
  const isSize = isValue(size) || (Array.isArray(size) && size.every(isValue));
  const recording: Recording = {
    kernel: textIn(value['kernel_name']),
    device: textIn(value['device_name']),
    ...(isSize ? { problemSize: size as Value | Value[] } : {}),
    parameters,
    trials,
  };
  return { value: recording, diagnostics: [] };
}

function parametersOf(head: JsonObject, problems: Problems): Parameter[] | undefined {
  const keys = head['tune_params_keys'];
  const values = head['tune_params'];
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string') || !isObject(values)) {
    problems.add(
      '"tune_params_keys" (names) and "tune_params" (values of each) are needed',
      'tune_params_keys',
    );
    return undefined;
  }
  const parameters = keys.map((name) => {
    const list = values[name];
    if (!Array.isArray(list) || list.length === 0 || !list.every(isValue)) {
      problems.add(`"tune_params" needs a list of values for "${name}"`, name);
      return undefined;
    }
    return parameterOf(name, [...new Set(list)]);
  });
  return parameters.includes(undefined) ? undefined : (parameters as Parameter[]);
}

function trialOf(
  key: string,
  entry: unknown,
  parameters: readonly Parameter[],
  problems: Problems,
): RecordedTrial | undefined {
  if (!isObject(entry)) {
    problems.add(`configuration "${key}" is no object`, key);
    return undefined;
  }
  const point: number[] = [];
  for (const { name, values } of parameters) {
    const index = values.indexOf(entry[name] as Value);
    if (index === -1) {
      const what = entry[name] === undefined ? 'has no' : `has a value that "tune_params" does not list for`;
      problems.add(`configuration "${key}" ${what} "${name}"`, key);
      return undefined;
    }
    point.push(index);
  }
  const outcome = outcomeOf(entry);
  if (outcome === undefined) {
    problems.add(`configuration "${key}" has no "time" (milliseconds, or the name of a failure)`, key);
    return undefined;
  }
  return { point, ...outcome, ...detailsOf(entry, parameters) };
}

function outcomeOf(entry: JsonObject): Pick<RecordedTrial, 'status' | 'timeMs'> | undefined {
  const failure = entry['__error__'] ?? entry['time'];
  if (typeof failure === 'string') return { status: FAILURES.get(failure) ?? 'failed' };
  const time = entry['time'];
  // Python's infinity and NaN, which are null here, and old caches' 1e20 stand for failures too.
  if (time === null || (typeof time === 'number' && time >= 1e20)) return { status: 'failed' };
  return isTime(time) ? { status: 'ok', timeMs: time } : undefined;
}

function detailsOf(entry: JsonObject, parameters: readonly Parameter[]): Partial<RecordedTrial> {
  const samples = entry['times'];
  const costs = Object.fromEntries(
    COSTS.flatMap(([name, key]) => (isTime(entry[key]) ? [[name, entry[key]]] : [])),
  );
  const names = new Set(parameters.map(({ name }) => name));
  const metrics = Object.entries(entry).flatMap(([name, value]) =>
    Number.isFinite(value) && !names.has(name) && !NO_METRICS.has(name)
      ? [{ name, value: value as number }]
      : [],
  );
  return {
    ...(Array.isArray(samples) ? { samplesMs: samples.filter(isTime) } : {}),
    ...(Object.keys(costs).length > 0 ? { costs } : {}),
    ...(typeof entry['timestamp'] === 'string' ? { timestamp: entry['timestamp'] } : {}),
    ...(metrics.length > 0 ? { metrics } : {}),
  };
}

function valuesOf(parameters: readonly Parameter[], point: Point): Value[] {
  return parameters.map(({ values }, i) => values[point[i]]);
}

const FAILURE_NAMES = new Map([...FAILURES].map(([name, status]) => [status, name]));

/** The text of a cache file, complete. */
export function writeKernelTunerCache(recording: Recording): string {
  const { parameters } = recording;
  const head = {
    device_name: recording.device,
    kernel_name: recording.kernel,
    problem_size: recording.problemSize ?? [],
    tune_params_keys: parameters.map(({ name }) => name),
    tune_params: Object.fromEntries(parameters.map(({ name, values }) => [name, values])),
    objective: 'time',
  };
  const entries = recording.trials.map((trial) => {
    const values = valuesOf(parameters, trial.point);
    return `${JSON.stringify(values.join(','))}: ${JSON.stringify(entryOf(trial, parameters, values))}`;
  });
  // One configuration per line, so that the file can be read beside its head and appended to.
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "cache": {\n${entries.join(',\n')}\n  }\n}\n`;
}

function entryOf(
  trial: RecordedTrial,
  parameters: readonly Parameter[],
  values: readonly Value[],
): JsonObject {
  const costs = COSTS.flatMap(([name, key]) =>
    trial.costs?.[name] === undefined ? [] : [[key, trial.costs[name]] as const],
  );
  return {
    ...Object.fromEntries(parameters.map(({ name }, i) => [name, values[i]])),
    time: trial.status === 'ok' ? trial.timeMs : (FAILURE_NAMES.get(trial.status) ?? 'RuntimeFailedConfig'),
    ...(trial.samplesMs === undefined ? {} : { times: trial.samplesMs }),
    ...Object.fromEntries(costs),
    ...Object.fromEntries((trial.metrics ?? []).map(({ name, value }) => [name, value])),
    ...(trial.timestamp === undefined ? {} : { timestamp: trial.timestamp }),
  };
}
