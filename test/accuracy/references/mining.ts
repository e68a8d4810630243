// References for kernels over graphs, alignments, clusters, trees and small neural networks.

import { floats, type Inputs, type KernelCase, type KernelCases, sum, words } from '../reference.ts';

const paths: KernelCase = {
  small: { N: 72, VIA: 30 },
  reference: (input) => {
    const before = input.u32(0);
    const through = (i: number) => before[Math.floor(i / 72) * 72 + 30] + before[30 * 72 + (i % 72)];
    return { 1: words(72 * 72, (i) => Math.min(before[i], through(i))) };
  },
};

/** For each node of a graph, its neighbours in the order of the edges. */
function neighboursOf(input: Inputs): number[][] {
  const [starts, edges] = [input.u32(0), input.u32(1)];
  return Array.from({ length: input.params['NODES'] }, (_, node) => [
    ...edges.subarray(starts[node], starts[node + 1]),
  ]);
}

/** The centre nearest to each point; coordinates by functions, so that the layout does not matter. */
function nearest(
  points: number,
  clusters: number,
  features: number,
  point: (i: number, feature: number) => number,
  center: (i: number, feature: number) => number,
): Uint32Array {
  return words(points, (i) => {
    const distances = Array.from({ length: clusters }, (_, c) =>
      sum(features, (f) => (point(i, f) - center(c, f)) ** 2),
    );
    return distances.indexOf(Math.min(...distances));
  });
}

/** Scores of one diagonal of blocks, cell by cell in reading order within a block. */
function aligned(input: Inputs): Int32Array {
  const { BLOCKS: blocks, DIAGONAL: diagonal } = input.params as { BLOCKS: number; DIAGONAL: number };
  const similarity = input.i32(0);
  const score = Int32Array.from(input.i32(1));
  const [columns, stride] = [16 * blocks, 16 * blocks + 1];
  for (let block = 0; block <= diagonal; block++) {
    for (let cell = 0; cell < 256; cell++) {
      const x = 16 * block + (cell % 16);
      const y = 16 * (diagonal - block) + Math.floor(cell / 16);
      const match = score[y * stride + x] + similarity[y * columns + x];
      const [above, left] = [score[y * stride + x + 1] - 10, score[(y + 1) * stride + x] - 10];
      score[(y + 1) * stride + x + 1] = Math.max(match, above, left);
    }
  }
  return score;
}

const tree: KernelCase = {
  small: { LEVELS: 3, QUERIES: 400 },
  // Keys are numbered through, so that the record of a key is the one at its number.
  reference: (input) => ({ 3: words(400, (i) => input.u32(1)[input.u32(2)[i]]) }),
};

export const mining: KernelCases = {
  'floyd-warshall': paths,
  'floyd-warshall-vec4': paths,
  'bfs-top-down': {
    small: { NODES: 500, DEGREE: 4, LEVELS: 6 },
    reference: (input) => {
      const levels = input.u32(2);
      const marks = new Uint32Array(500);
      neighboursOf(input).forEach((neighbours, node) => {
        for (const other of neighbours) if (levels[node] === 4 && levels[other] === 5) marks[other] = 1;
      });
      return { 3: marks };
    },
  },
  'bfs-bottom-up': {
    small: { NODES: 500, DEGREE: 4, LEVELS: 3 },
    reference: (input) => {
      const levels = input.u32(2);
      const parents = neighboursOf(input).map((neighbours, node) =>
        levels[node] === 2 ? neighbours.find((other) => levels[other] === 1) : undefined,
      );
      return { 3: Uint32Array.from(parents, (parent) => parent ?? 0xffffffff) };
    },
  },
  'kmeans-point-major': {
    small: { POINTS: 300, FEATURES: 7, CLUSTERS: 5 },
    reference: (input) => {
      const [points, centers] = [input.f32(0), input.f32(1)];
      const at = (values: Float32Array) => (i: number, feature: number) => values[7 * i + feature];
      return { 2: nearest(300, 5, 7, at(points), at(centers)) };
    },
  },
  'kmeans-feature-major': {
    small: { POINTS: 300, CLUSTERS: 5 },
    reference: (input) => {
      const [features, centers] = [input.f32(0), input.f32(1)];
      const point = (i: number, feature: number) => features[300 * feature + i];
      return { 2: nearest(300, 5, 16, point, (i, feature) => centers[16 * i + feature]) };
    },
  },
  'nearest-neighbour': {
    small: { RECORDS: 300 },
    reference: (input) => {
      const records = input.f32(0);
      return { 1: floats(300, (i) => Math.hypot(records[2 * i] - 30, records[2 * i + 1] - 60)) };
    },
  },
  'streamcluster-gain': {
    small: { POINTS: 300, DIMENSIONS: 10 },
    reference: (input) => {
      const [coordinates, weights, costs] = [input.f32(0), input.f32(1), input.f32(2)];
      const saving = (i: number) => {
        const squared = sum(10, (d) => (coordinates[300 * d + i] - coordinates[300 * d + 100]) ** 2);
        return costs[i] - squared * weights[i];
      };
      return {
        3: words(300, (i) => Number(saving(i) > 0)),
        4: floats(300, (i) => Math.max(saving(i), 0)),
      };
    },
  },
  pathfinder: {
    small: { COLUMNS: 700, STEPS: 6 },
    reference: (input) => {
      const wall = input.u32(0);
      let costs = [...input.u32(1)];
      for (let row = 1; row <= 6; row++) {
        const before = costs;
        costs = before.map(
          (_, x) => Math.min(...before.slice(Math.max(x - 1, 0), x + 2)) + wall[700 * row + x],
        );
      }
      return { 2: Uint32Array.from(costs) };
    },
  },
  'needleman-wunsch': {
    small: { BLOCKS: 4, DIAGONAL: 2 },
    reference: (input) => ({ 1: aligned(input) }),
  },
  'btree-lookup': tree,
  'btree-cooperative': tree,
  'backprop-forward': {
    small: { INPUTS: 64, HIDDEN: 32 },
    reference: (input) => {
      const [inputs, weights] = [input.f32(0), input.f32(1)];
      const term = (node: number, unit: number) => inputs[node] * weights[32 * node + unit];
      return {
        2: floats(4 * 32, (i) => sum(16, (k) => term(16 * Math.floor(i / 32) + k, i % 32))),
      };
    },
  },
  'backprop-adjust': {
    small: { INPUTS: 64, HIDDEN: 32 },
    reference: (input) => {
      const [inputs, errors, weights, last] = [input.f32(0), input.f32(1), input.f32(2), input.f32(3)];
      const changes = floats(
        64 * 32,
        (i) => 0.3 * errors[i % 32] * inputs[Math.floor(i / 32)] + 0.3 * last[i],
      );
      return { 2: changes.map((change, i) => weights[i] + change), 3: changes };
    },
  },
};
