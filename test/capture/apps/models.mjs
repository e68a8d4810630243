// Two small models with layers of real sizes: a block of a transformer (hidden size 768, 12 heads, 128 tokens)
// and the beginning of a residual convolutional net for 224 x 224 images.

import { Graph, noise } from './onnx.mjs';

const [TOKENS, HIDDEN, HEADS, INNER] = [128, 768, 12, 3072];

function transformer() {
  const graph = new Graph();
  const dense = (x, from, to) =>
    graph.node('Add', [
      graph.node('MatMul', [x, graph.weights([from, to], 1 / Math.sqrt(from))]),
      graph.weights([to], 0.1),
    ]);
  const norm = (x) =>
    graph.node('LayerNormalization', [x, graph.filled([HIDDEN], 1), graph.filled([HIDDEN], 0)], {
      axis: -1 + 3,
      epsilon: 1e-5,
    });
  const heads = (x, perm) =>
    graph.node(
      'Transpose',
      [graph.node('Reshape', [x, graph.integers([1, TOKENS, HEADS, HIDDEN / HEADS])])],
      {
        perm,
      },
    );
  const normed = norm('x');
  const [query, key, value] = [
    [0, 2, 1, 3],
    [0, 2, 3, 1],
    [0, 2, 1, 3],
  ].map((perm) => heads(dense(normed, HIDDEN, HIDDEN), perm));
  const scores = graph.node('Mul', [
    graph.node('MatMul', [query, key]),
    graph.filled([1], 1 / Math.sqrt(HIDDEN / HEADS)),
  ]);
  const mixed = graph.node('MatMul', [graph.node('Softmax', [scores], { axis: 3 }), value]);
  const joined = graph.node('Reshape', [
    graph.node('Transpose', [mixed], { perm: [0, 2, 1, 3] }),
    graph.integers([1, TOKENS, HIDDEN]),
  ]);
  const attended = graph.node('Add', ['x', dense(joined, HIDDEN, HIDDEN)]);
  const wide = graph.node('Gelu', [dense(norm(attended), HIDDEN, INNER)]);
  const output = graph.node('Add', [attended, dense(wide, INNER, HIDDEN)]);
  const dims = [1, TOKENS, HIDDEN];
  return { graph, input: { name: 'x', dims }, output: { name: output, dims } };
}

function convolutional() {
  const graph = new Graph();
  const conv = (x, from, to, size, stride) =>
    graph.node(
      'Conv',
      [x, graph.weights([to, from, size, size], 1 / Math.sqrt(from * size * size)), graph.weights([to], 0.1)],
      {
        kernel_shape: [size, size],
        strides: [stride, stride],
        pads: Array(4).fill((size - 1) / 2),
      },
    );
  const relu = (x) => graph.node('Relu', [x]);
  const block = (x, from, to, stride) => {
    const inner = conv(relu(conv(x, from, to, 3, stride)), to, to, 3, 1);
    const past = from === to ? x : conv(x, from, to, 1, stride);
    return relu(graph.node('Add', [inner, past]));
  };
  const stem = graph.node('MaxPool', [relu(conv('image', 3, 64, 7, 2))], {
    kernel_shape: [3, 3],
    strides: [2, 2],
    pads: [1, 1, 1, 1],
  });
  const features = block(block(stem, 64, 64, 1), 64, 128, 2);
  const flat = graph.node('Flatten', [graph.node('GlobalAveragePool', [features])], { axis: 1 });
  const output = graph.node('Gemm', [flat, graph.weights([128, 1000], 0.1), graph.weights([1000], 0.1)]);
  return {
    graph,
    input: { name: 'image', dims: [1, 3, 224, 224] },
    output: { name: output, dims: [1, 1000] },
  };
}

/** A model's bytes, with its input's name, shape and values. */
export function modelOf(name) {
  const { graph, input, output } = { transformer, convolutional }[name]();
  const values = new Float32Array(input.dims.reduce((product, dim) => product * dim, 1));
  for (let index = 0; index < values.length; index++) values[index] = noise(index, 4711);
  return { bytes: graph.model(name, input, output), input: { ...input, values }, output: output.name };
}
