// Mean and variance of rows, a subgroup per row, folded with shuffles.
enable subgroups;
@group(0) @binding(0) var<storage, read> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> stats: array<vec2<f32>>;
override LENGTH: u32 = 512;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(subgroup_size) size: u32,
        @builtin(subgroup_invocation_id) lane: u32) {
  let row = id.x / size;
  var sum = 0.0;
  var squares = 0.0;
  for (var i = lane; i < LENGTH; i += size) {
    let v = rows[row * LENGTH + i];
    sum += v;
    squares += v * v;
  }
  for (var mask = size / 2u; mask > 0u; mask /= 2u) {
    sum += subgroupShuffleXor(sum, mask);
    squares += subgroupShuffleXor(squares, mask);
  }
  if (lane == 0u) {
    let mean = sum / f32(LENGTH);
    stats[row] = vec2<f32>(mean, squares / f32(LENGTH) - mean * mean);
  }
}
