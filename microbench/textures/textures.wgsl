// Texels by their place, through samplers, and stores. Lanes lie in rows of `row` beside each other, `step.x` and `step.y`
// texels apart; workgroups follow each other `apart` texels further right. Each trip takes eight texels, which differ by
// `next` from one to the next, and all places wrap around `mask`. Formats come from the launch files.

override OFFSET: f32 = 0.75;

struct Values {
  trips: u32, row: u32, step_x: u32, step_y: u32,
  mask_x: u32, mask_y: u32, next_x: u32, next_y: u32,
  apart: u32, level: f32, unused_1: u32, unused_2: u32,
}

@group(0) @binding(0) var plane: texture_2d<f32>;
@group(0) @binding(1) var volume: texture_3d<f32>;
@group(0) @binding(2) var numbers: texture_2d<u32>;
@group(0) @binding(3) var lookup: sampler;
@group(0) @binding(4) var<uniform> values: Values;
@group(0) @binding(5) var<storage, read_write> sink: array<vec4f>;
@group(0) @binding(6) var words: texture_storage_2d<r32float, read_write>;
@group(0) @binding(7) var bytes: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(8) var halves: texture_storage_2d<rgba16float, write>;
@group(0) @binding(9) var floats: texture_storage_2d<rgba32float, write>;

fn start(lane: u32, group: u32) -> vec2u {
  return vec2u(lane % values.row * values.step_x + group * values.apart, lane / values.row * values.step_y);
}

fn at(first: vec2u, k: u32) -> vec2u {
  return (first + k * vec2u(values.next_x, values.next_y)) & vec2u(values.mask_x, values.mask_y);
}

// The next place is the texel found: nothing overlaps.
@compute @workgroup_size(32)
fn chase(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  var place = start(lane, group.x) & vec2u(values.mask_x, values.mask_y);
  for (var t = 0u; t < values.trips; t++) {
    let found = textureLoad(numbers, place, 0).x;
    place = vec2u(found, found >> 8u) & vec2u(values.mask_x, values.mask_y);
  }
  sink[group.x * 32u + lane] = vec4f(vec2f(place), 0.0, 0.0);
}

// The same through a sampler, with three instructions more per step.
@compute @workgroup_size(32)
fn chase_sampled(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  var place = (vec2f(start(lane, group.x)) + 0.5) / vec2f(textureDimensions(plane));
  for (var t = 0u; t < values.trips; t++) {
    place = textureSampleLevel(plane, lookup, place, values.level).xy;
  }
  sink[group.x * 32u + lane] = vec4f(place, 0.0, 0.0);
}

@compute @workgroup_size(256)
fn load(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  var sum = vec4f(0.0);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { sum += textureLoad(plane, at(first, 8u * t + k), 0); }
  }
  sink[group.x * 256u + lane] = sum;
}

@compute @workgroup_size(256)
fn sample(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  let size = 1.0 / vec2f(textureDimensions(plane));
  var sum = vec4f(0.0);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) {
      let place = (vec2f(at(first, 8u * t + k)) + OFFSET) * size;
      sum += textureSampleLevel(plane, lookup, place, values.level);
    }
  }
  sink[group.x * 256u + lane] = sum;
}

@compute @workgroup_size(256)
fn gather(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  let size = 1.0 / vec2f(textureDimensions(plane));
  var sum = vec4f(0.0);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) {
      sum += textureGather(0, plane, lookup, (vec2f(at(first, 8u * t + k)) + OFFSET) * size);
    }
  }
  sink[group.x * 256u + lane] = sum;
}

@compute @workgroup_size(256)
fn sample_volume(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  let size = 1.0 / vec3f(textureDimensions(volume));
  var sum = vec4f(0.0);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) {
      let place = (vec3f(vec2f(at(first, 8u * t + k)), f32(k)) + OFFSET) * size;
      sum += textureSampleLevel(volume, lookup, place, 0.0);
    }
  }
  sink[group.x * 256u + lane] = sum;
}

@compute @workgroup_size(256)
fn load_storage(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  var sum = vec4f(0.0);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { sum += textureLoad(words, at(first, 8u * t + k)); }
  }
  sink[group.x * 256u + lane] = sum;
}

@compute @workgroup_size(256)
fn store_words(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { textureStore(words, at(first, 8u * t + k), vec4f(f32(t))); }
  }
}

@compute @workgroup_size(256)
fn store_bytes(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { textureStore(bytes, at(first, 8u * t + k), vec4f(f32(t) * 0.001)); }
  }
}

@compute @workgroup_size(256)
fn store_halves(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { textureStore(halves, at(first, 8u * t + k), vec4f(f32(t))); }
  }
}

@compute @workgroup_size(256)
fn store_floats(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) group: vec3u) {
  let first = start(lane, group.x);
  for (var t = 0u; t < values.trips; t++) {
    for (var k = 0u; k < 8u; k++) { textureStore(floats, at(first, 8u * t + k), vec4f(f32(t))); }
  }
}
