// G-ADAPT (Liu, Zhang and Shen, "A Cross-Input Adaptive Framework for GPU Program Optimizations", IPDPS 2009), as
// printed: how it searches for an input's best configuration (section IV.B.2), and how it learns the configuration from
// the input (section IV.C). What it leaves open is settled thus:
// - where constraints forbid a step along a parameter it goes on to the next value that they allow, and where they
//   forbid that all begin with their least values, the search begins at the nearest configuration that they allow;
// - there is a tree for each parameter, whose leaves hold linear models by least squares over the same features, and
//   what comes out is the index of the parameter's value;
// - "one executable for each parameter vector that is considered as the best for some training inputs": what the trees
//   say goes to the nearest of those, parameters counted in whole ranges of their values;
// - a leaf has at least three inputs, so that its linear model has something to go by.

import { type LinearModel, leastSquares, linearValue } from '../learn/least-squares.ts';
import { regressionTree } from '../learn/regression-tree.ts';
import { leafOf, leavesOf, type Table, type Tree } from '../learn/tree.ts';
import type { Points } from '../space/points.ts';
import { Random } from '../space/random.ts';
import { keyOf, type Parameter, type Point } from '../space/space.ts';

const LEAST_ROWS = 3;

/** What a search along the parameters came by. */
export interface Climb {
  /** The quickest of all that was tried; undefined where nothing could be run. */
  readonly best?: Point;
  readonly bestTime: number;
  /** In order, each once. */
  readonly tried: readonly Point[];
}

/**
 * The first stage's search for one input: from the least values of all parameters, each round raises one parameter by a
 * step at a time and goes on from the best of these, better or not, until none can be raised.
 *
 * @param timesOf configurations, in any unit; undefined for those that cannot be run
 */
export async function climb(
  points: Points,
  timesOf: (points: readonly Point[]) => Promise<readonly (number | undefined)[]>,
): Promise<Climb> {
  const { parameters } = points.space;
  const times = new Map<string, number>();
  let best: Point | undefined;
  const tried: Point[] = [];
  const tryAll = async (wanted: readonly Point[]): Promise<void> => {
    const open = wanted.filter((point) => !times.has(keyOf(point)));
    const found = await timesOf(open);
    for (const [at, point] of open.entries()) {
      const time = found[at] ?? Number.POSITIVE_INFINITY;
      times.set(keyOf(point), time);
      tried.push(point);
      if (time < (best ? times.get(keyOf(best))! : Number.POSITIVE_INFINITY)) best = point;
    }
  };
  let current = points.nearest(
    parameters.map(() => 0),
    new Random(0),
  );
  await tryAll([current]);
  for (;;) {
    const steps = parameters.flatMap((_, at): Point[] => {
      const step = raisedAt(points, current, at);
      return step ? [step] : [];
    });
    if (steps.length === 0) break;
    await tryAll(steps);
    current = steps.reduce((a, b) => (times.get(keyOf(b))! < times.get(keyOf(a))! ? b : a));
  }
  const bestTime = best ? times.get(keyOf(best))! : Number.POSITIVE_INFINITY;
  return { ...(best ? { best } : {}), bestTime, tried };
}

/** The same configuration with the next value of one parameter that is valid; undefined at the last. */
function raisedAt(points: Points, point: Point, at: number): Point | undefined {
  for (let value = point[at] + 1; value < points.space.parameters[at].values.length; value++) {
    const raised = point.with(at, value);
    if (points.indexOf(raised) >= 0) return raised;
  }
  return undefined;
}

/** What the second stage learns: which configuration an input should run. */
export interface Adapted {
  /** The best of some training input each. */
  readonly versions: readonly Point[];
  /** For an input's features. */
  versionFor(features: readonly number[]): Point;
}

/**
 * The second stage: a regression tree for each parameter, with linear models at its leaves.
 *
 * @param table features of the training inputs; as printed, the numbers that the program is given
 * @param bests the best configuration of each
 */
export function adapt(parameters: readonly Parameter[], table: Table, bests: readonly Point[]): Adapted {
  const versions = [...new Map(bests.map((point) => [keyOf(point), point])).values()];
  const models = parameters.map((_, at) => {
    const targets = bests.map((point) => point[at]);
    const tree = regressionTree(table, targets, { leastRows: LEAST_ROWS });
    return { tree, leaves: linearLeaves(tree, table, targets) };
  });
  const scales = parameters.map(({ values }) => 1 / Math.max(1, values.length - 1));
  return {
    versions,
    versionFor(features) {
      const wanted = models.map(({ tree, leaves }) =>
        linearValue(leaves.get(leafOf(tree, features))!, features),
      );
      const away = (version: Point) =>
        version.reduce((sum, value, at) => sum + ((value - wanted[at]) * scales[at]) ** 2, 0);
      return versions.reduce((a, b) => (away(b) < away(a) ? b : a));
    },
  };
}

function linearLeaves(
  tree: Tree<number>,
  table: Table,
  targets: readonly number[],
): Map<Tree<number>, LinearModel> {
  const modelOf = ({ rows }: Tree<number>) =>
    leastSquares(
      rows.map((row) => table[row]),
      rows.map((row) => targets[row]),
    );
  return new Map(leavesOf(tree).map((leaf) => [leaf, modelOf(leaf)]));
}
