// Finite elements for a soft body: neo-Hookean forces of each tetrahedron on its four corners.
// A second pass gathers them per vertex.
struct Material {
  mu: f32,
  lambda: f32,
  damping: f32,
  count: u32,
}

@group(0) @binding(0) var<uniform> material: Material;
@group(0) @binding(1) var<storage, read> corners: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> positions: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> velocities: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> restInverse: array<mat3x3<f32>>;
@group(0) @binding(5) var<storage, read> volumes: array<f32>;
@group(0) @binding(6) var<storage, read_write> forces: array<vec4<f32>>;

fn edges(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> mat3x3<f32> {
  return mat3x3<f32>(a - d, b - d, c - d);
}

fn cofactors(m: mat3x3<f32>) -> mat3x3<f32> {
  return mat3x3<f32>(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let t = id.x;
  if (t >= material.count) {
    return;
  }
  let v = corners[t];
  let dmInv = restInverse[t];
  let ds = edges(positions[v.x].xyz, positions[v.y].xyz, positions[v.z].xyz, positions[v.w].xyz);
  let f = ds * dmInv;
  let dv = edges(velocities[v.x].xyz, velocities[v.y].xyz, velocities[v.z].xyz, velocities[v.w].xyz);
  let fDot = dv * dmInv;

  let j = max(determinant(f), 0.05);
  let fInvT = cofactors(f) * (1.0 / j);
  var p = (f - fInvT) * material.mu + fInvT * (material.lambda * log(j));
  p = p + fDot * material.damping;

  let h = (p * transpose(dmInv)) * (-volumes[t]);
  forces[4u * t] = vec4<f32>(h[0], 0.0);
  forces[4u * t + 1u] = vec4<f32>(h[1], 0.0);
  forces[4u * t + 2u] = vec4<f32>(h[2], 0.0);
  forces[4u * t + 3u] = vec4<f32>(-(h[0] + h[1] + h[2]), 0.0);
}
