// Binary trees over numeric columns, grown greedily (Breiman, Friedman, Olshen and Stone, "Classification and
// Regression Trees", 1984): a node takes the split that leaves the least impurity. What impurity is comes from
// outside, as a function of sums over rows, so that trees of numbers and of classes are grown by the same code.

/** A node, which is a leaf where it has no `split`. */
export interface Tree<Value> {
  /** What the node's rows say together; inner nodes have it as well, for pruning, smoothing and reading. */
  readonly value: Value;
  /** Which rows it was made from, ascending. */
  readonly rows: readonly number[];
  /** Summed over the rows, in the unit of the criterion. */
  readonly impurity: number;
  readonly split?: Split<Value>;
}

export interface Split<Value> {
  readonly column: number;
  /** Rows up to and with it go to `low`. */
  readonly threshold: number;
  readonly low: Tree<Value>;
  readonly high: Tree<Value>;
}

/** Rows of numbers, all of one width. */
export type Table = readonly (readonly number[])[];

/** What a tree is grown for. */
export interface Criterion<Value> {
  /** How many numbers describe a row; sums of them describe several. */
  readonly width: number;
  /** Adds `sign` times the numbers of a row to `sums`. */
  add(sums: Float64Array, row: number, sign: 1 | -1): void;
  /** At least 0, and 0 for a single row. */
  impurity(sums: Float64Array, count: number): number;
  value(sums: Float64Array, count: number): Value;
}

export interface TreeOptions {
  /** Rows that a leaf has at least; 1 by default. */
  readonly leastRows?: number;
  /** Splits between the root and a leaf at most; no limit by default. */
  readonly mostDepth?: number;
  /** Impurity that a split takes away at least, as a share of the root's; 1e-9 by default. */
  readonly leastGain?: number;
}

const LEAST_GAIN = 1e-9;

/**
 * Grows a tree. Of splits that are equally good the first column's lowest is taken, so that equal input gives an
 * equal tree.
 *
 * @param table a row of columns each; values are finite numbers
 * @throws RangeError for a table without rows
 */
export function growTree<Value>(
  table: Table,
  criterion: Criterion<Value>,
  { leastRows = 1, mostDepth = Number.POSITIVE_INFINITY, leastGain = LEAST_GAIN }: TreeOptions = {},
): Tree<Value> {
  if (table.length === 0) throw new RangeError('a tree needs at least one row');
  const all = [...table.keys()];
  const atRoot = criterion.impurity(sumsOf(criterion, all), all.length);
  return grow(all, mostDepth);

  function grow(rows: readonly number[], depthLeft: number): Tree<Value> {
    const sums = sumsOf(criterion, rows);
    const impurity = criterion.impurity(sums, rows.length);
    const node = { value: criterion.value(sums, rows.length), rows, impurity };
    if (depthLeft <= 0 || rows.length < 2 * leastRows || impurity <= 0) return node;
    const best = bestSplit(table, criterion, rows, leastRows);
    if (best === undefined || impurity - best.impurity <= leastGain * atRoot) return node;
    const { column, threshold } = best;
    const isLow = (row: number) => table[row][column] <= threshold;
    const low = grow(rows.filter(isLow), depthLeft - 1);
    const high = grow(
      rows.filter((row) => !isLow(row)),
      depthLeft - 1,
    );
    return { ...node, split: { column, threshold, low, high } };
  }
}

interface Cut {
  readonly column: number;
  readonly threshold: number;
  /** Of both sides together. */
  readonly impurity: number;
}

function bestSplit<Value>(
  table: Table,
  criterion: Criterion<Value>,
  rows: readonly number[],
  leastRows: number,
): Cut | undefined {
  let best: Cut | undefined;
  for (let column = 0; column < table[rows[0]].length; column++) {
    const sorted = [...rows].sort((a, b) => table[a][column] - table[b][column] || a - b);
    const low = new Float64Array(criterion.width);
    const high = sumsOf(criterion, rows);
    for (let count = 1; count < sorted.length; count++) {
      criterion.add(low, sorted[count - 1], 1);
      criterion.add(high, sorted[count - 1], -1);
      const [below, above] = [table[sorted[count - 1]][column], table[sorted[count]][column]];
      if (below === above || count < leastRows || sorted.length - count < leastRows) continue;
      const impurity = criterion.impurity(low, count) + criterion.impurity(high, sorted.length - count);
      // Sums in another order differ in their last bits; that makes no split better.
      if (best !== undefined && impurity >= best.impurity * (1 - 1e-12)) continue;
      best = { column, threshold: between(below, above), impurity };
    }
  }
  return best;
}

/** The middle, or the lower end where the two are neighbours as floating point numbers. */
function between(below: number, above: number): number {
  const middle = below + (above - below) / 2;
  return middle < above ? middle : below;
}

function sumsOf<Value>(criterion: Criterion<Value>, rows: readonly number[]): Float64Array {
  const sums = new Float64Array(criterion.width);
  for (const row of rows) criterion.add(sums, row, 1);
  return sums;
}

/** The leaf that a row of columns comes to. */
export function leafOf<Value>(tree: Tree<Value>, columns: readonly number[]): Tree<Value> {
  let node = tree;
  while (node.split)
    node = columns[node.split.column] <= node.split.threshold ? node.split.low : node.split.high;
  return node;
}

/** All leaves, from low to high. */
export function leavesOf<Value>(tree: Tree<Value>): Tree<Value>[] {
  return tree.split ? [...leavesOf(tree.split.low), ...leavesOf(tree.split.high)] : [tree];
}

/** Splits on the longest way from the root to a leaf. */
export function depthOf<Value>({ split }: Tree<Value>): number {
  return split ? 1 + Math.max(depthOf(split.low), depthOf(split.high)) : 0;
}

/**
 * The subtree with the same root that has the least impurity when each leaf costs `perLeaf` (minimal
 * cost-complexity pruning, Breiman et al., chapter 3); of two that are equally good the smaller.
 *
 * @param perLeaf in the unit of the tree's impurity
 */
export function prunedTree<Value>(tree: Tree<Value>, perLeaf: number): Tree<Value> {
  return pruned(tree).tree;

  function pruned(node: Tree<Value>): { readonly tree: Tree<Value>; readonly cost: number } {
    const { split, ...leaf } = node;
    const asLeaf = { tree: leaf, cost: node.impurity + perLeaf };
    if (split === undefined) return asLeaf;
    const [low, high] = [pruned(split.low), pruned(split.high)];
    const cost = low.cost + high.cost;
    if (cost >= asLeaf.cost * (1 - 1e-12)) return asLeaf;
    return { tree: { ...leaf, split: { ...split, low: low.tree, high: high.tree } }, cost };
  }
}
