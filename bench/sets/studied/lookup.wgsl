// Each invocation adds numbers of a small table that others read as well. The table is bound as one that may be
// written.
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var place = id.x;
  var sum = 0.0;
  for (var k = 0u; k < 32u; k++) {
    place = (place * 5u + 3u) & 4095u;
    sum += values[place];
  }
  sums[id.x] = sum;
}
