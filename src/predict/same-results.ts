// Whether workgroups of another size leave what those of the launch do. Where invocations of a workgroup work
// together, an override that is its size may be the size of the problem as well, which its source cannot show: a few
// workgroups of both are executed, and what they leave is compared.

import { PAGE_WORDS } from '../execute/memory.ts';
import type { Launch } from '../launch/launch.ts';
import { anySubgroupSize, compileKernel } from './compile.ts';
import { type ExpectedBuffer, leftBy } from './reference.ts';

type Triple = readonly [number, number, number];

/** A kernel that may have workgroups of another size than before. */
interface Changed extends Pick<Launch, 'dispatch' | 'constants'> {
  readonly source: string;
  readonly workgroupSize: Triple;
  readonly isResized: boolean;
}

/** Of all that is compared, what may be otherwise: the first workgroups of both need not end at the same place. */
const STRAYS = 0.1;
/** Of the largest float in a buffer: sums go together in another order. */
const FLOAT_SLACK = 1e-2;
/** Of the loops of one warp: a workgroup that takes longer is not worth the wait. */
const MOST_ITERATIONS = 20_000;
const MOST_WORKGROUPS = 32;

/**
 * The first buffer that they leave otherwise; undefined where there is none, or it cannot be told in short.
 * @param size of the workgroups before
 */
export function leftOtherwise(
  source: string,
  launch: Launch,
  size: Triple,
  changed: Changed,
): string | undefined {
  if (!changed.isResized || launch.bindings.some(({ data }) => data.kind === 'file')) return undefined;
  const { dispatch, constants, workgroupSize } = changed;
  const other: Launch = { ...launch, dispatch, constants };
  const counts = [0, 1, 2].map((axis) =>
    launch.dispatch[axis] === dispatch[axis]
      ? [1, 1]
      : countsAlong(size[axis], workgroupSize[axis], launch.dispatch[axis]),
  );
  const [ours, theirs] = [0, 1].map((side) => counts.map((each) => each[side]));
  if (Math.max(volume(ours), volume(theirs)) > MOST_WORKGROUPS) return undefined;
  const before = leftByFirst(source, launch, ours);
  const after = before && leftByFirst(changed.source, other, theirs);
  return after && before.find((buffer) => isOtherwise(buffer, after))?.name;
}

/** As many workgroups of both as make the same invocations along an axis. */
function countsAlong(ours: number, theirs: number, dispatch: number): [number, number] {
  const common = (ours * theirs) / greatestCommonDivisor(ours, theirs);
  const covered = Math.min(common, dispatch * ours);
  return [Math.ceil(covered / ours), Math.ceil(covered / theirs)];
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

const volume = (sides: readonly number[]): number => sides.reduce((product, each) => product * each, 1);

/** By the first workgroups along each axis. */
function leftByFirst(
  source: string,
  launch: Launch,
  counts: readonly number[],
): readonly ExpectedBuffer[] | undefined {
  const { value } = compileKernel(launch, source, { without: [] });
  if (!value) return undefined;
  const [x, y] = launch.dispatch;
  const workgroups = Array.from({ length: volume(counts) }, (_, index) => {
    const row = Math.floor(index / counts[0]);
    return (index % counts[0]) + x * ((row % counts[1]) + y * Math.floor(row / counts[1]));
  });
  const limits = { subgroupSize: anySubgroupSize(), maximumLoopIterations: MOST_ITERATIONS };
  return leftBy(value, launch, { ...limits, workgroups });
}

function isOtherwise(buffer: ExpectedBuffer, after: readonly ExpectedBuffer[]): boolean {
  const other = after.find(({ group, binding }) => group === buffer.group && binding === buffer.binding);
  const before = changedWords(buffer);
  const now = other ? changedWords(other) : new Map<number, number>();
  const isFloat = buffer.kind === 'float';
  const slack = isFloat ? FLOAT_SLACK * largest(before.values()) : 0;
  let strays = 0;
  for (const [word, value] of before) {
    const found = now.get(word);
    if (found === value) continue;
    const isNear = isFloat && found !== undefined && Math.abs(asFloat(found) - asFloat(value)) <= slack;
    if (!isNear) strays++;
  }
  for (const word of now.keys()) if (!before.has(word)) strays++;
  return strays > STRAYS * Math.max(1, before.size, now.size);
}

/** By place. */
function changedWords({ pages, words, changed }: ExpectedBuffer): Map<number, number> {
  const found = new Map<number, number>();
  words.forEach((word, at) => {
    if (changed?.[at] !== 0) {
      const page = pages[Math.floor(at / PAGE_WORDS)];
      found.set(page * PAGE_WORDS + (at % PAGE_WORDS), word);
    }
  });
  return found;
}

function largest(words: Iterable<number>): number {
  let most = 0;
  for (const word of words) {
    const size = Math.abs(asFloat(word));
    if (size > most && size < Number.POSITIVE_INFINITY) most = size;
  }
  return most;
}

const bits = new Uint32Array(1);
const floats = new Float32Array(bits.buffer);

function asFloat(word: number): number {
  bits[0] = word;
  return floats[0];
}
