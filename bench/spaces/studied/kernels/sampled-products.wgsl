// Sampled dense-dense product: for every entry (i, j) of a sparse matrix in rows (CSR), its value times the scalar
// product of row i of X and row j of Y. One invocation per entry, which finds its row by halving.
struct Sizes {
  rows: u32,
  quads: u32, // length of the dense rows in vec4
}

@group(0) @binding(0) var<storage, read> rowStarts: array<u32>;
@group(0) @binding(1) var<storage, read> columns: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> y: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> result: array<f32>;
@group(0) @binding(6) var<uniform> sizes: Sizes;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let entry = id.x;
  if (entry >= rowStarts[sizes.rows]) {
    return;
  }
  var low = 0u;
  var high = sizes.rows;
  while (high - low > 1u) {
    let middle = (low + high) / 2u;
    if (rowStarts[middle] <= entry) {
      low = middle;
    } else {
      high = middle;
    }
  }

  let left = low * sizes.quads;
  let right = columns[entry] * sizes.quads;
  var sum = 0.0;
  for (var q = 0u; q < sizes.quads; q++) {
    sum += dot(x[left + q], y[right + q]);
  }
  result[entry] = values[entry] * sum;
}
