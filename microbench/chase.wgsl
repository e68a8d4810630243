// Loads whose address depends on the load before, over LINES cache lines of 128 bytes in an order without a
// pattern: a congruential generator with full period (modulus a power of two). What is loaded is always zero.
// Each workgroup starts elsewhere, so that all of them together pass through more than the cache holds.

override COUNT: u32 = 16;
override WIDTH: u32 = 32;

struct Values { trips: u32, mask: u32, spacing: u32, unused: u32 }

@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(WIDTH)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(global_invocation_id) id: vec3u) {
  var line = workgroup.x * values.spacing;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      line = (line * 1664525u + 1013904223u + zeros[(line & values.mask) * 32u]);
    }
  }
  sink[id.x] = line;
}

// The same where a unit of its own loads what all lanes have in common: each lane has its word of the line.
@compute @workgroup_size(WIDTH)
fn by_lane(
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  var line = workgroup.x * values.spacing;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      line = (line * 1664525u + 1013904223u + zeros[(line & values.mask) * 32u + lane]);
    }
  }
  sink[id.x] = line;
}
