// A machine small enough to follow by hand: one memory with latency and throughput, one arithmetic unit,
// registers that limit how many threads are resident. Coarsening by x joins a share of the memory traffic.

import type { Cost, Evaluator, SpareOccupancy, Verdict } from '../../src/search/cost.ts';
import type { Problem } from '../../src/search/next-best.ts';
import { Points } from '../../src/space/points.ts';
import { configurationOf, isValid, type Point, parameterOf, type Space } from '../../src/space/space.ts';

export interface Toy {
  /** Share of the traffic that threads side by side have in common, by direction. */
  readonly shared: { readonly x: number; readonly y: number };
  /** Requests to memory of all threads, cycles of arithmetic. */
  readonly requests: number;
  readonly arithmetic: number;
  readonly latency: number;
  readonly registers: { readonly base: number; readonly perJoined: number };
}

const REGISTER_FILE = 65536;
const THREADS = 2048;

export function costOf(
  toy: Toy,
  joinedX: number,
  joinedY: number,
  resident = 1,
): Omit<Required<Cost>, 'isRace'> {
  const part = (shared: number, joined: number) => 1 - shared + shared / joined;
  const transactions = toy.requests * part(toy.shared.x, joinedX) * part(toy.shared.y, joinedY);
  const registersPerThread = toy.registers.base + toy.registers.perJoined * joinedX * joinedY;
  const occupancyFraction = Math.min(1, REGISTER_FILE / THREADS / registersPerThread) * resident;
  // Each joined thread has its requests under way at the same time as the others.
  const underWay = occupancyFraction * joinedX * joinedY;
  const waiting = (toy.latency * transactions) / underWay;
  const timeNs = Math.max(transactions, toy.arithmetic, waiting);
  const bottleneck =
    timeNs === transactions
      ? { resource: 'memory', kind: 'throughput' as const, elasticity: 1 }
      : timeNs === waiting
        ? { resource: 'memory', kind: 'latency' as const, elasticity: 1 }
        : { resource: 'alu', kind: 'throughput' as const, elasticity: 1 };
  const resources = [
    { name: 'memory', utilization: transactions / timeNs, transactions },
    { name: 'alu', utilization: toy.arithmetic / timeNs, transactions: toy.arithmetic },
  ];
  return { timeNs, bottleneck, resources, occupancyFraction, registersPerThread, invocations: 1024 };
}

/** Asked for points, in order; refuses those that `refuses` names. */
export class ToyEvaluator implements Evaluator {
  readonly asked: Point[] = [];
  private readonly space: Space;
  private readonly toy: Toy;
  private readonly refuses: (point: Point) => string | undefined;

  constructor(space: Space, toy: Toy, refuses: (point: Point) => string | undefined = () => undefined) {
    this.space = space;
    this.toy = toy;
    this.refuses = refuses;
  }

  private joined(point: Point): [number, number] {
    const { x, y } = configurationOf(this.space, point);
    return [x as number, y as number];
  }

  async evaluate(points: readonly Point[]): Promise<Verdict[]> {
    return points.map((point) => {
      if (!isValid(this.space, point)) throw new Error(`invalid point ${point.join()}`);
      this.asked.push(point);
      const refusal = this.refuses(point);
      return refusal === undefined ? { cost: costOf(this.toy, ...this.joined(point)) } : { refusal };
    });
  }

  async spareOccupancy(point: Point): Promise<SpareOccupancy | undefined> {
    const now = costOf(this.toy, ...this.joined(point));
    for (let part = 15; part >= 1; part--) {
      const { occupancyFraction, bottleneck } = costOf(this.toy, ...this.joined(point), part / 16);
      const isOther =
        bottleneck.resource !== now.bottleneck.resource || bottleneck.kind !== now.bottleneck.kind;
      if (isOther || part === 1) return { occupancyFraction, bottleneck };
    }
    return undefined;
  }

  mostRegisters(occupancyFraction: number): number {
    return Math.floor(REGISTER_FILE / (occupancyFraction * THREADS));
  }
}

export const POWERS = [1, 2, 4, 8, 16];

export function toyProblem(
  toy: Toy,
  {
    constraints = [],
    refuses,
  }: { constraints?: Space['constraints']; refuses?: (point: Point) => string | undefined } = {},
): Problem & { readonly evaluator: ToyEvaluator } {
  const space: Space = { parameters: [parameterOf('x', POWERS), parameterOf('y', POWERS)], constraints };
  return {
    space,
    points: new Points(space),
    base: [0, 0],
    evaluator: new ToyEvaluator(space, toy, refuses),
  };
}
