// A row that all invocations read again and again: hits in L1.
@group(0) @binding(0) var<storage, read> weights: array<f32>;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = 0u; i < 64u; i++) {
    sum += a[id.x] * weights[(lane + 40u * i) % 4096u];
  }
  b[id.x] = sum;
}
