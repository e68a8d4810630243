// Kendall's tau: concordant less discordant pairs of two variables, and pairs tied in either.

const B = 128u;

@group(0) @binding(0) var<storage, read> data: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> score: atomic<i32>;
@group(0) @binding(2) var<storage, read_write> ties: array<atomic<u32>, 2>;

var<workgroup> others: array<vec2u, B>;
var<workgroup> sums: array<vec3i, B>;

@compute @workgroup_size(B)
fn count_pairs(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) t: u32) {
  let n = arrayLength(&data);
  let i = wg.x * B + t;
  let mine = data[min(i, n - 1u)];
  var sum = vec3i(0);
  for (var base = wg.x * B; base < n; base += B) {
    others[t] = data[min(base + t, n - 1u)];
    workgroupBarrier();
    let end = min(B, n - base);
    if (i < n) {
      let begin = select(0u, t + 1u, base == wg.x * B);
      for (var k = begin; k < end; k++) {
        let d = sign(vec2i(others[k]) - vec2i(mine));
        sum.x += d.x * d.y;
        sum.y += select(0, 1, d.x == 0);
        sum.z += select(0, 1, d.y == 0);
      }
    }
    workgroupBarrier();
  }
  sums[t] = sum;
  workgroupBarrier();
  for (var half = B / 2u; half > 0u; half >>= 1u) {
    if (t < half) {
      sums[t] += sums[t + half];
    }
    workgroupBarrier();
  }
  if (t == 0u) {
    atomicAdd(&score, sums[0].x);
    atomicAdd(&ties[0], u32(sums[0].y));
    atomicAdd(&ties[1], u32(sums[0].z));
  }
}
