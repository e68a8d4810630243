// Narrow phase: oriented boxes, candidate pairs from a broad phase, 15-axis separating axis test.
struct Box {
  centre : vec3f,
  pad0 : f32,
  half : vec3f,
  pad1 : f32,
  spin : vec4f,   // quaternion, not normalised
}
@group(0) @binding(0) var<storage, read> boxes : array<Box>;
@group(0) @binding(1) var<storage, read> pairs : array<vec2u>;
@group(0) @binding(2) var<storage, read_write> depth : array<f32>;   // negative: apart

override PAIRS : u32 = 1048576u;

fn frame(q0 : vec4f) -> mat3x3f {
  let q = normalize(q0);
  let a = q.xyz * 2.0;
  let xx = q.x * a.x; let yy = q.y * a.y; let zz = q.z * a.z;
  let xy = q.x * a.y; let xz = q.x * a.z; let yz = q.y * a.z;
  let w = q.w * a;
  return mat3x3f(
    1.0 - yy - zz, xy + w.z, xz - w.y,
    xy - w.z, 1.0 - xx - zz, yz + w.x,
    xz + w.y, yz - w.x, 1.0 - xx - yy);
}

@compute @workgroup_size(64)
fn sat(@builtin(global_invocation_id) id : vec3u) {
  let k = id.x;
  if (k >= PAIRS) { return; }
  let p = pairs[k];
  let A = boxes[p.x];
  let B = boxes[p.y];
  let d = B.centre - A.centre;
  // bounding spheres first: most pairs of a loose broad phase end here
  let reach = length(A.half) + length(B.half);
  if (dot(d, d) > reach * reach) {
    depth[k] = -1.0;
    return;
  }
  let FA = frame(A.spin);
  let FB = frame(B.spin);
  let R = transpose(FA) * FB;
  let AR = mat3x3f(abs(R[0]) + 1e-6, abs(R[1]) + 1e-6, abs(R[2]) + 1e-6);
  let t = d * FA;
  // faces of A
  let ga = A.half + AR * B.half - abs(t);
  var m = min(ga.x, min(ga.y, ga.z));
  if (m < 0.0) { depth[k] = m; return; }
  // faces of B
  let gb = B.half + A.half * AR - abs(t * R);
  m = min(m, min(gb.x, min(gb.y, gb.z)));
  if (m < 0.0) { depth[k] = m; return; }
  // edges
  for (var j = 0u; j < 3u; j++) {
    let j1 = (j + 1u) % 3u;
    let j2 = (j + 2u) % 3u;
    let r = R[j];
    let ar = AR[j];
    let ra = vec3f(
      A.half.y * ar.z + A.half.z * ar.y,
      A.half.x * ar.z + A.half.z * ar.x,
      A.half.x * ar.y + A.half.y * ar.x);
    let rb = B.half[j1] * AR[j2] + B.half[j2] * AR[j1];
    let s = abs(vec3f(t.z * r.y - t.y * r.z, t.x * r.z - t.z * r.x, t.y * r.x - t.x * r.y));
    let len = sqrt(max(1.0 - r * r, vec3f(1e-4)));
    let g = (ra + rb - s) / len;
    m = min(m, min(g.x, min(g.y, g.z)));
    if (m < 0.0) { break; }
  }
  depth[k] = m;
}
