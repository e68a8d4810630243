// Finds the valid point nearest to any position: a shortest path through the diagram, whose edges are as long
// as their value is far from the position (A*; what the parameters still to come add at least is known).

import { type Diagram, END, type Node } from './diagram.ts';
import type { Random } from './random.ts';
import type { Parameter, Point } from './space.ts';

/** Far below any real difference of distances: decides between points that are equally near. */
const JITTER = 1e-9;

/** A path from the root. */
interface Path {
  readonly node: Node;
  readonly depth: number;
  readonly value: number;
  readonly before: Path | undefined;
  readonly distance: number;
  /** `distance` and the least that can follow. */
  readonly bound: number;
}

/** By value: squared distance from the position, the range of values having length 1. */
function distancesOf({ values, isOrdered }: Parameter, position: number, random: Random): Float64Array {
  const range = Math.max(1, values.length - 1);
  const target = Number.isFinite(position) ? Math.min(Math.max(position, 0), values.length - 1) : 0;
  return Float64Array.from(values, (_, value) => {
    const exact = isOrdered ? ((value - target) / range) ** 2 : value === Math.round(target) ? 0 : 1;
    return exact + JITTER * random.next();
  });
}

export function nearestPoint(
  { order, root }: Diagram,
  parameters: readonly Parameter[],
  position: readonly number[],
  random: Random,
): Point {
  const distances = order.map((index) => distancesOf(parameters[index], position[index] ?? 0, random));
  /** By depth: the least that the parameters from there on add. */
  const least = new Float64Array(order.length + 1);
  for (let depth = order.length - 1; depth >= 0; depth--) {
    least[depth] = least[depth + 1] + Math.min(...distances[depth]);
  }
  const paths = new Heap();
  const settled = new Set<Node>();
  paths.push({ node: root, depth: 0, value: -1, before: undefined, distance: 0, bound: least[0] });
  for (;;) {
    const path = paths.pop()!;
    const { node, depth } = path;
    if (node === END) return pointAlong(path, order);
    if (settled.has(node)) continue;
    settled.add(node);
    node.children.forEach((child, value) => {
      if (child === undefined) return;
      const distance = path.distance + distances[depth][value];
      const bound = distance + least[depth + 1];
      paths.push({ node: child, depth: depth + 1, value, before: path, distance, bound });
    });
  }
}

function pointAlong(end: Path, order: readonly number[]): Point {
  const point = new Array<number>(order.length).fill(0);
  for (let path = end; path.before !== undefined; path = path.before) {
    point[order[path.depth - 1]] = path.value;
  }
  return point;
}

/** A binary heap of paths, the one with the least bound on top. */
class Heap {
  private readonly paths: Path[] = [];

  push(path: Path): void {
    const { paths } = this;
    let at = paths.push(path) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (paths[parent].bound <= path.bound) break;
      paths[at] = paths[parent];
      at = parent;
    }
    paths[at] = path;
  }

  pop(): Path | undefined {
    const { paths } = this;
    const top = paths[0];
    const last = paths.pop();
    if (last === undefined || paths.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= paths.length) break;
      if (child + 1 < paths.length && paths[child + 1].bound < paths[child].bound) child++;
      if (paths[child].bound >= last.bound) break;
      paths[at] = paths[child];
      at = child;
    }
    paths[at] = last;
    return top;
  }
}
