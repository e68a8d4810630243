// Chains of dependent operations: with one subgroup per core, the time per operation is its latency; with many,
// what the pipe lets through. COUNT operations per iteration are unrolled by the driver; comparing two COUNTs
// cancels the rest of the loop.

override COUNT: u32 = 32;
override WIDTH: u32 = 32;

struct Values { trips: u32, one: u32, half: f32, small: f32 }

@group(0) @binding(0) var<storage, read_write> sink: array<f32>;
@group(0) @binding(1) var<uniform> values: Values;

@compute @workgroup_size(WIDTH)
fn fma_f32(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = x * values.half + values.small; }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn imad(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = x * values.trips + values.one; }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn logic(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = (x ^ values.trips) >> (x & 1u); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn minimum(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = max(min(x, values.half), values.small - x); }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn compare(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = select(x ^ values.trips, values.one, x < values.trips); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn square_root(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = inverseSqrt(x); }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn convert(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = floor(x * values.half); }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn bit_count(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = countOneBits(x); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn divide_u32(@builtin(global_invocation_id) id: vec3u) {
  var x = id.x + 0x40000000u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = (0x7fffffffu ^ x) / (x | values.one); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn divide_i32(@builtin(global_invocation_id) id: vec3u) {
  var x = i32(id.x) + 0x40000000;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = (0x7fffffff ^ x) / (x | i32(values.one)); }
  }
  sink[id.x] = f32(x);
}

@compute @workgroup_size(WIDTH)
fn divide_f32(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x) + 1.0;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = values.half / x; }
  }
  sink[id.x] = x;
}

@compute @workgroup_size(WIDTH)
fn sine(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < COUNT; i++) { x = sin(x); }
  }
  sink[id.x] = x;
}
