// Lattice cryptography: forward number-theoretic transform of polynomials with 1024 coefficients
// modulo 12289, in place. One polynomial per workgroup, ten passes in workgroup memory.

const Q = 12289u;
const SIZE = 1024u;
override THREADS: u32 = 256u;

@group(0) @binding(0) var<storage, read> zetas: array<u32>; // powers of the root, bit-reversed
@group(0) @binding(1) var<storage, read_write> polynomials: array<u32>;

var<workgroup> a: array<u32, SIZE>;

@compute @workgroup_size(THREADS)
fn ntt(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) lid: vec3u) {
  let base = wg.x * SIZE;
  for (var i = lid.x; i < SIZE; i += THREADS) {
    a[i] = polynomials[base + i];
  }

  var groups = 1u;
  for (var half = SIZE / 2u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    for (var b = lid.x; b < SIZE / 2u; b += THREADS) {
      let g = b / half;
      let low = g * half * 2u + b % half;
      let u = a[low];
      let v = (a[low + half] * zetas[groups + g]) % Q;
      let sum = u + v;
      a[low] = select(sum, sum - Q, sum >= Q);
      a[low + half] = select(u - v, u + Q - v, u < v);
    }
    groups <<= 1u;
  }
  workgroupBarrier();

  for (var i = lid.x; i < SIZE; i += THREADS) {
    polynomials[base + i] = a[i];
  }
}
