// T4, the result files of the autotuning methodology (FAIR benchmark hub): one entry per configuration with its
// times, its validity and its measurements. Files differ in the names of some times and in units; both are read.

import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { keyOf, type Parameter, parameterOf, type Value } from '../../space/space.ts';
import type { TrialStatus } from '../ensemble/history.ts';
import { isObject, isTime, isValue, type JsonObject, Problems, shown, textIn } from './fields.ts';
import { parseJson } from './json-text.ts';
import type { Costs, RecordedTrial, Recording } from './recording.ts';

const SCHEMA_VERSION = '1.0.0';

/** Milliseconds per unit. `miliseconds` is how the hub's files spell it. */
const UNITS = new Map(
  Object.entries({
    miliseconds: 1,
    milliseconds: 1,
    ms: 1,
    seconds: 1e3,
    s: 1e3,
    microseconds: 1e-3,
    us: 1e-3,
    nanoseconds: 1e-6,
    ns: 1e-6,
  }),
);

const STATUSES: readonly TrialStatus[] = ['timeout', 'compile', 'runtime', 'correctness', 'constraints'];

/** The names of costs: as real files have it, then as the schema or other files have it. */
const COSTS: readonly (readonly [keyof Costs, string, string])[] = [
  ['compileMs', 'compilation', 'compilation_time'],
  ['benchmarkMs', 'benchmark', 'benchmark_time'],
  ['frameworkMs', 'framework', 'framework_time'],
  ['searchMs', 'search_algorithm', 'strategy_time'],
  ['verificationMs', 'validation', 'verification_time'],
];

export function readT4(file: string, text: string): Outcome<Recording> {
  const parsed = parseJson(file, text);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const read = recordingOfT4(file, text, parsed.value.value);
  if (!parsed.value.isCut) return read;
  const message = `${file}: the end is missing; ${read.value?.trials.length ?? 0} results are whole`;
  const cut: Diagnostic = { severity: 'warning', code: 'tune/cut-short', message };
  return { ...read, diagnostics: [...read.diagnostics, cut] };
}

export function recordingOfT4(file: string, text: string, value: unknown): Outcome<Recording> {
  const problems = new Problems(file, text);
  if (!isObject(value) || !Array.isArray(value['results'])) {
    problems.add('no T4 results: the list "results" is missing');
    return { diagnostics: problems.diagnostics };
  }
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  const results = value['results'].filter((result, i) => {
    if (isObject(result) && isObject(result['configuration'])) return true;
    problems.add(`result ${i} has no "configuration"`);
    return false;
  }) as JsonObject[];
  const parameters = parametersOf(results);
  const scale = scaleOf(metadata['timeunit'], 1, problems);
  const trials: RecordedTrial[] = [];
  const seen = new Set<string>();
  for (const [i, result] of results.entries()) {
    if (problems.areTooMany) break;
    const trial = trialOf(result, i, parameters, scale, problems);
    if (trial === undefined || seen.has(keyOf(trial.point))) continue;
    seen.add(keyOf(trial.point));
    trials.push(trial);
  }
  if (problems.diagnostics.length > 0) return { diagnostics: problems.diagnostics };
  const recording: Recording = {
    kernel: textIn(metadata['kernel_name']),
    device: textIn(metadata['device_name']),
    parameters,
    trials,
  };
  return { value: recording, diagnostics: [] };
}

/** T4 does not list what could vary: the values that occur are taken for all there are. */
function parametersOf(results: readonly JsonObject[]): Parameter[] {
  const values = new Map<string, Set<Value>>();
  for (const result of results) {
    for (const [name, value] of Object.entries(result['configuration'] as JsonObject)) {
      if (!isValue(value)) continue;
      if (!values.has(name)) values.set(name, new Set());
      values.get(name)!.add(value);
    }
  }
  return [...values].map(([name, found]) => parameterOf(name, [...found]));
}

function scaleOf(unit: unknown, fallback: number, problems: Problems): number {
  if (unit === undefined || unit === '' || unit === null) return fallback;
  const scale = UNITS.get(textIn(unit).toLowerCase());
  if (scale === undefined) problems.add(`unknown unit of time ${shown(unit)}`, textIn(unit));
  return scale ?? fallback;
}

function trialOf(
  result: JsonObject,
  index: number,
  parameters: readonly Parameter[],
  scale: number,
  problems: Problems,
): RecordedTrial | undefined {
  const configuration = result['configuration'] as JsonObject;
  const point = parameters.map(({ name, values }) => values.indexOf(configuration[name] as Value));
  if (point.includes(-1)) {
    const { name } = parameters[point.indexOf(-1)];
    problems.add(`result ${index} has no value for "${name}", which others have`, name);
    return undefined;
  }
  const invalidity = result['invalidity'] ?? 'correct';
  const known = STATUSES.find((status) => status === invalidity);
  if (known === undefined && invalidity !== 'correct') {
    problems.add(
      `result ${index}: unknown "invalidity" ${shown(invalidity)}; expected correct, ${STATUSES.join(', ')}`,
      textIn(invalidity),
    );
    return undefined;
  }
  const details = detailsOf(result, scale);
  if (known !== undefined) return { point, status: known, ...details };
  const timeMs = objectiveOf(result, scale, problems);
  if (timeMs === undefined) {
    problems.add(`result ${index} is correct, but has no measurement of its objective`);
    return undefined;
  }
  return { point, status: 'ok', timeMs, ...details };
}

function measurementsOf(result: JsonObject): JsonObject[] {
  const measurements = result['measurements'];
  return Array.isArray(measurements) ? measurements.filter(isObject) : [];
}

/** The first objective's measurement; the mean of the samples where it is missing. */
function objectiveOf(result: JsonObject, scale: number, problems: Problems): number | undefined {
  const objectives = result['objectives'];
  const name = Array.isArray(objectives) && objectives.length > 0 ? objectives[0] : 'time';
  const measurement = measurementsOf(result).find((each) => each['name'] === name);
  const value = measurement?.['value'];
  if (isTime(value)) return value * scaleOf(measurement?.['unit'], scale, problems);
  const samples = samplesOf(result);
  return samples.length === 0
    ? undefined
    : (scale * samples.reduce((sum, each) => sum + each, 0)) / samples.length;
}

function samplesOf(result: JsonObject): number[] {
  const times = result['times'];
  const runtimes = isObject(times) ? times['runtimes'] : undefined;
  return Array.isArray(runtimes) ? runtimes.filter(isTime) : [];
}

function detailsOf(result: JsonObject, scale: number): Partial<RecordedTrial> {
  const times = isObject(result['times']) ? result['times'] : {};
  const samples = samplesOf(result).map((each) => each * scale);
  const costs = COSTS.flatMap(([cost, ...names]) => {
    const name = names.find((each) => isTime(times[each]));
    return name === undefined ? [] : [[cost, (times[name] as number) * scale] as const];
  });
  const metrics = measurementsOf(result).flatMap(({ name, value, unit }) => {
    if (!Number.isFinite(value) || typeof name !== 'string' || name === 'time') return [];
    return [{ name, value: value as number, ...(typeof unit === 'string' && unit !== '' ? { unit } : {}) }];
  });
  return {
    ...(samples.length > 0 ? { samplesMs: samples } : {}),
    ...(costs.length > 0 ? { costs: Object.fromEntries(costs) } : {}),
    ...(typeof result['timestamp'] === 'string' ? { timestamp: result['timestamp'] } : {}),
    ...(metrics.length > 0 ? { metrics } : {}),
  };
}

export function writeT4(recording: Recording): string {
  const results = recording.trials.map((trial) => resultOf(trial, recording.parameters));
  const metadata = {
    timeunit: 'miliseconds',
    kernel_name: recording.kernel,
    device_name: recording.device,
  };
  const lines = results.map((result) => `    ${JSON.stringify(result)}`).join(',\n');
  return `{\n  "schema_version": "${SCHEMA_VERSION}",\n  "metadata": ${JSON.stringify(metadata)},\n  "results": [\n${lines}\n  ]\n}\n`;
}

function resultOf(trial: RecordedTrial, parameters: readonly Parameter[]): JsonObject {
  const costs = COSTS.flatMap(([cost, name]) =>
    trial.costs?.[cost] === undefined ? [] : [[name, trial.costs[cost]] as const],
  );
  const isOk = trial.status === 'ok';
  const time = isOk ? [{ name: 'time', value: trial.timeMs, unit: 'ms' }] : [];
  const metrics = (trial.metrics ?? []).map(({ name, value, unit }) => ({ name, value, unit: unit ?? '' }));
  return {
    ...(trial.timestamp === undefined ? {} : { timestamp: trial.timestamp }),
    configuration: Object.fromEntries(
      parameters.map(({ name, values }, i) => [name, values[trial.point[i]]]),
    ),
    objectives: ['time'],
    times: { ...Object.fromEntries(costs), runtimes: trial.samplesMs ?? [] },
    // The schema has no word for a failure of unknown kind.
    invalidity: isOk ? 'correct' : trial.status === 'failed' ? 'runtime' : trial.status,
    correctness: isOk ? 1 : 0,
    measurements: [...time, ...metrics],
  };
}
