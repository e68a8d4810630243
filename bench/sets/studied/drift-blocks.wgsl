// Particles move on: blocks of 32, in which each of their six numbers has an array.
struct Block {
  x: array<f32, 32>, y: array<f32, 32>, z: array<f32, 32>,
  vx: array<f32, 32>, vy: array<f32, 32>, vz: array<f32, 32>,
}

@group(0) @binding(0) var<storage, read_write> blocks: array<Block>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let block = id.x / 32u;
  let i = id.x % 32u;
  blocks[block].x[i] += 0.01 * blocks[block].vx[i];
  blocks[block].y[i] += 0.01 * blocks[block].vy[i];
  blocks[block].z[i] += 0.01 * blocks[block].vz[i];
}
