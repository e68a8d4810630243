struct Block {
  m: mat3x3f,
  n: mat2x4f,
  k: array<vec3f, 2>,
}
@group(0) @binding(0) var<storage, read> inputs: Block;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(9)
fn main(@builtin(local_invocation_index) i: u32) {
  outputs[4 * i] = inputs.m[i / 3u][i % 3u];
  outputs[4 * i + 1] = inputs.n[i % 2u][i % 4u];
  outputs[4 * i + 2] = inputs.k[i % 2u].z;
  let column = inputs.m[i % 3u];
  outputs[4 * i + 3] = column.x + column.y + column.z;
}
