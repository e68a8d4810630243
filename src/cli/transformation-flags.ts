// The flags of `transform` read into a transformation.

import { entryOf } from '../diagnostics/names.ts';
import type { Axis, Coarsening, Transformation, Unrolling } from '../transform/index.ts';
import { UsageError } from './usage-error.ts';

export interface TransformationFlags {
  readonly coarsen: readonly string[];
  readonly blockCoarsen: readonly string[];
  readonly workgroup?: string;
  readonly swapAxes: boolean;
  readonly unroll: readonly string[];
}

const LARGEST_FACTOR = 32;

/** @throws UsageError */
export function transformationOf(flags: TransformationFlags): Transformation {
  const coarsen = flags.coarsen.map(coarseningOf);
  const blockCoarsen = flags.blockCoarsen.map(blockCoarseningOf);
  const unroll = flags.unroll.map(unrollingOf);
  const { workgroup, swapAxes } = flags;
  if (coarsen.length + blockCoarsen.length + unroll.length === 0 && workgroup === undefined && !swapAxes) {
    throw new UsageError(
      'what is to be done? For instance --coarsen x:4, --block-coarsen x:2, --workgroup 128, --swap-axes or --unroll all:4',
    );
  }
  return {
    ...(coarsen.length > 0 ? { coarsen } : {}),
    ...(blockCoarsen.length > 0 ? { blockCoarsen } : {}),
    ...(unroll.length > 0 ? { unroll } : {}),
    ...(workgroup === undefined ? {} : { workgroup: sizeOf(workgroup) }),
    ...(swapAxes ? { swapAxes } : {}),
  };
}

function coarseningOf(text: string): Coarsening {
  const [direction, factor, stride, ...more] = text.split(':');
  const example = 'expected DIRECTION:FACTOR[:STRIDE], for instance x:4:32';
  if (factor === undefined || more.length > 0) throw new UsageError(`--coarsen ${text}: ${example}`);
  const flag = `--coarsen ${text}`;
  return {
    direction: directionOf(flag, direction),
    factor: countOf(flag, 'the factor', factor, 2),
    ...(stride === undefined ? {} : { stride: countOf(flag, 'the stride', stride, 1) }),
  };
}

function blockCoarseningOf(text: string): { direction: Axis; factor: number } {
  const [direction, factor, ...more] = text.split(':');
  const flag = `--block-coarsen ${text}`;
  if (factor === undefined || more.length > 0) {
    throw new UsageError(`${flag}: expected DIRECTION:FACTOR, for instance x:2`);
  }
  return { direction: directionOf(flag, direction), factor: countOf(flag, 'the factor', factor, 2) };
}

function directionOf(flag: string, text: string): Axis {
  const axis = entryOf({ x: 0, y: 1, z: 2, 0: 0, 1: 1, 2: 2 }, text.trim().toLowerCase());
  if (axis === undefined) throw new UsageError(`${flag}: the direction is x, y or z, not "${text}"`);
  return axis as Axis;
}

function countOf(flag: string, what: string, text: string, least: number): number {
  const count = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (count >= least && count <= LARGEST_FACTOR) return count;
  throw new UsageError(
    `${flag}: ${what} is a whole number from ${least} to ${LARGEST_FACTOR}, not "${text}"`,
  );
}

function sizeOf(text: string): [number, number, number] {
  const sizes = text.split(',').map((each) => (/^\s*[1-9]\d*\s*$/.test(each) ? Number(each) : Number.NaN));
  if (sizes.length > 3 || sizes.some(Number.isNaN)) {
    throw new UsageError(`--workgroup ${text}: expected one to three sizes, for instance 128 or 16,8`);
  }
  return [sizes[0], sizes[1] ?? 1, sizes[2] ?? 1];
}

function unrollingOf(text: string): Unrolling {
  const match = /^(.+):(full|\d+)$/.exec(text.trim());
  const factor = match?.[2] === 'full' ? 'full' : Number(match?.[2]);
  if (!match || (factor !== 'full' && factor < 2)) {
    throw new UsageError(`--unroll ${text}: expected LOOP:FACTOR, for instance all:4, 12:full or @inner:2`);
  }
  return { loop: match[1], factor };
}
