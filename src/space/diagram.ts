// A decision diagram of the valid points: a node for every state that the choices so far can leave behind,
// with the number of points under each value. What later constraints cannot tell apart is one node, so that
// independent groups of parameters add up instead of multiplying, and the product is never built.

import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import type { Constraint, Point, PointList, Space, Value } from './space.ts';

export interface Node {
  /** By value of this depth's parameter: number of points under the values before it; at the end, all. */
  readonly before: Float64Array;
  /** By value; undefined where no point has it. */
  readonly children: readonly (Node | undefined)[];
}

export interface Diagram {
  /** The parameter that each depth decides. */
  readonly order: readonly number[];
  readonly root: Node;
}

/** Where a point is complete; the same node below all of them. */
export const END: Node = { before: Float64Array.of(0, 1), children: [] };

/** A diagram this large takes seconds to build. */
const MOST_NODES = 200_000;

export const countOf = (node: Node): number => node.before[node.before.length - 1];

function nodeOf(children: readonly (Node | undefined)[]): Node | undefined {
  const before = new Float64Array(children.length + 1);
  children.forEach((child, i) => {
    before[i + 1] = before[i] + (child === undefined ? 0 : countOf(child));
  });
  return before[children.length] === 0 ? undefined : { before, children };
}

const EMPTY: Node = { before: Float64Array.of(0), children: [] };

export function diagramOf(space: Space): Diagram {
  if (space.list !== undefined) return diagramOfList(space.list, space.parameters.length);
  const order = orderOf(space);
  return { order, root: new Builder(space, order).build() ?? EMPTY };
}

/** Parameters in an order in which constraints can be checked early: always finish the one nearest to it. */
function orderOf(space: Space): number[] {
  const order = new Set<number>();
  const open = new Set(space.constraints);
  const missing = (constraint: Constraint) => constraint.parameters.filter((index) => !order.has(index));
  while (open.size > 0) {
    const next = [...open].reduce((a, b) => (missing(b).length < missing(a).length ? b : a));
    for (const index of missing(next)) order.add(index);
    open.delete(next);
  }
  space.parameters.forEach((_, index) => {
    order.add(index);
  });
  return [...order];
}

class Builder {
  private readonly space: Space;
  private readonly order: readonly number[];
  /** By depth: what can be checked once that depth's parameter has a value. */
  private readonly checks: readonly Constraint[][];
  /** By depth: earlier parameters that a later check reads. */
  private readonly live: readonly number[][];
  private readonly known: readonly Map<string, Node | undefined>[];
  private readonly values: Value[];
  private readonly point: number[];
  private nodes = 0;

  constructor(space: Space, order: readonly number[]) {
    this.space = space;
    this.order = order;
    const depthOf = (index: number) => order.indexOf(index);
    const lastDepth = ({ parameters }: Constraint) => Math.max(0, ...parameters.map(depthOf));
    this.checks = order.map((_, depth) => space.constraints.filter((each) => lastDepth(each) === depth));
    this.live = order.map((_, depth) => {
      const later = space.constraints.filter((each) => lastDepth(each) >= depth);
      const read = new Set(later.flatMap((each) => each.parameters));
      return order.slice(0, depth).filter((index) => read.has(index));
    });
    this.known = order.map(() => new Map());
    this.values = space.parameters.map((parameter) => parameter.values[0]);
    this.point = space.parameters.map(() => 0);
  }

  build(depth = 0): Node | undefined {
    if (depth === this.order.length) return END;
    const key = this.live[depth].map((index) => this.point[index]).join();
    const known = this.known[depth];
    if (known.has(key)) return known.get(key);
    if (++this.nodes > MOST_NODES) throw this.tooLarge(depth);
    const index = this.order[depth];
    const children = this.space.parameters[index].values.map((value, i) => {
      this.values[index] = value;
      this.point[index] = i;
      const isPossible = this.checks[depth].every((constraint) => constraint.holds(this.values));
      return isPossible ? this.build(depth + 1) : undefined;
    });
    const node = nodeOf(children);
    known.set(key, node);
    return node;
  }

  private tooLarge(depth: number): DiagnosticError {
    const names = this.live[depth].map((index) => this.space.parameters[index].name).join(', ');
    const message =
      `the constraints tie too many parameters together (${names}): more than ${MOST_NODES} combinations ` +
      'would have to be kept; split constraints into smaller ones, or give fewer values';
    return new DiagnosticError([{ severity: 'unsupported', code: 'space/too-large', message }]);
  }
}

/** Subtrees that are alike are kept once. */
function diagramOfList(list: PointList, depths: number): Diagram {
  const order = Array.from({ length: depths }, (_, index) => index);
  const ids = new Map<Node, number>();
  const byShape = new Map<string, Node>();
  const build = (points: readonly Point[], depth: number): Node | undefined => {
    if (points.length === 0) return undefined;
    if (depth === depths) return END;
    const groups: Point[][] = [];
    for (const point of points) (groups[point[depth]] ??= []).push(point);
    const children = Array.from(groups, (group) => build(group ?? [], depth + 1));
    const shape = `${depth}:${children.map((child) => (child === undefined ? '' : (ids.get(child) ?? 'end'))).join()}`;
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const node = nodeOf(children)!;
    ids.set(node, ids.size);
    byShape.set(shape, node);
    return node;
  };
  return { order, root: build(list.points, 0) ?? EMPTY };
}
