// Contact forces between spheres sorted by the cells of a grid; positions are relative to their cell.
struct World {
  side: u32,
  stiffness: f32,
  damping: f32,
}

@group(0) @binding(0) var<uniform> world: World;
@group(0) @binding(1) var<storage, read> cell_starts: array<u32>;
@group(0) @binding(2) var<storage, read> spheres: array<vec4f>; // place in the cell, size
@group(0) @binding(3) var<storage, read> velocities: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> forces: array<vec4f>; // force, number of contacts

fn radius(size: f32) -> f32 {
  return 0.1 + 0.25 * size;
}

@compute @workgroup_size(4, 4, 4)
fn main(@builtin(global_invocation_id) cell: vec3u) {
  let side = i32(world.side);
  let here = vec3i(cell);
  if (any(here >= vec3i(side))) {
    return;
  }
  let index = (here.z * side + here.y) * side + here.x;
  let begin = cell_starts[index];
  let end = cell_starts[index + 1];

  for (var i = begin; i < end; i++) {
    let me = spheres[i];
    let my_velocity = velocities[i].xyz;
    var force = vec3f(0.0);
    var contacts = 0.0;

    for (var dz = -1; dz <= 1; dz++) {
      for (var dy = -1; dy <= 1; dy++) {
        for (var dx = -1; dx <= 1; dx++) {
          let offset = vec3i(dx, dy, dz);
          let there = here + offset;
          if (any(there < vec3i(0)) || any(there >= vec3i(side))) {
            continue;
          }
          let other = (there.z * side + there.y) * side + there.x;
          let last = cell_starts[other + 1];
          for (var j = cell_starts[other]; j < last; j++) {
            if (j == i) {
              continue;
            }
            let it = spheres[j];
            let d = me.xyz - it.xyz - vec3f(offset);
            let reach = radius(me.w) + radius(it.w);
            let d2 = dot(d, d);
            if (d2 < reach * reach) {
              let distance = sqrt(max(d2, 1e-8));
              let normal = d / distance;
              let approach = dot(my_velocity - velocities[j].xyz, normal);
              force += normal * (world.stiffness * (reach - distance) - world.damping * approach);
              contacts += 1.0;
            }
          }
        }
      }
    }
    forces[i] = vec4f(force, contacts);
  }
}
