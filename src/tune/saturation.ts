// Minimum saturation point: the smallest problem that already keeps the device as busy as the target does, so
// that what is best there is best at the target. After Magni, Dubach and O'Boyle, "Exploiting GPU Hardware
// Saturation for Fast Compiler Optimization" (GPGPU 2014), with one difference. They take the smallest size
// within the threshold of the highest throughput; where a middling size fits in a cache that the target does
// not fit in, that is another regime. Here it is the smallest size from which on all sizes, up to the target,
// are within the threshold of the target's throughput.

export interface SizePoint {
  readonly size: number;
  /** Units of work that the kernel has at this size (formula 1 of the paper). */
  readonly work: number;
  readonly timeNs: number;
}

export interface Saturation {
  /** By ascending size; the last one is the target. */
  readonly curve: readonly SizePoint[];
  /** Index into the curve. */
  readonly chosen: number;
  /**
   * `saturates`: a smaller size does for the target. `rising`: the target itself is faster per unit of work than
   * all smaller sizes, so the device is not full even there. `falling`: it is slower, because it has left a
   * cache or meets another limit.
   */
  readonly verdict: 'saturates' | 'rising' | 'falling';
}

/** The paper's choice (its section 6.3): a noise threshold of 10 % costs hardly any performance. */
export const THRESHOLD = 0.1;

export const throughputOf = ({ work, timeNs }: SizePoint): number => work / timeNs;

/** @param points at least one, of different sizes; the largest size is the target */
export function findSaturation(points: readonly SizePoint[], threshold = THRESHOLD): Saturation {
  const curve = [...points].sort((a, b) => a.size - b.size);
  const target = throughputOf(curve.at(-1)!);
  const isAlike = (point: SizePoint) => Math.abs(throughputOf(point) / target - 1) <= threshold;
  let chosen = curve.length - 1;
  while (chosen > 0 && isAlike(curve[chosen - 1])) chosen--;
  if (chosen < curve.length - 1 || curve.length === 1) return { curve, chosen, verdict: 'saturates' };
  const isRising = throughputOf(curve[chosen - 1]) < target;
  return { curve, chosen, verdict: isRising ? 'rising' : 'falling' };
}

export interface SearchTimes {
  /** The search at the minimum saturation point, the curve before it, and the confirmation after it, in s. */
  readonly searchSeconds: number;
  readonly curveSeconds: number;
  readonly confirmSeconds: number;
  /** What the same search takes, or would take, at the target. */
  readonly targetSeconds: number;
}

/** Formula 2 of the paper; confirming at the target, which the paper does not do, counts as well. */
export function searchSaving({
  searchSeconds,
  curveSeconds,
  confirmSeconds,
  targetSeconds,
}: SearchTimes): number {
  return targetSeconds / (searchSeconds + curveSeconds + confirmSeconds);
}

/**
 * What a search at the target would take: everything that is not running the kernel takes as long there, and
 * each run as many times longer as the base kernel's.
 */
export function targetSecondsOf(
  searchSeconds: number,
  kernelSeconds: number,
  { curve, chosen }: Saturation,
): number {
  const ratio = curve.at(-1)!.timeNs / curve[chosen].timeNs;
  return searchSeconds + kernelSeconds * (ratio - 1);
}

/** Sizes below the target that are tried when none are given. */
const HALVINGS = 7;

/**
 * `N`: halvings down from the target; `N=1024,4096,16384`: these and the target.
 * @param target the value of the param as the launch has it
 */
export function sizesOf(given: readonly number[], target: number): number[] {
  const below = given.filter((size) => size < target);
  const halvings = Array.from({ length: HALVINGS }, (_, i) => Math.round(target / 2 ** (i + 1)));
  const sizes = given.length > 0 ? below : halvings.filter((size) => size >= 1);
  return [...new Set([...sizes, target])].sort((a, b) => a - b);
}
