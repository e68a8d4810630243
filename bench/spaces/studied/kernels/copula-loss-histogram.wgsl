// One-factor Gaussian copula: distribution of the loss of a credit portfolio. Each invocation draws a market
// factor, then defaults of all obligors conditional on it; losses are counted in 128 buckets.

struct Setup { obligors: u32, scenarios: u32, bucket_width: u32, seed: u32 }

@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> raw: array<vec4<f32>>;   // threshold, loading, exposure share, unused
@group(0) @binding(2) var<storage, read_write> loss_counts: array<atomic<u32>, 128>;
@group(0) @binding(3) var<storage, read_write> loss_total: array<atomic<u32>, 8>;

var<workgroup> counts: array<atomic<u32>, 128>;

fn xorshift(s: ptr<function, u32>) -> f32 {
  var v = *s;
  v ^= v << 13u;
  v ^= v >> 17u;
  v ^= v << 5u;
  *s = v;
  return (f32(v >> 8u) + 0.5) * (1.0 / 16777216.0);
}

fn gauss(s: ptr<function, u32>) -> f32 {
  let u1 = xorshift(s);
  let u2 = xorshift(s);
  return sqrt(-2.0 * log(u1)) * cos(6.2831853 * u2);
}

// logistic stand-in for the normal distribution function
fn phi(z: f32) -> f32 { return 1.0 / (1.0 + exp(-z * (1.5976 + 0.070566 * z * z))); }

@compute @workgroup_size(256)
fn simulate(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) li: u32) {
  if (li < 128u) { atomicStore(&counts[li], 0u); }
  workgroupBarrier();
  if (gid.x < setup.scenarios) {
    var state = (gid.x * 747796405u + setup.seed) | 1u;
    state = (((state >> 15u) ^ state) * 2246822519u) | 1u;
    let market = gauss(&state);
    var loss = 0u;
    for (var o = 0u; o < setup.obligors; o++) {
      let q = raw[o];
      let rho = 0.1 + 0.4 * q.y;
      let barrier = -2.6 + 1.2 * q.x;
      let p = phi((barrier - rho * market) * inverseSqrt(1.0 - rho * rho));
      if (xorshift(&state) < p) { loss += 1u + u32(q.z * 40.0); }
    }
    atomicAdd(&counts[min(loss / setup.bucket_width, 127u)], 1u);
    if (loss > 900u) { atomicAdd(&loss_total[gid.x & 7u], 1u); }
  }
  workgroupBarrier();
  if (li < 128u) {
    let n = atomicLoad(&counts[li]);
    if (n != 0u) { atomicAdd(&loss_counts[li], n); }
  }
}
