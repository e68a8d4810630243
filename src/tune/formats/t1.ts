// T1, the input files of the autotuning methodology: what may vary and under which conditions. Values and conditions
// are texts in Python's syntax; what is read is a space in the words of launch files. What T1 says about the kernel
// itself, its arguments and a budget, the launch file and the command line say here.

import type { Outcome } from '../../diagnostics/diagnostic.ts';
import { ExpressionError, evaluate } from '../../launch/expressions.ts';
import type { ConstraintEntry, TunableEntry } from '../../launch/launch.ts';
import { pythonOf } from '../../launch/python.ts';
import type { GivenSpace } from '../../space/declare.ts';
import type { Configuration, Space, Value } from '../../space/space.ts';
import { isObject, isValue, type JsonObject, Problems, textIn } from './fields.ts';
import { parseJson } from './json-text.ts';
import { launchExpressionOf, launchListOf, PythonError } from './python-expression.ts';

export function readT1(file: string, text: string): Outcome<GivenSpace> {
  const parsed = parseJson(file, text, 0);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const problems = new Problems(file, text);
  const value = parsed.value.value;
  const fields = isObject(value) ? value['ConfigurationSpace'] : undefined;
  if (!isObject(fields)) {
    problems.add('no T1 input: "ConfigurationSpace" is needed');
    return { diagnostics: problems.diagnostics };
  }
  const tunables = list(fields['TuningParameters']).flatMap((each) => tunableFrom(each, problems));
  const constraints = list(fields['Conditions']).flatMap((each) => constraintFrom(each, problems));
  if (problems.diagnostics.length === 0 && tunables.length === 0)
    problems.add('"TuningParameters" names no parameter', 'TuningParameters');
  if (problems.diagnostics.length > 0) return { diagnostics: problems.diagnostics };
  return { value: { tunables, constraints }, diagnostics: [] };
}

function list(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function tunableFrom(fields: JsonObject, problems: Problems): TunableEntry[] {
  const name = fields['Name'];
  if (typeof name !== 'string' || name === '') {
    problems.add('a tuning parameter has no "Name"', 'TuningParameters');
    return [];
  }
  const span = problems.spanOf(name);
  const values = valuesFrom(fields['Values'], name, problems);
  if (values === undefined) return [];
  const type = textIn(fields['Type']);
  return [{ name, values: [...new Set(values.map((each) => valueOfType(each, type)))], span }];
}

function valuesFrom(values: unknown, name: string, problems: Problems): readonly Value[] | undefined {
  if (Array.isArray(values) && values.every(isValue)) return values;
  if (typeof values !== 'string') {
    problems.add(`"Values" of ${name} must be a list in brackets`, name);
    return undefined;
  }
  return translated(`the values of ${name},`, values, problems, () => launchListOf(values).map(itemValue));
}

/** An item of a list: a text, a truth value, or arithmetic on numbers. */
function itemValue(item: string): Value {
  if (item.startsWith('"')) return JSON.parse(item) as string;
  return item === 'true' || item === 'false' ? item === 'true' : evaluate(item, () => undefined);
}

/** Files write booleans as 0 and 1, and numbers as texts. */
function valueOfType(value: Value, type: string): Value {
  if (type === 'bool') return typeof value === 'string' ? /^(true|1)$/i.test(value) : Boolean(value);
  if (type === 'string') return String(value);
  const isNumeric = ['int', 'uint', 'float'].includes(type) && Number.isFinite(Number(value));
  return isNumeric ? Number(value) : value;
}

function constraintFrom(fields: JsonObject, problems: Problems): ConstraintEntry[] {
  const python = fields['Expression'];
  if (typeof python !== 'string') {
    problems.add('a condition has no "Expression"', 'Conditions');
    return [];
  }
  const text = translated('condition', python, problems, () => launchExpressionOf(python));
  return text === undefined ? [] : [{ text, span: problems.spanOf(python) }];
}

/** Undefined after reporting what is wrong with the text. */
function translated<T>(what: string, text: string, problems: Problems, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const isPython = error instanceof PythonError;
    if (!isPython && !(error instanceof ExpressionError)) throw error;
    const place = isPython ? ` (character ${error.at + 1})` : '';
    problems.add(`${what} "${text}": ${error.message}${place}`, text);
    return undefined;
  }
}

export interface T1Output {
  readonly kernel: string;
  /** Path of the shader. */
  readonly file: string;
  readonly space: Space;
  readonly defaults: Configuration;
}

/** A T1 file of a space, and the conditions that Python has no words for. */
export function writeT1({ kernel, file, space, defaults }: T1Output): {
  readonly text: string;
  readonly leftOut: readonly string[];
} {
  const { parameters } = space;
  const dottedNames = parameters.map(({ name }) => name);
  const leftOut: string[] = [];
  // What a limit of the device forbids has words for people and no place in a file.
  const conditions = space.constraints.flatMap(({ text, parameters: read, span }) => {
    const names = read.map((index) => dottedNames[index]);
    const python = span && conditionOf(text, dottedNames);
    if (span && python === undefined) leftOut.push(text);
    return python === undefined ? [] : [{ Expression: python, Parameters: names }];
  });
  const input = {
    General: { FormatVersion: 1 },
    ConfigurationSpace: {
      TuningParameters: parameters.map(({ name, values }) => ({
        Name: name,
        Type: typeOf(values),
        Values: pythonList(values),
        Default: defaults[name],
      })),
      Conditions: conditions,
    },
    KernelSpecification: { Language: 'WGSL', KernelName: kernel, KernelFile: file },
  };
  return { text: `${JSON.stringify(input, null, 2)}\n`, leftOut };
}

/** Undefined where it reads other names than the space's, or is beyond Python. */
function conditionOf(text: string, names: readonly string[]): string | undefined {
  try {
    const python = pythonOf(text, { dottedNames: names });
    return python.names.every((name) => names.includes(name)) ? python.text : undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

function typeOf(values: readonly Value[]): string {
  if (values.every((value) => typeof value === 'boolean')) return 'bool';
  if (!values.every((value) => typeof value === 'number')) return 'string';
  return values.every(Number.isInteger) ? 'int' : 'float';
}

function pythonList(values: readonly Value[]): string {
  const items = values.map((value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return typeof value === 'number' ? String(value) : JSON.stringify(value);
  });
  return `[${items.join(', ')}]`;
}
