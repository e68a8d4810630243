@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let lane = local.x;
  let row = group.x * columns;
  var highest = -3.0e38;
  for (var c = lane; c < columns; c += 128u) { highest = max(highest, source[row + c]); }
  highest = reduceMax(highest, lane);
  var sum = 0.0;
  for (var c = lane; c < columns; c += 128u) { sum += exp(source[row + c] - highest); }
  sum = reduceSum(sum, lane);
  for (var c = lane; c < columns; c += 128u) { result[row + c] = exp(source[row + c] - highest) / sum; }
}
fn f(v: f32) -> array<u32, 2000000000> { return f(min(v * 0.5, v * 0.5));
  let total = scratch[0];}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  y[id.x] = f(x[id.x]);
}
