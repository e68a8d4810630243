// What each shader compiler puts around a kernel before the driver sees it: per dialect, the passes by the name
// of the behaviour that they model. A behaviour that a dialect lacks costs nothing there.

import type { Module } from '../ir/ir.ts';
import { nagaClamps } from './naga/clamps.ts';
import { nagaDivisionGuards } from './naga/division.ts';
import { nagaGuards } from './naga/guards.ts';
import { CONVERSION_CLAMP, conversionClamps, DIVISION_GUARD, divisionGuards } from './tint/arithmetic.ts';
import { dawnClamps } from './tint/clamps.ts';
import { dawnGuards, LOOP_GUARD } from './tint/guards.ts';
import { dawnWorkgroupInit, spirvWorkgroupInit, WORKGROUP_INIT } from './tint/workgroup-init.ts';

type Pass = (module: Module) => Module;

interface DialectPasses {
  /** In the order in which they run, before anything is optimised. */
  readonly additions: readonly (readonly [behaviour: string, pass: Pass])[];
  /** Turns each `bound` into what the dialect makes of it; without it, a `bound` is its index. */
  readonly indexClamp?: Pass;
}

/**
 * `dawn` is Tint as Dawn runs it, `naga` is naga as wgpu runs it on Vulkan; `raw` takes the kernel as the
 * driver's own language. Both compilers have the driver zero workgroup memory and convert floats alike.
 */
export const dialects = {
  dawn: {
    additions: [
      [LOOP_GUARD, dawnGuards],
      [DIVISION_GUARD, divisionGuards],
      [CONVERSION_CLAMP, conversionClamps],
      [WORKGROUP_INIT, dawnWorkgroupInit],
    ],
    indexClamp: dawnClamps,
  },
  naga: {
    additions: [
      [LOOP_GUARD, nagaGuards],
      [DIVISION_GUARD, nagaDivisionGuards],
      [CONVERSION_CLAMP, conversionClamps],
      [WORKGROUP_INIT, dawnWorkgroupInit],
    ],
    indexClamp: nagaClamps,
  },
  raw: { additions: [[WORKGROUP_INIT, spirvWorkgroupInit]] },
} as const satisfies Readonly<Record<string, DialectPasses>>;

export type Dialect = keyof typeof dialects;

export function passesOf(dialect: Dialect): DialectPasses {
  return dialects[dialect];
}

export const dialectNames = Object.keys(dialects) as readonly Dialect[];
