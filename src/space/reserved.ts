// Names that tunables may have without the launch or its shader knowing them: alternatives and
// transformations, with the values that they take.

import type { Value } from './space.ts';

export type ReservedKind = 'alternative' | 'transformation';

export interface ReservedName {
  readonly pattern: RegExp;
  readonly kind: ReservedKind;
  /** In words. */
  readonly takes: string;
  accepts(value: Value): boolean;
}

const isCount = (value: Value) => Number.isInteger(value) && (value as number) >= 1;

const RESERVED: readonly ReservedName[] = [
  {
    pattern: /^(shader|entryPoint)$/,
    kind: 'alternative',
    takes: 'texts',
    accepts: (value) => typeof value === 'string' && value !== '',
  },
  {
    pattern: /^(coarsen|blockCoarsen|workgroup)\.[xyz]$/,
    kind: 'transformation',
    takes: 'whole numbers from 1',
    accepts: isCount,
  },
  {
    pattern: /^coarsen\.[xyz]\.stride$/,
    kind: 'transformation',
    takes: 'whole numbers from 1, or "warp"',
    accepts: (value) => isCount(value) || value === 'warp',
  },
  {
    pattern: /^swapAxes$/,
    kind: 'transformation',
    takes: 'true and false',
    accepts: (value) => typeof value === 'boolean',
  },
  {
    pattern: /^unroll(\.\w+)?$/,
    kind: 'transformation',
    takes: 'whole numbers from 1, or "full"',
    accepts: (value) => isCount(value) || value === 'full',
  },
];

export function reservedName(name: string): ReservedName | undefined {
  return RESERVED.find((each) => each.pattern.test(name));
}

/** For suggestions. */
export const RESERVED_NAMES: readonly string[] = ['shader', 'entryPoint', 'swapAxes', 'unroll'].concat(
  ['x', 'y', 'z'].flatMap((axis) => [
    `coarsen.${axis}`,
    `coarsen.${axis}.stride`,
    `blockCoarsen.${axis}`,
    `workgroup.${axis}`,
  ]),
);
