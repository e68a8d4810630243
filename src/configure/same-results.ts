// Whether workgroups of another size leave what those of the launch do. Where invocations of a workgroup work
// together, an override that is its size may be the size of the problem as well, which its source cannot show: a few
// workgroups of both are executed, and what they leave is compared.

import type { Launch } from '../launch/launch.ts';
import { anySubgroupSize, compileKernel } from '../predict/compile.ts';
import { type ExpectedBuffer, leftBy } from '../predict/reference.ts';
import type { Transformed, Triple } from '../transform/transformation.ts';

/** Of all that is compared, what may be otherwise: the first workgroups of both need not end at the same place. */
const STRAYS = 0.1;
/** Of a float's own size and of the largest in its buffer: sums go together in another order. */
const FLOAT_SLACK = 1e-2;
/** Of the loops of one warp: a workgroup that takes longer is not worth the wait. */
const MOST_ITERATIONS = 20_000;
const MOST_WORKGROUPS = 32;

/** The first buffer that they leave otherwise; undefined where there is none, or it cannot be told in short. */
export function leftOtherwise(
  source: string,
  launch: Launch,
  size: Triple,
  transformed: Transformed,
): string | undefined {
  if (launch.bindings.some(({ data }) => data.kind === 'file')) return undefined;
  const other: Launch = { ...launch, dispatch: transformed.dispatch, constants: transformed.constants };
  const [ours, theirs] = countsAlongX(launch, size, other, transformed.workgroupSize);
  if (Math.max(ours, theirs) > MOST_WORKGROUPS) return undefined;
  const before = leftByFirst(source, launch, ours);
  const after = before && leftByFirst(transformed.source, other, theirs);
  return after && before.find((buffer) => isOtherwise(buffer, after))?.name;
}

/** As many workgroups of both as make the same invocations along x; one of each where there are as many in all. */
function countsAlongX(launch: Launch, [ours]: Triple, other: Launch, [theirs]: Triple): [number, number] {
  if (launch.dispatch[0] === other.dispatch[0]) return [1, 1];
  const common = (ours * theirs) / greatestCommonDivisor(ours, theirs);
  const most = Math.max(launch.dispatch[0] * ours, 1);
  const covered = Math.min(common, most);
  return [Math.ceil(covered / ours), Math.ceil(covered / theirs)];
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function leftByFirst(source: string, launch: Launch, count: number): readonly ExpectedBuffer[] | undefined {
  const { value } = compileKernel(launch, source, { without: [] });
  if (!value) return undefined;
  const workgroups = Array.from({ length: count }, (_, index) => index);
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
    if (changed?.[at] !== 0) found.set(pages[at >> 10] * 1024 + (at & 1023), word);
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
