// Atomics whose places are chosen at random, lane by lane or row by row of 32 words, in storage and in workgroup memory.
override COUNT: u32 = 4;
override WIDTH: u32 = 256;
struct Values { trips: u32, mask: u32, one: u32, unused: u32 }
@group(0) @binding(0) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> values: Values;
// Neighbouring counters give unrelated places.
fn mix_bits(counter: u32) -> u32 {
  let h = (counter ^ (counter >> 16u)) * 2146121005u;
  return h ^ (h >> 15u);
}

var<workgroup> bins: array<atomic<u32>, 1024>;

@compute @workgroup_size(WIDTH)
fn scattered(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      atomicAdd(&counters[mix_bits(at) & values.mask], values.one);
    }
  }
}

@compute @workgroup_size(WIDTH)
fn rows(@builtin(global_invocation_id) id: vec3u) {
  var at = (id.x >> 5u) * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      atomicAdd(&counters[(mix_bits(at) & values.mask & ~31u) | (id.x & 31u)], values.one);
    }
  }
}

@compute @workgroup_size(WIDTH)
fn exchanged(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      at += atomicCompareExchangeWeak(&counters[mix_bits(at) & values.mask], 1u, 1u).old_value;
    }
  }
  atomicAdd(&counters[at & values.mask], values.one);
}

@compute @workgroup_size(WIDTH)
fn shared_scattered(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      atomicAdd(&bins[mix_bits(at) & values.mask], 1u);
    }
  }
  workgroupBarrier();
  atomicAdd(&counters[lane], atomicLoad(&bins[lane & 1023u]));
}

@compute @workgroup_size(WIDTH)
fn shared_summed(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      atomicAdd(&bins[mix_bits(at) & values.mask], at);
    }
  }
  workgroupBarrier();
  atomicAdd(&counters[lane], atomicLoad(&bins[lane & 1023u]));
}

@compute @workgroup_size(WIDTH)
fn shared_returned(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      at += atomicAdd(&bins[mix_bits(at) & values.mask], 1u) >> 31u;
    }
  }
  atomicAdd(&counters[lane], at);
}
