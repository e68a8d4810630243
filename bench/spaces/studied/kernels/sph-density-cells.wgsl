// Smoothed particles: density and pressure from the neighbours in 27 cells. Particles are sorted by cell and their
// places are relative to it, in units of the cell's edge, which is the kernel's reach. One invocation per cell.
struct Fluid {
  cells: vec3u,
  mass: f32,
  restDensity: f32,
  stiffness: f32,
}

struct State {
  density: f32,
  pressure: f32,
}

@group(0) @binding(0) var<uniform> fluid: Fluid;
@group(0) @binding(1) var<storage, read> cellStarts: array<u32>;
@group(0) @binding(2) var<storage, read> places: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> states: array<State>;

const POLY6 = 1.5666814711;   // 315 / (64 pi)

fn cellIndex(c: vec3u) -> u32 {
  return (c.z * fluid.cells.y + c.y) * fluid.cells.x + c.x;
}

@compute @workgroup_size(8, 4, 4)
fn densities(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= fluid.cells)) {
    return;
  }
  let cell = cellIndex(id);
  let low = max(id, vec3u(1u)) - 1u;
  let high = min(id + 1u, fluid.cells - 1u);
  let begin = cellStarts[cell];
  let end = cellStarts[cell + 1u];

  for (var i = begin; i < end; i++) {
    let p = places[i].xyz;
    var density = 0.0;
    for (var z = low.z; z <= high.z; z++) {
      for (var y = low.y; y <= high.y; y++) {
        for (var x = low.x; x <= high.x; x++) {
          let other = cellIndex(vec3u(x, y, z));
          let shift = vec3f(vec3i(vec3u(x, y, z)) - vec3i(id)) - p;
          let last = cellStarts[other + 1u];
          for (var j = cellStarts[other]; j < last; j++) {
            let d = places[j].xyz + shift;
            let r2 = dot(d, d);
            if (r2 < 1.0) {
              let q = 1.0 - r2;
              density += q * q * q;
            }
          }
        }
      }
    }
    density *= POLY6 * fluid.mass;
    let ratio = density / fluid.restDensity;
    states[i] = State(density, max(0.0, fluid.stiffness * (pow(ratio, 7.0) - 1.0)));
  }
}
