// Minimum saturation points (Magni, Dubach and O'Boyle, "Exploiting GPU Hardware Saturation for Fast Compiler
// Optimization", 2014): the smallest size whose throughput is near the highest is where a kernel is tuned.

export interface SizedTime {
  readonly size: number;
  readonly timeNs: number;
}

export interface SizedRecord extends SizedTime {
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

export interface SaturationPoint {
  readonly size: number;
  /** False when throughput still grows by more than the threshold up to the target: there is no plateau. */
  readonly isSaturated: boolean;
  /** By size: throughput as a share of the highest. */
  readonly shares: readonly number[];
}

/** Share of the highest throughput that may be missing. */
export const THRESHOLD = 0.1;

/** `curve`: times of the base configuration, sizes ascending up to the target. */
export function saturationPoint(
  curve: readonly SizedTime[],
  power: number,
  threshold = THRESHOLD,
): SaturationPoint {
  const throughputs = curve.map(({ size, timeNs }) => size ** power / timeNs);
  const highest = Math.max(...throughputs);
  const shares = throughputs.map((each) => each / highest);
  const index = shares.findIndex((share) => share >= 1 - threshold);
  return { size: curve[index]!.size, isSaturated: index < curve.length - 1, shares };
}
