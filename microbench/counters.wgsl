// Atomics in storage memory: all invocations on one word, on words of their own, or on random ones of a table.

override COUNT: u32 = 4;
override WIDTH: u32 = 256;

struct Values { trips: u32, mask: u32, one: u32, unused: u32 }

@group(0) @binding(0) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn scattered(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      atomicAdd(&counters[(at >> 4u) & values.mask], values.one);
    }
  }
}

@compute @workgroup_size(WIDTH)
fn chained(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x & values.mask;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { at = (at + (atomicAdd(&counters[at], values.one) >> 31u)) & values.mask; }
  }
}
