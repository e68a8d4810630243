// A launch that comes from no launch file, such as a dispatch of an app, as something that can be tuned: its params and
// constants stay, and what its kernel allows is varied.

import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { CacheState } from '../emulate/l2.ts';
import { type DeviceLimits, raised } from '../launch/device-limits.ts';
import type { Launch } from '../launch/launch.ts';
import { pointsOf } from '../space/points.ts';
import { type Configuration, configurationOf } from '../space/space.ts';
import type { Transformed } from '../transform/index.ts';
import { basePoint } from './base.ts';
import { type DefaultSpace, defaultSpace } from './default-space.ts';
import { transformedInstance } from './instantiate.ts';
import { withLimits } from './limits.ts';
import { needsOf, sizeOf } from './needs.ts';
import type { Instance, Tunable } from './tunable.ts';

export interface FixedLaunch {
  readonly launch: Launch;
  readonly source: string;
  /** What L2 holds when it begins. */
  readonly cache: CacheState;
  /** What configurations may use of a device; more, where the launch says or needs it as it is. */
  readonly limits: DeviceLimits;
  /** Whether nothing may be done that asks for another number of workgroups. */
  readonly keepsGrid: boolean;
}

export interface FixedTunable extends Tunable {
  readonly refusals: DefaultSpace['refusals'];
}

/** @throws DiagnosticError where the kernel cannot be read */
export function tunableOf(fixed: FixedLaunch): Outcome<FixedTunable> {
  const { launch, source, keepsGrid } = fixed;
  const workgroupSize = sizeOf(source, launch);
  const template = templateOf(fixed);
  const { allowed, launchText, shaders } = template;
  const offered = defaultSpace(source, launch, workgroupSize, allowed);
  const unrolled = offered.space.parameters.filter(({ name }) => name === 'unroll');
  const own = keepsGrid ? { parameters: unrolled, constraints: [] } : offered.space;
  const space = withLimits(own, { launch, launchText, shaders, workgroupSize, allowed });
  const points = pointsOf(space);
  if (points.value === undefined) return { diagnostics: points.diagnostics };
  const base = basePoint(points.value, { launch, workgroupSize, defaults: new Map() });
  const made = (configuration: Configuration) => configured(fixed, configuration);
  const value: FixedTunable = {
    space,
    points: points.value,
    base: base.point,
    launchText,
    launch,
    shaders,
    refusals: offered.refusals,
    instantiate: (point) => {
      const { value: found, diagnostics } = made(configurationOf(space, point));
      return found ? { value: found.instance, diagnostics } : { diagnostics };
    },
    transformedAt: (point) => made(configurationOf(space, point)).value?.transformed,
  };
  return { value, diagnostics: [...points.diagnostics, ...base.diagnostics] };
}

/** The same configuration of another launch of the kernel means the same transformation. */
export function configured(
  fixed: FixedLaunch,
  configuration: Configuration,
): Outcome<{ readonly instance: Instance; readonly transformed?: Transformed }> {
  const { value, diagnostics } = transformedInstance(templateOf(fixed), configuration);
  if (!value) return { diagnostics };
  return { value: { ...value, instance: { ...value.instance, cache: fixed.cache } }, diagnostics };
}

function templateOf({ launch, source, limits }: FixedLaunch) {
  const allowed = raised(raised(limits, launch.limits), needsOf({ launch, source }));
  const shaders = [{ file: launch.shaderPath, text: source }];
  return { launch, launchText: '{}', params: {}, shaders, allowed };
}
