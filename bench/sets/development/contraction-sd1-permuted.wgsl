// The contraction of contraction-sd1.wgsl with the indices of v2 in the reverse order, v2[h7,p6,h2,h3]: now
// neighbouring lanes read far apart.
@group(0) @binding(0) var<storage, read> t2: array<f32>;
@group(0) @binding(1) var<storage, read> v2: array<f32>;
@group(0) @binding(2) var<storage, read_write> t3: array<f32>;

override N: u32;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let i = id.y * groups.x * 256u + id.x;
  if (i >= arrayLength(&t3)) {
    return;
  }
  let h3 = i % N;
  let h2 = i / N % N;
  let h1 = i / (N * N) % N;
  let p6 = i / (N * N * N) % N;
  let p5 = i / (N * N * N * N) % N;
  let p4 = i / (N * N * N * N * N);
  var sum = 0.0;
  for (var h7 = 0u; h7 < N; h7++) {
    sum += t2[((h1 * N + p5) * N + p4) * N + h7] * v2[((h3 * N + h2) * N + p6) * N + h7];
  }
  t3[i] -= sum;
}
