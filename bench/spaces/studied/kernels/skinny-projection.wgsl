// Projects every row of a tall matrix onto 16 directions: Y (rows x 16) = X (rows x features) W (features x 16), one
// invocation per row, four features at a time.
@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> w: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(3) var<uniform> size: vec2<u32>; // rows, features / 4

override SIZE: u32 = 64;

@compute @workgroup_size(SIZE)
fn project(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.x;
  if (row >= size.x) {
    return;
  }
  var sum0 = vec4<f32>(0.0);
  var sum1 = vec4<f32>(0.0);
  var sum2 = vec4<f32>(0.0);
  var sum3 = vec4<f32>(0.0);
  for (var quad = 0u; quad < size.y; quad++) {
    let features = x[row * size.y + quad];
    for (var i = 0u; i < 4u; i++) {
      let direction = (quad * 4u + i) * 4u;
      let feature = features[i];
      sum0 += feature * w[direction];
      sum1 += feature * w[direction + 1u];
      sum2 += feature * w[direction + 2u];
      sum3 += feature * w[direction + 3u];
    }
  }
  y[row * 4u] = sum0;
  y[row * 4u + 1u] = sum1;
  y[row * 4u + 2u] = sum2;
  y[row * 4u + 3u] = sum3;
}
