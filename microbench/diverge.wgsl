// Branches: every invocation of a subgroup takes the same way, or every other one another.

override COUNT: u32 = 8;
override WIDTH: u32 = 32;

struct Values { trips: u32, mask: u32, half: f32, small: f32 }

@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    if (((id.x + t) & values.mask) == 0u) {
      for (var i = 0u; i < COUNT; i++) { x = sin(x); }
    } else {
      for (var i = 0u; i < COUNT; i++) { x = cos(x); }
    }
  }
  sink[id.x] = x;
}
