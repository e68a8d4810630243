// What a launch costs by itself: workgroups that end at once, or touch storage once.

override WIDTH: u32 = 32;

struct Values { never: u32, unused: vec3u }

@group(0) @binding(0) var<storage, read_write> sink: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn empty(@builtin(global_invocation_id) id: vec3u) {
  if (id.x == values.never) { sink[0] = 1u; }
}

@compute @workgroup_size(WIDTH)
fn touch(@builtin(global_invocation_id) id: vec3u) {
  sink[id.x] = id.x;
}
