// A table that all lanes read in step, a row apart each time: loads of the scalar unit where there is one.
@group(0) @binding(0) var<storage, read> table: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = f32(id.x);
  var sum = 0.0;
  for (var column = 0u; column < 256u; column++) {
    for (var row = 0u; row < 8u; row++) {
      sum = fma(x, table[row * 256u + column], sum);
    }
  }
  sums[id.x] = sum;
}
