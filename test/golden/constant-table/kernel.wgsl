// A table of constants, looked up at places that differ between lanes.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

const PRIMES = array<u32, 16>(2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53);

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let word = a[id.x];
  b[id.x] = PRIMES[word % 16u] * PRIMES[(word >> 8u) % 16u];
}
