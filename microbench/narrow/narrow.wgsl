// Stencils of one array by workgroups of different shapes: which part of the neighbourhood is read, and how wide a row of
// the workgroup is, decide how many sectors of how many lines each request has. And lanes that walk along rows of their
// own, so many words apart: whether the places of rows meet in a cache.
override SIDE: u32 = 128u;
override WX: u32 = 8u;
override WY: u32 = 8u;
override WZ: u32 = 4u;
override ALONG: u32 = 0u; // bits: neighbours in x, y, z
override DEPTH: u32 = 192u; // vectors of a row

@group(0) @binding(0) var<storage, read> before: array<f32>;
@group(0) @binding(1) var<storage, read_write> after: array<f32>;

fn at(x: u32, y: u32, z: u32) -> f32 {
  return before[(z * SIDE + y) * SIDE + x];
}

@compute @workgroup_size(WX, WY, WZ)
fn stencil(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= vec3u(SIDE))) { return; }
  var sum = at(id.x, id.y, id.z);
  let low = max(id, vec3u(1u)) - 1u;
  let high = min(id + 1u, vec3u(SIDE - 1u));
  if ((ALONG & 1u) != 0u) { sum += at(low.x, id.y, id.z) + at(high.x, id.y, id.z); }
  if ((ALONG & 2u) != 0u) { sum += at(id.x, low.y, id.z) + at(id.x, high.y, id.z); }
  if ((ALONG & 4u) != 0u) { sum += at(id.x, id.y, low.z) + at(id.x, id.y, high.z); }
  after[(id.z * SIDE + id.y) * SIDE + id.x] = sum;
}

@group(0) @binding(2) var<storage, read> left: array<vec4f>;
@group(0) @binding(3) var<storage, read> right: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> sums: array<vec4f>;

@compute @workgroup_size(WX, WY)
fn rows(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  var a = vec4f();
  for (var k = 0u; k < 192u; k++) {
    a += left[id.y * DEPTH + k] * right[id.x * DEPTH + k];
  }
  sums[id.y * groups.x * WX + id.x] = a;
}
