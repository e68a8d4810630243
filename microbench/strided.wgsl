// Requests that fall apart into sectors: lane i touches word i * STRIDE of its workgroup's window, again and
// again. What is loaded is always zero. With a window that fits into L1 the time per request is what the load
// unit needs for its sectors and lines.

override COUNT: u32 = 8;
override WIDTH: u32 = 256;
override STRIDE: u32 = 1;

struct Values { trips: u32, mask: u32, spacing: u32, unused: u32 }

@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

@compute @workgroup_size(WIDTH)
fn load(
  @builtin(workgroup_id) workgroup: vec3u,
  @builtin(local_invocation_index) lane: u32,
  @builtin(global_invocation_id) id: vec3u,
) {
  var at = (workgroup.x * values.spacing + (lane & 31u) * STRIDE) & values.mask;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { at = (at + zeros[at]) & values.mask; }
  }
  sink[id.x] = at;
}

@compute @workgroup_size(WIDTH)
fn gather(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { at = at * 1664525u + 1013904223u + zeros[(at >> 4u) & values.mask]; }
  }
  sink[id.x] = at;
}

// As `gather`, but all lanes of a subgroup stay within one region of `spacing` words that changes each time: what
// is left of the difference to `gather` is the cost of translating many addresses at once.
@compute @workgroup_size(WIDTH)
fn gather_near(@builtin(global_invocation_id) id: vec3u) {
  var at = id.x * 2654435761u;
  var region = (id.x >> 5u) * 2246822519u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) {
      at = at * 1664525u + 1013904223u;
      region = region * 1664525u + 1013904223u;
      at += zeros[((region >> 4u) & values.mask & ~(values.spacing - 1u)) | ((at >> 4u) & (values.spacing - 1u))];
    }
  }
  sink[id.x] = at;
}
