// The contraction of contraction-sd1.wgsl for N = 16 as a product of matrices: t3's rows are (h3,h2,p6), its
// columns (h1,p5,p4); tiles of both factors in workgroup memory, four columns per invocation.
@group(0) @binding(0) var<storage, read> t2: array<f32>;
@group(0) @binding(1) var<storage, read> v2: array<f32>;
@group(0) @binding(2) var<storage, read_write> t3: array<f32>;

const N = 16u;
var<workgroup> left: array<array<f32, N>, N>; // h7 x h3
var<workgroup> right: array<array<f32, N + 1>, N * 4>; // columns x h7, padded

@compute @workgroup_size(N, N)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let h2 = group.x % N;
  let p6 = group.x / N;
  left[local.y][local.x] = v2[((local.y * N + p6) * N + h2) * N + local.x];
  for (var i = 0u; i < 4u; i++) {
    let column = i * N + local.y; // h1 = local.y, p5 = 4 * group.y + i, p4 = group.z
    right[column][local.x] = t2[((local.y * N + 4u * group.y + i) * N + group.z) * N + local.x];
  }
  workgroupBarrier();
  var sums: array<f32, 4>;
  for (var h7 = 0u; h7 < N; h7++) {
    let factor = left[h7][local.x];
    for (var i = 0u; i < 4u; i++) {
      sums[i] += factor * right[i * N + local.y][h7];
    }
  }
  for (var i = 0u; i < 4u; i++) {
    let p5 = 4u * group.y + i;
    let place = ((((group.z * N + p5) * N + p6) * N + local.y) * N + h2) * N + local.x;
    t3[place] -= sums[i];
  }
}
