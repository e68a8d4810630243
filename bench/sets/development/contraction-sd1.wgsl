// Tensor contraction of the kind of CCSD(T)'s sd_t_d1: t3[h3,h2,h1,p6,p5,p4] -= t2[h7,p4,p5,h1] * v2[h3,h2,p6,h7],
// the first index the fastest. One element of t3 per invocation; N is the length of every index.
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
    sum += t2[((h1 * N + p5) * N + p4) * N + h7] * v2[((h7 * N + p6) * N + h2) * N + h3];
  }
  t3[i] -= sum;
}
