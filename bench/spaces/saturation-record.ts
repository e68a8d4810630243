// Base configurations timed over sizes, as recorded, and the curve of work and time that they make.

import type { SizePoint } from '../../src/tune/saturation.ts';

export interface SizedRecord {
  readonly size: number;
  readonly timeNs: number;
  readonly spread: number;
  readonly used: number;
  readonly quality?: readonly string[];
}

export interface SweepRecord {
  readonly schema: 'kernelcast/saturation-sweep@1';
  readonly device: string;
  readonly driver: string;
  readonly webgpu: string;
  readonly date: string;
  readonly kernels: readonly {
    readonly kernel: string;
    readonly param: string;
    readonly curve: readonly SizedRecord[];
  }[];
}

export interface SweptKernel {
  readonly kernel: string;
  readonly param: string;
  /** Units of work grow with this power of the size. */
  readonly power: number;
  /** Ascending; the last is the target. */
  readonly sizes: readonly number[];
}

export function curveOf(
  times: readonly Pick<SizedRecord, 'size' | 'timeNs'>[],
  { power }: Pick<SweptKernel, 'power'>,
): SizePoint[] {
  return times.map(({ size, timeNs }) => ({ size, work: size ** power, timeNs }));
}
