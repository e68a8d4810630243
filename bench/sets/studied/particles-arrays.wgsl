// Kinetic energy of particles: an array per field, so neighbouring invocations read neighbouring numbers.
@group(0) @binding(0) var<storage, read> fields: array<f32>;
@group(0) @binding(1) var<storage, read_write> energies: array<f32>;

override COUNT: u32;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&energies)) {
    return;
  }
  let vx = fields[4u * COUNT + i];
  let vy = fields[5u * COUNT + i];
  let vz = fields[6u * COUNT + i];
  energies[i] = 0.5 * fields[3u * COUNT + i] * (vx * vx + vy * vy + vz * vz);
}
