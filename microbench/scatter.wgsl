// Stores that fall apart into sectors: at random words of a table, or lane by lane at a distance of STRIDE
// words, with 4, 8 or 16 bytes each.

override COUNT: u32 = 8;
override WIDTH: u32 = 256;
override STRIDE: u32 = 32;

struct Values { trips: u32, mask: u32, unused: vec2u }

@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn random(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      words[(at >> 4u) & values.mask] = at;
    }
  }
}

@compute @workgroup_size(WIDTH)
fn columns(@builtin(global_invocation_id) id: vec3u) {
  let first = (id.x >> 5u) * 32u * STRIDE + (id.x & 31u) * STRIDE;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      words[(first + t * COUNT + i) & values.mask] = id.x;
    }
  }
}
