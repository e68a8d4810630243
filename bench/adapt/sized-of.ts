// Spaces at several sizes, as what leaving one input out takes: from records at many inputs, and from the whole spaces
// of bench/spaces at two or three sizes.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InputAxis } from '../../src/adapt/input-space.ts';
import type { Sized } from '../../src/adapt/leave-one-out.ts';
import { parseLaunch } from '../../src/launch/parse.ts';
import type { Point } from '../../src/space/space.ts';
import { type RecordedConfiguration, readSpaceRecord } from '../../src/tune/trials/space-record.ts';
import { readSizedRecord, type SizedRecord } from './sized-record.ts';

/** A kernel at several inputs; the first of its points is the kernel as it is. */
export interface SizedKernel extends Sized {
  readonly kernel: string;
}

interface SpaceAtInput {
  readonly params: Readonly<Record<string, number>>;
  readonly configurations: readonly RecordedConfiguration[];
}

/** Undefined where there is no such record, or fewer than three inputs of it. */
export function sizedFromRecord(file: string): SizedKernel | undefined {
  const record = readSizedRecord(file);
  if (record === undefined) return undefined;
  // An input that came too late has hardly any times.
  const most = Math.max(...record.inputs.map(({ configurations }) => configurations.length));
  const whole = record.inputs.filter(({ configurations }) => configurations.length >= most / 2);
  return whole.length < 3 ? undefined : sizedOf(record, whole);
}

/** All kernels of which bench/spaces has the space at more than one size. */
export function sizedFromSpaces(folder = 'bench/spaces/recorded'): SizedKernel[] {
  const sized = readdirSync(path.join(folder, 'saturation')).filter((file) => !file.startsWith('sweep'));
  const kernels = new Set(sized.map((file) => file.replace(/-\d+-.*$/, '')));
  return [...kernels].sort().map((kernel) => {
    const own = sized.filter((file) => file.replace(/-\d+-.*$/, '') === kernel).sort();
    const files = [`${kernel}-nvidia-h200.json`, ...own.map((file) => path.join('saturation', file))];
    const records = files.map((file) => readSpaceRecord(path.join(folder, file))!);
    const launchFile = `bench/spaces/kernels/${kernel}.json`;
    const launch = parseLaunch(readFileSync(launchFile, 'utf8'), launchFile).value!;
    const [name] = Object.keys(records[1].params!);
    const inputs = records.map(({ params, configurations }): SpaceAtInput => {
      return { params: { [name]: Number(params?.[name] ?? launch.params[name]) }, configurations };
    });
    const distinct = [...new Map(inputs.map((input) => [input.params[name], input])).values()];
    return sizedOf({ ...records[0], kernel }, distinct);
  });
}

function sizedOf(
  { kernel, parameters, base }: Pick<SizedRecord, 'kernel' | 'parameters' | 'base'>,
  inputs: readonly SpaceAtInput[],
): SizedKernel {
  const points = new Map<string, Point>([[base.join(), base]]);
  for (const { configurations } of inputs) for (const { at } of configurations) points.set(at.join(), at);
  const keys = [...points.keys()];
  const times = inputs.map(({ configurations }) => {
    const byKey = new Map(
      configurations.map(({ at, status, timeNs }) => [at.join(), status === 'correct' ? timeNs : undefined]),
    );
    return keys.map((key) => byKey.get(key));
  });
  const space = Object.keys(inputs[0].params).map((name): InputAxis => {
    const values = [...new Set(inputs.map(({ params }) => params[name]))].sort((a, b) => a - b);
    return { name, values, isDense: false };
  });
  return {
    kernel,
    space,
    inputs: inputs.map(({ params }) => space.map(({ name }) => params[name])),
    parameters: parameters.map((each) => ({ ...each })),
    points: [...points.values()],
    times,
  };
}
