// The launch file of a transformed kernel: the original's text with what has to differ. Expressions are kept
// where they say what they have to; where they turn out not to, numbers take their place.

import path from 'node:path';
import { parseDocument } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { readText } from '../launch/load.ts';
import { parseLaunch } from '../launch/parse.ts';
import {
  type Count,
  changedLaunchFile,
  type Dispatch,
  type LaunchChange,
  type Transformed,
} from '../transform/index.ts';

/** The text of a launch file at `place` for the shader at `shader`. */
export function transformedLaunchFile(
  launch: Launch,
  transformed: Transformed,
  params: Readonly<Record<string, string>>,
  shader: string,
  place: string,
): string {
  const original = readText(launch.file, 'launch/missing-file').value ?? '{}';
  const folder = path.dirname(place);
  const relative = (to: string) => path.relative(folder, to).replaceAll('\\', '/');
  const given = givenBy(original);
  const write = (change: LaunchChange, more: Readonly<Record<string, Count>>) =>
    changedLaunchFile(original, {
      shader: relative(shader),
      path: (each) =>
        path.isAbsolute(each) || /^\w+:/.test(each)
          ? each
          : relative(path.join(path.dirname(launch.file), each)),
      dispatch: change.dispatch,
      constants: change.constants,
      params: { ...numeric(params), ...more },
    });
  const change = transformed.inLaunchFile(given.dispatch);
  const candidates = [
    () => write(...throughParams(change, given)),
    () => write(change, {}),
    () => write({ dispatch: given.dispatch, constants: change.constants }, {}),
  ];
  for (const candidate of candidates) {
    const text = candidate();
    if (says(text, place, transformed)) return text;
  }
  const numbers = { ...transformed.inLaunchFile(launch.dispatch), dispatch: transformed.dispatch };
  return write(numbers, {});
}

interface Given {
  readonly dispatch: Dispatch;
  readonly params: Readonly<Record<string, unknown>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

function givenBy(text: string): Given {
  const parsed = (parseDocument(text, 'launch').document?.value ?? {}) as Record<string, unknown>;
  const [x = 1, y = 1, z = 1] = (parsed['dispatch'] ?? []) as Count[];
  return {
    dispatch: [x, y, z],
    params: (parsed['params'] ?? {}) as Record<string, unknown>,
    constants: (parsed['constants'] ?? {}) as Record<string, unknown>,
  };
}

/** A constant that is just a param is changed by changing the param; a dispatch that knows it follows by itself. */
function throughParams(change: LaunchChange, given: Given): [LaunchChange, Record<string, Count>] {
  const params: Record<string, Count> = {};
  const constants: Record<string, Count> = {};
  for (const [name, value] of Object.entries(change.constants)) {
    const param = given.constants[name];
    if (typeof param === 'string' && Object.hasOwn(given.params, param)) params[param] = value;
    else constants[name] = value;
  }
  const knows = (count: Count) =>
    Object.keys(params).some((param) => new RegExp(`\\b${param}\\b`).test(String(count)));
  const dispatch = change.dispatch.map((count, axis) => (knows(count) ? given.dispatch[axis] : count));
  return [{ dispatch: dispatch as unknown as Dispatch, constants }, params];
}

/** Whether the text means what the transformed kernel needs. */
function says(text: string, file: string, transformed: Transformed): boolean {
  const launch = parseLaunch(text, file).value;
  if (!launch) return false;
  const isDispatch = launch.dispatch.every((count, axis) => count === transformed.dispatch[axis]);
  return (
    isDispatch &&
    Object.entries(transformed.constants).every(([name, value]) => launch.constants[name] === value)
  );
}

function numeric(params: Readonly<Record<string, string>>): Record<string, Count> {
  const value = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, value(text)]));
}
