// Two stencils of one shape in one kernel (narrow.wgsl of microbench/narrow has one): twice the traffic for a launch.
override SIDE: u32 = 128u;
override WX: u32 = 8u;
override WY: u32 = 8u;
override WZ: u32 = 4u;
override ALONG: u32 = 0u; // bits: neighbours in x, y, z

@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> nextLeft: array<f32>;
@group(0) @binding(3) var<storage, read_write> nextRight: array<f32>;

fn at(x: u32, y: u32, z: u32) -> vec2f {
  let place = (z * SIDE + y) * SIDE + x;
  return vec2f(left[place], right[place]);
}

@compute @workgroup_size(WX, WY, WZ)
fn pair(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= vec3u(SIDE))) { return; }
  var sum = at(id.x, id.y, id.z);
  let low = max(id, vec3u(1u)) - 1u;
  let high = min(id + 1u, vec3u(SIDE - 1u));
  if ((ALONG & 1u) != 0u) { sum += at(low.x, id.y, id.z) + at(high.x, id.y, id.z); }
  if ((ALONG & 2u) != 0u) { sum += at(id.x, low.y, id.z) + at(id.x, high.y, id.z); }
  if ((ALONG & 4u) != 0u) { sum += at(id.x, id.y, low.z) + at(id.x, id.y, high.z); }
  let place = (id.z * SIDE + id.y) * SIDE + id.x;
  nextLeft[place] = sum.x;
  nextRight[place] = sum.y;
}
