// Boris push: one time step of charged particles in a magnetic mirror with a weak radial electric field.
// Each coordinate has an array of its own, updated in place.
struct Push {
  count: u32,
  step: f32,
  chargeOverMass: f32,
  field: f32,
  mirror: f32,
  electric: f32,
}

@group(0) @binding(0) var<storage, read_write> px: array<f32>;
@group(0) @binding(1) var<storage, read_write> py: array<f32>;
@group(0) @binding(2) var<storage, read_write> pz: array<f32>;
@group(0) @binding(3) var<storage, read_write> vx: array<f32>;
@group(0) @binding(4) var<storage, read_write> vy: array<f32>;
@group(0) @binding(5) var<storage, read_write> vz: array<f32>;
@group(0) @binding(6) var<uniform> push: Push;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= push.count) {
    return;
  }
  let position = vec3<f32>(px[i], py[i], pz[i]);
  let velocity = vec3<f32>(vx[i], vy[i], vz[i]);

  let magnetic = push.field * vec3<f32>(
    -push.mirror * position.x * position.z,
    -push.mirror * position.y * position.z,
    1.0 + push.mirror * position.z * position.z,
  );
  let electric = push.electric * vec3<f32>(position.xy, 0.0);

  let half = 0.5 * push.step * push.chargeOverMass;
  let before = velocity + half * electric;
  let t = half * magnetic;
  let s = 2.0 * t / (1.0 + dot(t, t));
  let rotated = before + cross(before + cross(before, t), s);
  let after = rotated + half * electric;
  let moved = position + push.step * after;

  px[i] = moved.x;
  py[i] = moved.y;
  pz[i] = moved.z;
  vx[i] = after.x;
  vy[i] = after.y;
  vz[i] = after.z;
}
