// Singular values of many 32x32 matrices by one-sided Jacobi, a matrix per workgroup. In each round of a tournament
// the 32 columns make 16 pairs, and 16 invocations turn the two columns of a pair until they are orthogonal. After
// the last sweep the columns' lengths are the singular values, and V has gone through the same rotations.
const N = 32u;
const PAIRS = 16u;
const SIDE = 16u;      // invocations per pair
override SWEEPS: u32 = 5;

@group(0) @binding(0) var<storage, read> matrices: array<f32>;
@group(0) @binding(1) var<storage, read_write> singular: array<f32>;
@group(0) @binding(2) var<storage, read_write> rightVectors: array<f32>;

var<workgroup> a: array<array<f32, 32>, 32>;      // [column][row]
var<workgroup> v: array<array<f32, 32>, 32>;
var<workgroup> sums: array<array<vec3<f32>, 16>, 16>;

// Who plays in a seat of the round: player 0 stays, the others move on by one each round.
fn player(seat: u32, round: u32) -> u32 {
  if (seat == 0u) {
    return 0u;
  }
  return (seat - 1u + round) % (N - 1u) + 1u;
}

@compute @workgroup_size(16, 16)
fn svd(
  @builtin(workgroup_id) wid: vec3<u32>,
  @builtin(local_invocation_id) lid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let base = wid.x * N * N;
  for (var e = lane; e < N * N; e += 256u) {
    let row = e / N;
    let column = e % N;
    a[column][row] = matrices[base + e];
    v[column][row] = select(0.0, 1.0, row == column);
  }
  workgroupBarrier();

  let pair = lid.y;
  let part = lid.x;
  for (var sweep = 0u; sweep < SWEEPS; sweep++) {
    for (var round = 0u; round < N - 1u; round++) {
      let p = player(pair, round);
      let q = player(N - 1u - pair, round);

      var sum = vec3<f32>(0.0);
      for (var row = part; row < N; row += SIDE) {
        let x = a[p][row];
        let y = a[q][row];
        sum += vec3<f32>(x * x, y * y, x * y);
      }
      sums[pair][part] = sum;
      workgroupBarrier();
      for (var half = SIDE / 2u; half > 0u; half >>= 1u) {
        if (part < half) {
          sums[pair][part] += sums[pair][part + half];
        }
        workgroupBarrier();
      }
      let total = sums[pair][0];

      if (abs(total.z) > 1e-7 * sqrt(total.x * total.y)) {
        let zeta = (total.y - total.x) / (2.0 * total.z);
        let t = select(-1.0, 1.0, zeta >= 0.0) / (abs(zeta) + sqrt(1.0 + zeta * zeta));
        let c = inverseSqrt(1.0 + t * t);
        let s = c * t;
        for (var row = part; row < N; row += SIDE) {
          let x = a[p][row];
          let y = a[q][row];
          a[p][row] = c * x - s * y;
          a[q][row] = s * x + c * y;
          let vx = v[p][row];
          let vy = v[q][row];
          v[p][row] = c * vx - s * vy;
          v[q][row] = s * vx + c * vy;
        }
      }
      workgroupBarrier();
    }
  }

  if (lane < N) {
    var square = 0.0;
    for (var row = 0u; row < N; row++) {
      square += a[lane][row] * a[lane][row];
    }
    singular[wid.x * N + lane] = sqrt(square);
  }
  for (var e = lane; e < N * N; e += 256u) {
    rightVectors[base + e] = v[e % N][e / N];
  }
}
