// Words at random. The places of `chained` and `many` come from numbers mixed well; those of `lattice` from a
// linear congruential generator, whose neighbouring lanes meet a page less often again than by chance.

struct Values { trips: u32, mask: u32 }

@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}

@compute @workgroup_size(256)
fn chained(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  for (var t = 0u; t < values.trips; t++) {
    seed = mixed(seed + t + zeros[((mixed(seed) & values.mask) & ~7u) | (id.x & 7u)]);
  }
  sink[id.x] = seed;
}

@compute @workgroup_size(256)
fn many(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  var sum = 0u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < 4u; i++) {
      seed = mixed(seed + t);
      sum += zeros[((seed & values.mask) & ~7u) | (id.x & 7u)];
    }
  }
  sink[id.x] = sum;
}

@compute @workgroup_size(256)
fn lattice(@builtin(global_invocation_id) id: vec3<u32>) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    at = at * 1664525u + 1013904223u + zeros[(at >> 4u) & values.mask];
  }
  sink[id.x] = at;
}
