// Makes a kernel that shows a finding small: takes out statements, puts constructs' contents in their place and
// simpler expressions for complex ones, as long as the device still runs the kernel and the same finding shows.
// Candidates are tried many at a time, because a process for the device costs as much as several kernels.

import { check, type Finding, parseWays, type Way } from './check.ts';
import type { GeneratedKernel } from './kernel.ts';
import { at, pathsOf, print, replaced, sizeOf, type Tree } from './tree.ts';

export interface Shrunk {
  readonly kernel: GeneratedKernel;
  readonly message: string;
}

const AT_A_TIME = 24;
const MOST_ROUNDS = 200;

export async function shrink(kernel: GeneratedKernel, finding: Finding): Promise<Shrunk> {
  const ways = waysOf(finding);
  let best: Shrunk = { kernel, message: finding.message };
  let cursor = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const candidates = smaller(best.kernel.tree);
    if (cursor >= candidates.length) break;
    const trial = candidates.slice(cursor, cursor + AT_A_TIME).map((tree) => withTree(best.kernel, tree));
    const { findings } = await check(trial, ways);
    const same = findings.filter((each) => each.way === finding.way && each.kind === finding.kind);
    const [smallest] = same.sort((a, b) => sizeOf(trial[a.kernel].tree) - sizeOf(trial[b.kernel].tree));
    if (smallest) {
      best = { kernel: trial[smallest.kernel], message: smallest.message };
      // What stood before has been tried on almost the same kernel; a last pass begins at the front again.
      cursor = Math.max(0, cursor - AT_A_TIME / 4);
    } else {
      cursor += AT_A_TIME;
    }
  }
  return best;
}

/** A finding of decoding shows whatever the stage. */
function waysOf({ way }: Finding): Way[] {
  return parseWays(way.includes(':') ? way : `${way}:decoded`);
}

function withTree(kernel: GeneratedKernel, tree: Tree): GeneratedKernel {
  return { ...kernel, tree, code: print(tree) };
}

/** Simpler programs, those that drop most first. They need not be valid: the device decides. */
export function smaller(tree: Tree): Tree[] {
  const made: { readonly tree: Tree; readonly size: number }[] = [];
  const add = (candidate: Tree): void => {
    made.push({ tree: candidate, size: sizeOf(candidate) });
  };
  for (const path of pathsOf(tree)) {
    const part = at(tree, path);
    if (part.kind === 'block' || part.kind === 'list') {
      for (const [start, end] of ranges(part.parts.length)) {
        add(
          path.length === 0 ? without(part, start, end) : replaced(tree, path, [without(part, start, end)]),
        );
      }
    } else if (part.kind === 'statement') {
      const isInBlock = at(tree, path.slice(0, -1)).kind !== 'statement';
      for (const inner of part.parts) {
        if (typeof inner !== 'string' && inner.kind === 'block' && isInBlock)
          add(replaced(tree, path, inner.parts));
      }
    } else {
      for (const simpler of simplerExpressions(part)) add(replaced(tree, path, [simpler]));
    }
  }
  return made.sort((a, b) => a.size - b.size).map((each) => each.tree);
}

/** Halves, quarters, … and single ones. */
function ranges(count: number): [number, number][] {
  const found: [number, number][] = [];
  for (let length = Math.ceil(count / 2); length >= 1; length = length === 1 ? 0 : Math.ceil(length / 2)) {
    for (let start = 0; start < count; start += length) found.push([start, Math.min(count, start + length)]);
  }
  return found;
}

function without(tree: Tree, start: number, end: number): Tree {
  return { ...tree, parts: [...tree.parts.slice(0, start), ...tree.parts.slice(end)] };
}

function simplerExpressions(part: Tree): Tree[] {
  const found: Tree[] = [];
  const size = sizeOf(part);
  for (const path of pathsOf(part)) {
    const inner = at(part, path);
    if (path.length > 0 && inner.kind === 'expression' && isAtMost(inner.type, part.type)) found.push(inner);
  }
  const [type] = (part.type ?? '').split('@') as [string];
  const literals: Readonly<Record<string, string>> = {
    u32: '1u',
    i32: '1i',
    f32: '1.0f',
    f16: '1.0h',
    bool: 'true',
  };
  const text = literals[type] ?? (/^(?:vec|mat|array|S\d)/.test(type) ? `${type}()` : undefined);
  if (text !== undefined && !(size === 1 && part.parts.join('').length <= text.length)) {
    found.push({ ...part, parts: [text] });
  }
  return found;
}

/** The same type; for floats, within the budget too, so that they stay exact. */
function isAtMost(inner: string | undefined, outer: string | undefined): boolean {
  if (inner === undefined || outer === undefined) return false;
  const [a, b] = [inner.split('@'), outer.split('@')];
  if (a[0] !== b[0]) return false;
  const budget = (text: string | undefined): number[] => (text ?? '8.2').split('.').map(Number);
  const [[bits = 0, grain = 0], [mostBits = 0, mostGrain = 0]] = [budget(a[1]), budget(b[1])];
  return bits <= mostBits && grain <= mostGrain;
}
