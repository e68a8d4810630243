// Narrow phase of a collision step: candidate pairs of oriented boxes are tested along the 15 axes of the separating
// axis theorem. The result is the least penetration, or 0 where some axis separates the boxes.
@group(0) @binding(0) var<storage, read> centres: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> half_extents: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> turns: array<vec4<f32>>; // quaternions, any length
@group(0) @binding(3) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> penetration: array<f32>;

override GROUP: u32 = 128;

fn rotation(unscaled: vec4<f32>) -> mat3x3<f32> {
  let q = unscaled / max(length(unscaled), 1e-6);
  let d = q.xyz + q.xyz;
  let xx = q.x * d.x;
  let yy = q.y * d.y;
  let zz = q.z * d.z;
  let xy = q.x * d.y;
  let xz = q.x * d.z;
  let yz = q.y * d.z;
  let wx = q.w * d.x;
  let wy = q.w * d.y;
  let wz = q.w * d.z;
  return mat3x3<f32>(
    vec3<f32>(1.0 - yy - zz, xy + wz, xz - wy),
    vec3<f32>(xy - wz, 1.0 - xx - zz, yz + wx),
    vec3<f32>(xz + wy, yz - wx, 1.0 - xx - yy));
}

// Half the shadow of a box on an axis.
fn shadow(axes: mat3x3<f32>, extent: vec3<f32>, axis: vec3<f32>) -> f32 {
  return extent.x * abs(dot(axes[0], axis)) + extent.y * abs(dot(axes[1], axis)) + extent.z * abs(dot(axes[2], axis));
}

fn penetration_of(a: u32, b: u32) -> f32 {
  let apart = centres[b].xyz - centres[a].xyz;
  let ea = half_extents[a].xyz;
  let eb = half_extents[b].xyz;
  // Spheres around the boxes first.
  let reach = length(ea) + length(eb);
  if (dot(apart, apart) > reach * reach) {
    return 0.0;
  }
  let ra = rotation(turns[a]);
  let rb = rotation(turns[b]);
  var least = 1e30;
  for (var i = 0u; i < 3u; i++) {
    let depth = ea[i] + shadow(rb, eb, ra[i]) - abs(dot(apart, ra[i]));
    if (depth <= 0.0) {
      return 0.0;
    }
    least = min(least, depth);
  }
  for (var i = 0u; i < 3u; i++) {
    let depth = eb[i] + shadow(ra, ea, rb[i]) - abs(dot(apart, rb[i]));
    if (depth <= 0.0) {
      return 0.0;
    }
    least = min(least, depth);
  }
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) {
      let crossed = cross(ra[i], rb[j]);
      let size = length(crossed);
      if (size > 1e-3) {
        let axis = crossed / size;
        let depth = shadow(ra, ea, axis) + shadow(rb, eb, axis) - abs(dot(apart, axis));
        if (depth <= 0.0) {
          return 0.0;
        }
        least = min(least, depth);
      }
    }
  }
  return least;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&pairs)) {
    return;
  }
  let pair = pairs[i];
  penetration[i] = penetration_of(pair.x, pair.y);
}
