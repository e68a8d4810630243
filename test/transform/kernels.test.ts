// Whole kernels coarsened in every direction with every factor and stride of the thesis: its 17 and some with more
// workgroup memory, with sizes that leave remainders. Each result leaves the same in every word of every buffer
// as the original, or is refused for a reason where `coarsened-kernels.json` says so. Every tenth of the 1330 is
// tried, all of them with KERNELCAST_ALL_COARSENINGS set, which takes two minutes.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Launch } from '../../src/launch/launch.ts';
import { loadLaunch } from '../../src/launch/load.ts';
import { type Axis, type Transformation, transformKernel } from '../../src/transform/index.ts';
import { kernels } from './coarsened-kernels.json' with { type: 'json' };
import { type Contents, contentsAfter, firstDifference } from './equality.ts';

const FACTORS = [2, 4, 8, 16, 32];
const STRIDES = [1, 2, 4, 8, 16, 32];
const AXES = ['x', 'y', 'z'] as const;
/** One of how many is tried; where it starts differs by kernel and direction, so that all have their turn. */
const STEP = process.env['KERNELCAST_ALL_COARSENINGS'] ? 1 : 10;
/** Steps of the lanes too wide for the workgroup; lanes of a subgroup taken apart. */
const REASONS = /that is too few for|subgroup/;
const suite = path.join(import.meta.dirname, '../../bench/sets/development');

type Kernel = (typeof kernels)[number];

interface Original {
  readonly source: string;
  readonly launch: Launch;
  readonly contents: Contents;
}

function originalOf({ launch: file, params }: Kernel): Original {
  const { value, diagnostics } = loadLaunch(path.join(suite, file), {
    params: params as Record<string, number>,
  });
  if (!value) throw new Error(diagnostics.map((each) => each.message).join('\n'));
  const source = readFileSync(value.shaderPath, 'utf8');
  return { source, launch: value, contents: contentsAfter(source, value) };
}

/** All that can be asked for along an axis, by `factor:stride`. */
function transformationsAlong(direction: Axis): [name: string, transformation: Transformation][] {
  return FACTORS.flatMap((factor): [string, Transformation][] => [
    ...STRIDES.map((stride): [string, Transformation] => [
      `${factor}:${stride}`,
      { coarsen: [{ direction, factor, stride }] },
    ]),
    [`${factor}:blocks`, { blockCoarsen: [{ direction, factor }] }],
  ]);
}

/** `equal`, `refused`, or what differs. */
function outcomeOf({ source, launch, contents }: Original, transformation: Transformation): string {
  const { value, diagnostics } = transformKernel(source, launch, transformation);
  if (!value) return REASONS.test(diagnostics[0].message) ? 'refused' : diagnostics[0].message;
  const { dispatch, constants } = value;
  return (
    firstDifference(contents, contentsAfter(value.source, { ...launch, dispatch, constants })) ?? 'equal'
  );
}

/** Whether there is more than one invocation along the axis. */
function hasExtent({ source, launch }: Original, axis: Axis): boolean {
  const size = transformKernel(source, launch, {}).value?.workgroupSize[axis] ?? 1;
  return size * launch.dispatch[axis] > 1;
}

describe.each(kernels)('$launch, coarsened', (kernel) => {
  const original = originalOf(kernel);
  const axes = ([0, 1, 2] as const).filter((axis) => axis === 0 || hasExtent(original, axis));
  const refused: Readonly<Record<string, string>> = kernel.refused;

  it('has the directions that are listed', () => {
    expect(axes.map((axis) => AXES[axis])).toEqual(Object.keys(refused));
  });

  it.each(axes)('computes the same along axis %i, or is refused', (axis) => {
    const chosen = transformationsAlong(axis).filter(
      (_, i) => (i + kernels.indexOf(kernel) + axis) % STEP === 0,
    );
    const expected = chosen.map(([name]) => [
      name,
      refused[AXES[axis]].split(' ').includes(name) ? 'refused' : 'equal',
    ]);
    expect(chosen.map(([name, transformation]) => [name, outcomeOf(original, transformation)])).toEqual(
      expected,
    );
  });
});
