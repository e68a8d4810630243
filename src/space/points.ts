// The valid points of a space: counted, numbered, drawn at random and walked from one to the next.

import { DiagnosticError, type Outcome } from '../diagnostics/diagnostic.ts';
import { countOf, type Diagram, diagramOf, type Node } from './diagram.ts';
import { nearestPoint } from './nearest.ts';
import type { Random } from './random.ts';
import type { Parameter, Point, Space } from './space.ts';

export type Neighbourhood = 'adjacent' | 'hamming';

export class Points {
  /** Exact up to 2^53. */
  readonly count: number;
  readonly space: Space;
  private readonly diagram: Diagram;
  private readonly parameters: readonly Parameter[];

  /** @throws DiagnosticError where constraints tie so many parameters together that there is no hope */
  constructor(space: Space) {
    this.space = space;
    this.parameters = space.parameters;
    this.diagram = diagramOf(space);
    this.count = countOf(this.diagram.root);
  }

  /** The point of a number from 0 to `count` − 1. */
  at(index: number): Point {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`no point ${index} among ${this.count}`);
    let rest = index;
    return this.walk(({ before, children }) => {
      let choice = 0;
      while (choice < children.length - 1 && before[choice + 1] <= rest) choice++;
      rest -= before[choice];
      return choice;
    });
  }

  /** The number of a point; −1 for an invalid one. */
  indexOf(point: Point): number {
    const { order, root } = this.diagram;
    if (point.length !== order.length) return -1;
    let index = 0;
    let node: Node | undefined = root;
    for (let depth = 0; depth < order.length; depth++) {
      const choice = point[order[depth]];
      const child: Node | undefined = node.children[choice];
      if (child === undefined) return -1;
      index += node.before[choice];
      node = child;
    }
    return this.count === 0 ? -1 : index;
  }

  /** Every valid point is equally likely. */
  sample(random: Random): Point {
    this.expectSome();
    // One draw per parameter rather than one in all: there may be more points than a number can tell apart.
    return this.walk(({ before, children }) => {
      const drawn = random.next() * before[children.length];
      let choice = 0;
      while (before[choice + 1] <= drawn) choice++;
      return choice;
    });
  }

  *[Symbol.iterator](): Iterator<Point> {
    const { order, root } = this.diagram;
    const point = new Array<number>(order.length).fill(0);
    function* below(node: Node, depth: number): Generator<Point> {
      if (depth === order.length) {
        yield [...point];
        return;
      }
      for (let choice = 0; choice < node.children.length; choice++) {
        const child = node.children[choice];
        if (child === undefined) continue;
        point[order[depth]] = choice;
        yield* below(child, depth + 1);
      }
    }
    if (this.count > 0) yield* below(root, 0);
  }

  /**
   * Valid points that differ in one parameter. `adjacent`: by the nearest valid value on each side, where the
   * parameter's values have an order; otherwise by any value.
   */
  neighbours(point: Point, kind: Neighbourhood): Point[] {
    const found: Point[] = [];
    const other = [...point];
    /** Whether the point with this value there is valid; it is kept then. */
    const visit = (index: number, choice: number): boolean => {
      other[index] = choice;
      const isValid = this.indexOf(other) >= 0;
      if (isValid) found.push([...other]);
      other[index] = point[index];
      return isValid;
    };
    this.parameters.forEach(({ values, isOrdered }, index) => {
      const start = point[index];
      if (kind === 'adjacent' && isOrdered) {
        for (let choice = start - 1; choice >= 0; choice--) if (visit(index, choice)) break;
        for (let choice = start + 1; choice < values.length; choice++) if (visit(index, choice)) break;
      } else {
        values.forEach((_, choice) => {
          if (choice !== start) visit(index, choice);
        });
      }
    });
    return found;
  }

  /**
   * The valid point nearest to one that may be invalid, between values or outside: by squared distances, each
   * parameter's range of values having length 1, and values without order being 1 apart. Ties fall at random.
   */
  nearest(point: readonly number[], random: Random): Point {
    this.expectSome();
    return nearestPoint(this.diagram, this.parameters, point, random);
  }

  private walk(choose: (node: Node) => number): Point {
    const { order, root } = this.diagram;
    const point = new Array<number>(order.length).fill(0);
    let node = root;
    for (const index of order) {
      const choice = choose(node);
      point[index] = choice;
      node = node.children[choice]!;
    }
    return point;
  }

  private expectSome(): void {
    if (this.count === 0) throw new RangeError('the space has no valid point');
  }
}

/** The points of a space that somebody declared: none at all, or too many to keep, is a problem to report. */
export function pointsOf(space: Space): Outcome<Points> {
  try {
    const points = new Points(space);
    if (points.count > 0) return { value: points, diagnostics: [] };
    const message = 'no configuration fulfils all constraints';
    const span = space.constraints[0]?.span;
    const place = span === undefined ? {} : { span };
    return { diagnostics: [{ severity: 'invalid', code: 'space/empty', message, ...place }] };
  } catch (error) {
    if (error instanceof DiagnosticError) return { diagnostics: error.diagnostics };
    throw error;
  }
}
