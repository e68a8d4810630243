// T1, the input files of the autotuning methodology: what may vary, under which conditions, and the kernel that
// it is about. Values and conditions are texts in Python's syntax.

import { type Diagnostic, DiagnosticError, type Outcome } from '../../diagnostics/diagnostic.ts';
import { type Constraint, type Parameter, parameterOf, type Space, type Value } from '../../space/space.ts';
import { isObject, isValue, type JsonObject, Problems } from './fields.ts';
import { parseJson } from './json-text.ts';
import { PythonError, type PythonExpression, type PythonValue, parsePython } from './python-expression.ts';

/** What a T1 file says about the kernel itself, as it stands there. */
export interface KernelSpecification {
  readonly name: string;
  readonly file: string;
  readonly language: string;
  readonly problemSize?: unknown;
  readonly localSize?: unknown;
  readonly globalSize?: unknown;
  readonly arguments: readonly JsonObject[];
}

export type BudgetKind = 'TuningDuration' | 'ConfigurationCount' | 'ConfigurationFraction';

export interface T1Input {
  readonly space: Space;
  /** By parameter, where the file names one. */
  readonly defaults: Readonly<Record<string, Value>>;
  readonly kernel: KernelSpecification;
  readonly budget: readonly { readonly kind: BudgetKind; readonly value: number }[];
}

const BUDGETS: readonly BudgetKind[] = ['TuningDuration', 'ConfigurationCount', 'ConfigurationFraction'];

export function readT1(file: string, text: string): Outcome<T1Input> {
  const parsed = parseJson(file, text, 0);
  if (parsed.value === undefined) return { diagnostics: parsed.diagnostics };
  const problems = new Problems(file, text);
  const value = parsed.value.value;
  const spaceFields = isObject(value) ? value['ConfigurationSpace'] : undefined;
  const kernelFields = isObject(value) ? value['KernelSpecification'] : undefined;
  if (!isObject(value) || !isObject(spaceFields) || !isObject(kernelFields)) {
    problems.add('no T1 input: "ConfigurationSpace" and "KernelSpecification" are needed');
    return { diagnostics: problems.diagnostics };
  }
  const tuned = list(spaceFields['TuningParameters']).map((fields) => parameterFrom(fields, problems));
  if (tuned.length === 0) problems.add('"TuningParameters" names no parameter', 'TuningParameters');
  const parameters = tuned.flatMap((each) => (each === undefined ? [] : [each.parameter]));
  const constraints = list(spaceFields['Conditions']).flatMap((fields) => {
    const constraint = constraintFrom(fields, parameters, problems);
    return constraint === undefined ? [] : [constraint];
  });
  if (problems.diagnostics.length > 0) return { diagnostics: problems.diagnostics };
  const defaults = tuned.flatMap((each) =>
    each?.default === undefined ? [] : [[each.parameter.name, each.default] as const],
  );
  return {
    value: {
      space: { parameters, constraints },
      defaults: Object.fromEntries(defaults),
      kernel: kernelFrom(kernelFields),
      budget: budgetFrom(value['Budget']),
    },
    diagnostics: [],
  };
}

function list(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Parses text of a T1 file; undefined after reporting what is wrong with it. */
function pythonFrom(text: string, what: string, problems: Problems): PythonExpression | undefined {
  try {
    return parsePython(text);
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    problems.add(`${what} "${text}": ${error.message} (character ${error.at + 1})`, text);
    return undefined;
  }
}

function parameterFrom(
  fields: JsonObject,
  problems: Problems,
): { readonly parameter: Parameter; readonly default?: Value } | undefined {
  const name = fields['Name'];
  if (typeof name !== 'string' || name === '') {
    problems.add('a tuning parameter has no "Name"', 'TuningParameters');
    return undefined;
  }
  const type = String(fields['Type'] ?? '');
  const values = valuesFrom(fields['Values'], `the values of ${name},`, problems);
  if (values === undefined) return undefined;
  if (values.length === 0) {
    problems.add(`"Values" of ${name} is empty`, name);
    return undefined;
  }
  const typed = values.map((value) => valueOfType(value, type));
  const given = fields['Default'];
  const standard = isValue(given) ? valueOfType(given, type) : undefined;
  return {
    parameter: parameterOf(name, [...new Set(typed)]),
    ...(standard !== undefined && typed.includes(standard) ? { default: standard } : {}),
  };
}

function valuesFrom(values: unknown, what: string, problems: Problems): Value[] | undefined {
  const evaluated = typeof values === 'string' ? evaluatedList(values, what, problems) : values;
  if (Array.isArray(evaluated) && evaluated.every(isValue)) return evaluated;
  if (problems.diagnostics.length === 0) problems.add(`${what} must be a list in brackets`, String(values));
  return undefined;
}

function evaluatedList(text: string, what: string, problems: Problems): PythonValue | undefined {
  const expression = pythonFrom(text, what, problems);
  try {
    return expression?.evaluate(() => undefined);
  } catch (error) {
    problems.add(`${what} "${text}": ${(error as Error).message}`, text);
    return undefined;
  }
}

/** Files write booleans as 0 and 1, and numbers as texts. */
function valueOfType(value: Value, type: string): Value {
  if (type === 'bool') return typeof value === 'string' ? /^(true|1)$/i.test(value) : Boolean(value);
  if (type === 'string') return String(value);
  const isNumeric = ['int', 'uint', 'float'].includes(type) && Number.isFinite(Number(value));
  return isNumeric ? Number(value) : value;
}

function constraintFrom(
  fields: JsonObject,
  parameters: readonly Parameter[],
  problems: Problems,
): Constraint | undefined {
  const text = fields['Expression'];
  if (typeof text !== 'string') {
    problems.add('a condition has no "Expression"', 'Conditions');
    return undefined;
  }
  const expression = pythonFrom(text, 'condition', problems);
  if (expression === undefined) return undefined;
  const indices = new Map(parameters.map(({ name }, i) => [name, i]));
  const unknown = expression.names.find((name) => !indices.has(name));
  if (unknown !== undefined) {
    problems.add(`condition "${text}": there is no parameter "${unknown}"`, text);
    return undefined;
  }
  return {
    text,
    parameters: expression.names.map((name) => indices.get(name)!),
    holds: (values) => holds(expression, (name) => values[indices.get(name)!]),
  };
}

/** A condition that divides by zero does not hold there; one that cannot be calculated at all is a mistake. */
function holds(expression: PythonExpression, names: (name: string) => Value | undefined): boolean {
  try {
    return Boolean(expression.evaluate(names));
  } catch (error) {
    if (error instanceof PythonError && error.message === 'division by zero') return false;
    const problem: Diagnostic = {
      severity: 'invalid',
      code: 'tune/format',
      message: `a condition of the T1 input cannot be calculated: ${(error as Error).message}`,
    };
    throw new DiagnosticError([problem]);
  }
}

function kernelFrom(fields: JsonObject): KernelSpecification {
  const optional = (name: string, key: string) => (fields[key] === undefined ? {} : { [name]: fields[key] });
  return {
    name: String(fields['KernelName'] ?? ''),
    file: String(fields['KernelFile'] ?? ''),
    language: String(fields['Language'] ?? ''),
    ...optional('problemSize', 'ProblemSize'),
    ...optional('localSize', 'LocalSize'),
    ...optional('globalSize', 'GlobalSize'),
    arguments: list(fields['Arguments']),
  };
}

function budgetFrom(value: unknown): T1Input['budget'] {
  return list(value).flatMap(({ Type, BudgetValue }) => {
    const kind = BUDGETS.find((each) => each === Type);
    return kind === undefined || typeof BudgetValue !== 'number' ? [] : [{ kind, value: BudgetValue }];
  });
}

/** A T1 file of a space, so that other tuners can read it. Constraints must be in Python's syntax. */
export function writeT1({ space, defaults, kernel, budget }: T1Input): string {
  const { parameters, constraints } = space;
  const input = {
    General: { FormatVersion: 1 },
    ConfigurationSpace: {
      TuningParameters: parameters.map(({ name, values }) => ({
        Name: name,
        Type: typeOf(values),
        Values: pythonList(values),
        ...(defaults[name] === undefined ? {} : { Default: defaults[name] }),
      })),
      Conditions: constraints.map(({ text, parameters: read }) => ({
        Expression: text,
        Parameters: read.map((index) => parameters[index].name),
      })),
    },
    KernelSpecification: {
      Language: kernel.language,
      KernelName: kernel.name,
      KernelFile: kernel.file,
      ...(kernel.problemSize === undefined ? {} : { ProblemSize: kernel.problemSize }),
      ...(kernel.localSize === undefined ? {} : { LocalSize: kernel.localSize }),
      ...(kernel.globalSize === undefined ? {} : { GlobalSize: kernel.globalSize }),
      Arguments: kernel.arguments,
    },
    Budget: budget.map(({ kind, value }) => ({ Type: kind, BudgetValue: value })),
  };
  return `${JSON.stringify(input, null, 2)}\n`;
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
