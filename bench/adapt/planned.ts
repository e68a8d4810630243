// What is measured of a kernel: which inputs, and which configurations at all of them.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Input, type InputSpace, paramsOfInput, parseInputs } from '../../src/adapt/input-space.ts';
import { latinHypercube } from '../../src/adapt/sample-inputs.ts';
import { limitsOf } from '../../src/configure/needs.ts';
import { openTunable } from '../../src/configure/open.ts';
import type { Tunable } from '../../src/configure/tunable.ts';
import { DiagnosticError } from '../../src/diagnostics/diagnostic.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { Random } from '../../src/space/random.ts';
import { keyOf, type Point, pointOf } from '../../src/space/space.ts';
import { readSpaceRecord } from '../../src/tune/trials/space-record.ts';
import plan from './plan.json' with { type: 'json' };

export interface Planned {
  readonly kernel: string;
  readonly space: InputSpace;
  readonly inputs: readonly Input[];
  /** Of the space of the launch file as it is. */
  readonly points: readonly Point[];
}

/** Of each record of the kernel at one size so many configurations, the quickest, are measured at all inputs. */
const QUICKEST = 4;

export const PLANNED_KERNELS = plan.kernels;

/** The kernel at an input; as its launch file has it without one. @throws DiagnosticError */
export function openAt(
  kernel: string,
  profile: Profile,
  params: Readonly<Record<string, string>> = {},
): Tunable {
  const file = `bench/spaces/kernels/${kernel}.json`;
  const { value, diagnostics } = openTunable(file, params, undefined, limitsOf('default', profile));
  if (value === undefined) throw new DiagnosticError(diagnostics);
  return value;
}

export function plannedOf(
  { kernel, inputs: text }: (typeof PLANNED_KERNELS)[number],
  profile: Profile,
): Planned {
  const tunable = openAt(kernel, profile);
  const tunables = tunable.space.parameters.map(({ name }) => name);
  const space = parseInputs(text, { params: Object.keys(tunable.launch.params), tunables });
  const inputs = latinHypercube(space, plan.count, new Random(plan.seed));
  return { kernel, space, inputs, points: pointsOf(kernel, tunable) };
}

/** The kernel as it is, what was quickest at other sizes, and others that lie evenly in the space. */
function pointsOf(kernel: string, { base, points, space }: Tunable): Point[] {
  const chosen = new Map<string, Point>([[keyOf(base), base]]);
  for (const point of quickest(kernel, space))
    if (points.indexOf(point) >= 0) chosen.set(keyOf(point), point);
  const random = new Random(plan.seed);
  const wanted = Math.min(plan.configurations, points.count);
  while (chosen.size < wanted) {
    const point = points.sample(random);
    chosen.set(keyOf(point), point);
  }
  return [...chosen.values()];
}

function quickest(kernel: string, space: Tunable['space']): Point[] {
  const folder = 'bench/spaces/recorded';
  const sized = readdirSync(path.join(folder, 'saturation')).filter((name) =>
    new RegExp(`^${kernel}-\\d`).test(name),
  );
  const files = [`${kernel}-nvidia-h200.json`, ...sized.sort().map((name) => path.join('saturation', name))];
  return files.flatMap((file): Point[] => {
    const record = readSpaceRecord(path.join(folder, file));
    if (record === undefined) return [];
    const timed = record.configurations.filter(({ status }) => status === 'correct');
    const sorted = timed.sort((a, b) => a.timeNs! - b.timeNs!).slice(0, QUICKEST);
    return sorted.flatMap(({ at }): Point[] => {
      const named = record.parameters.map(({ name, values }, i) => [name, values[at[i]]]);
      const point = pointOf(space, Object.fromEntries(named));
      return point ? [point] : [];
    });
  });
}

export { paramsOfInput };
