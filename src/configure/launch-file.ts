// The launch file of a kernel that was changed, beside whose shader it lies: the original's text, with its comments
// and order, and with what has to differ. Expressions are kept where they say what they have to; where they turn
// out not to, numbers take their place.

import { emptyTable, entryOf } from '../diagnostics/names.ts';
import type { DeviceLimits } from '../launch/device-limits.ts';
import { parseDocument } from '../launch/document.ts';
import type { Launch } from '../launch/launch.ts';
import { parseLaunch } from '../launch/parse.ts';
import { kindOf } from '../space/declare.ts';
import { configurationOf, type Point } from '../space/space.ts';
import {
  type Count,
  changedLaunchFile,
  type Dispatch,
  type LaunchChange,
  type Transformed,
} from '../transform/index.ts';
import { requiredLimits } from './needs.ts';
import type { Instance, Tunable } from './tunable.ts';

export interface Placement {
  /** Where the launch file will lie. */
  readonly file: string;
  /** Path of the new shader from there. */
  readonly shader: string;
  /** The same for other files, from what their path was. */
  readonly move: (path: string) => string;
  /** Params that the command line changed. */
  readonly params: Readonly<Record<string, string>>;
}

/** What the file has to say that is not in the original. */
export interface Wanted {
  /** Of the kernel as it is to be launched. */
  readonly launch: Pick<Launch, 'dispatch' | 'constants'>;
  readonly transformed?: Transformed | undefined;
  /** Limits beyond WebGPU's defaults that it needs. */
  readonly limits: Readonly<Partial<DeviceLimits>>;
  /** What a search decided: params, constants, an entry point. Nothing is left to vary then. */
  readonly decided?: Decided;
}

export interface Decided {
  readonly params: Readonly<Record<string, Count>>;
  readonly constants: Readonly<Record<string, Count | boolean>>;
  readonly entryPoint?: string;
}

/** The launch file of a point of a space. `instance`: what the point stands for. */
export function launchFileOf(
  tunable: Tunable,
  point: Point,
  instance: Instance,
  placement: Placement,
): string {
  const { launch } = instance;
  const transformed = tunable.transformedAt(point);
  const limits = requiredLimits(instance);
  return changedLaunch(
    tunable.launchText,
    { launch, transformed, limits, decided: decidedBy(tunable, point) },
    placement,
  );
}

/** The text of `original`, a launch file, for another kernel. */
export function changedLaunch(original: string, wanted: Wanted, placement: Placement): string {
  const given = givenBy(original);
  const { launch, transformed, decided } = wanted;
  const write = (change: LaunchChange, more: Readonly<Record<string, Count>> = {}) =>
    changedLaunchFile(original, {
      shader: placement.shader,
      path: placement.move,
      dispatch: change.dispatch,
      constants: { ...decided?.constants, ...change.constants },
      params: { ...numeric(placement.params), ...decided?.params, ...more },
      ...(decided?.entryPoint === undefined ? {} : { entryPoint: decided.entryPoint }),
      limits: missing(given.limits, wanted.limits),
      isDecided: decided !== undefined,
    });
  const same = { dispatch: given.dispatch, constants: {} };
  const change = transformed?.inLaunchFile(given.dispatch) ?? same;
  const candidates = [
    () => write(...throughParams(change, given)),
    () => write(change),
    () => write({ ...same, constants: change.constants }),
    () => write({ dispatch: launch.dispatch, constants: change.constants }),
  ];
  for (const candidate of candidates) {
    const text = candidate();
    if (says(text, placement.file, launch)) return text;
  }
  return write({ dispatch: launch.dispatch, constants: launch.constants });
}

function decidedBy({ launch, shaders, space }: Tunable, point: Point): Decided {
  const configuration = configurationOf(space, point);
  const named = Object.entries(configuration);
  const ofKind = (kind: string) =>
    Object.fromEntries(named.filter(([name]) => kindOf(name, launch, shaders) === kind));
  const { entryPoint } = configuration;
  return {
    params: ofKind('param') as Decided['params'],
    constants: ofKind('constant') as Decided['constants'],
    ...(entryPoint === undefined ? {} : { entryPoint: String(entryPoint) }),
  };
}

interface Given {
  readonly dispatch: Dispatch;
  readonly params: Readonly<Record<string, unknown>>;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, unknown>>;
}

/** What the file does not say yet; an expression in it is believed. */
function missing(given: Given['limits'], wanted: Wanted['limits']): Record<string, number> {
  const isSaid = (name: string, value: number) =>
    typeof given[name] === 'string' || Number(given[name]) >= value;
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSaid(name, value)));
}

function givenBy(text: string): Given {
  const parsed = (parseDocument(text, 'launch').document?.value ?? {}) as Record<string, unknown>;
  const [x = 1, y = 1, z = 1] = (parsed['dispatch'] ?? []) as Count[];
  return {
    dispatch: [x, y, z],
    params: (parsed['params'] ?? {}) as Record<string, unknown>,
    constants: (parsed['constants'] ?? {}) as Record<string, unknown>,
    limits: (parsed['limits'] ?? {}) as Record<string, unknown>,
  };
}

/** A constant that is just a param is changed by changing the param; a dispatch that knows it follows by itself. */
function throughParams(change: LaunchChange, given: Given): [LaunchChange, Record<string, Count>] {
  const params = emptyTable<Count>();
  const constants = emptyTable<Count>();
  for (const [name, value] of Object.entries(change.constants)) {
    const param = entryOf(given.constants, name);
    if (typeof param === 'string' && Object.hasOwn(given.params, param)) params[param] = value;
    else constants[name] = value;
  }
  const knows = (count: Count) =>
    Object.keys(params).some((param) => new RegExp(`\\b${param}\\b`).test(String(count)));
  const dispatch = change.dispatch.map((count, axis) => (knows(count) ? given.dispatch[axis] : count));
  return [{ dispatch: dispatch as unknown as Dispatch, constants }, params];
}

/** Whether the text means what the kernel needs. */
function says(text: string, file: string, wanted: Wanted['launch']): boolean {
  const launch = parseLaunch(text, file).value;
  if (!launch) return false;
  const isDispatch = launch.dispatch.every((count, axis) => count === wanted.dispatch[axis]);
  return (
    isDispatch &&
    Object.entries(wanted.constants).every(([name, value]) => entryOf(launch.constants, name) === value)
  );
}

function numeric(params: Readonly<Record<string, string>>): Record<string, Count> {
  const value = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, value(text)]));
}
