// Solves many small dense systems by QR with Givens rotations in the order of Sameh and Kuck: element (i, j) is
// annihilated with rows i - 1 and i in step (N - 1 - i) + 2 j, so that all rotations of a step touch different
// rows. One workgroup per system, the right side as an additional column.

override N: u32 = 32;
const ROTATORS = 16u; // at least N / 2
const WIDTH = 8u;     // invocations per rotation

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read> rightSides: array<f32>;
@group(0) @binding(2) var<storage, read_write> solutions: array<f32>;
@group(0) @binding(3) var<storage, read_write> conditions: array<f32>; // max |r(k, k)| / min |r(k, k)|

var<workgroup> a: array<f32, N * (N + 1)>;

@compute @workgroup_size(WIDTH, ROTATORS)
fn solve(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let pitch = N + 1u;
  let system = group.x;
  for (var e = index; e < N * N; e += WIDTH * ROTATORS) {
    a[(e / N) * pitch + e % N] = matrices[system * N * N + e];
  }
  for (var e = index; e < N; e += WIDTH * ROTATORS) {
    a[e * pitch + N] = rightSides[system * N + e];
  }
  workgroupBarrier();

  for (var step = 0u; step < 2u * N - 3u; step++) {
    var first = 0u;
    if (step + 2u > N) {
      first = step + 2u - N;
    }
    let j = first + local.y;
    let rotating = 2u * j <= step;
    var c = 1.0;
    var s = 0.0;
    var lower = 0u;
    if (rotating) {
      let i = N - 1u - step + 2u * j;
      lower = i * pitch;
      let f = a[lower - pitch + j];
      let g = a[lower + j];
      let r = sqrt(f * f + g * g);
      if (r > 1e-20) {
        c = f / r;
        s = g / r;
      }
    }
    workgroupBarrier();
    if (rotating) {
      for (var k = j + local.x; k <= N; k += WIDTH) {
        let above = a[lower - pitch + k];
        let below = a[lower + k];
        a[lower - pitch + k] = c * above + s * below;
        a[lower + k] = c * below - s * above;
      }
    }
    workgroupBarrier();
  }

  // Back substitution, by columns: the right side becomes the solution.
  for (var step = 0u; step < N; step++) {
    let k = N - 1u - step;
    let x = a[k * pitch + N] / a[k * pitch + k];
    workgroupBarrier();
    if (index == k) {
      a[k * pitch + N] = x;
    } else if (index < k) {
      a[index * pitch + N] -= a[index * pitch + k] * x;
    }
    workgroupBarrier();
  }

  if (index < N) {
    solutions[system * N + index] = a[index * pitch + N];
  }
  if (index == 0u) {
    var low = abs(a[0]);
    var high = low;
    for (var k = 1u; k < N; k++) {
      let d = abs(a[k * pitch + k]);
      low = min(low, d);
      high = max(high, d);
    }
    conditions[system] = high / max(low, 1e-20);
  }
}
