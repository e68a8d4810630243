// Bloch equations: the magnetisation after a slice-selective radio pulse, for each position along the gradient and
// each off-resonance. A step rotates about the effective field, then relaxes.
@group(0) @binding(0) var<storage, read> pulse: array<vec4<f32>>; // field in x and y, gradient, time step
@group(0) @binding(1) var<storage, read_write> magnetisation: array<vec4<f32>>; // OFFSETS x POSITIONS

override OFFSETS: u32;
override POSITIONS: u32;
const T1 = 0.8;
const T2 = 0.08;

fn rotate(m: vec3<f32>, axis: vec3<f32>, angle: f32) -> vec3<f32> {
  let c = cos(angle);
  return c * m + sin(angle) * cross(axis, m) + (1.0 - c) * dot(axis, m) * axis;
}

@compute @workgroup_size(4, 32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= OFFSETS || id.y >= POSITIONS) {
    return;
  }
  let offset = (f32(id.x) / f32(OFFSETS) - 0.5) * 800.0;
  let position = (f32(id.y) / f32(POSITIONS) - 0.5) * 0.02;
  var m = vec3<f32>(0.0, 0.0, 1.0);
  for (var i = 0u; i < arrayLength(&pulse); i++) {
    let now = pulse[i];
    let effective = vec3<f32>(now.xy, now.z * position + offset);
    let strength = max(length(effective), 1e-6);
    m = rotate(m, effective / strength, -strength * now.w);
    let decay = 1.0 - now.w / T2;
    m = vec3<f32>(m.xy * decay, m.z + (1.0 - m.z) * now.w / T1);
  }
  magnetisation[id.y * OFFSETS + id.x] = vec4<f32>(m, length(m.xy));
}
