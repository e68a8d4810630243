// Bond-based peridynamics: internal force density of every particle from its family, with brittle bonds that
// break for good once they are stretched beyond the critical stretch. Each particle keeps its own copy of the
// bond states as a bit mask.

struct Material {
  count: u32,
  family: u32,           // neighbours of a particle, at most 32
  micromodulus: f32,
  criticalStretch: f32,
  horizon: f32,
  spacing: f32,
  damping: f32,
  inverseDensity: f32,
}

struct Particle {
  reference: vec3<f32>,
  volume: f32,
  displacement: vec3<f32>,
  damage: f32,
}

@group(0) @binding(0) var<uniform> material: Material;
@group(0) @binding(1) var<storage, read> particles: array<Particle>;
@group(0) @binding(2) var<storage, read> velocities: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> families: array<u32>;       // [bond][particle]
@group(0) @binding(4) var<storage, read_write> broken: array<u32>;
@group(0) @binding(5) var<storage, read_write> accelerations: array<vec4<f32>>; // w: damage

@compute @workgroup_size(128)
fn bondForces(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= material.count) {
    return;
  }
  let me = particles[i];
  var mask = broken[i];
  var force = vec3<f32>(0.0, 0.0, 0.0);
  var intactVolume = 0.0;
  var totalVolume = 0.0;

  for (var b = 0u; b < material.family; b++) {
    let j = families[b * material.count + i];
    if (j == i) {
      continue;
    }
    let other = particles[j];
    let xi = other.reference - me.reference;
    let eta = other.displacement - me.displacement;
    let length0 = length(xi);

    // neighbours whose cell is cut by the horizon count in part
    var fraction = 1.0;
    if (length0 > material.horizon - 0.5 * material.spacing) {
      fraction = clamp((material.horizon + 0.5 * material.spacing - length0) / material.spacing, 0.05, 1.0);
    }
    let volume = other.volume * fraction;
    totalVolume += volume;

    if ((mask & (1u << b)) != 0u) {
      continue;
    }
    let y = xi + eta;
    let length1 = length(y);
    let stretch = (length1 - length0) / max(length0, 1e-6);
    if (stretch > material.criticalStretch) {
      mask |= 1u << b;
      continue;
    }
    intactVolume += volume;
    force += y * (material.micromodulus * stretch * volume / max(length1, 1e-6));
  }

  broken[i] = mask;
  var damage = 0.0;
  if (totalVolume > 0.0) {
    damage = 1.0 - intactVolume / totalVolume;
  }
  let acceleration = force * material.inverseDensity - velocities[i].xyz * material.damping;
  accelerations[i] = vec4<f32>(acceleration, damage);
}
