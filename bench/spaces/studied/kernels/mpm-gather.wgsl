// Grid to particles in the material point method: each particle collects velocity and the affine matrix from the
// 27 nodes around it with quadratic weights, and is moved.
struct Grid {
  nodes: vec3<u32>,
  dt: f32,
  particles: u32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> node_velocities: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> positions: array<vec4<f32>>; // in units of cells; w: volume
@group(0) @binding(3) var<storage, read_write> velocities: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> affine: array<mat3x3<f32>>;

@compute @workgroup_size(64)
fn gather(@builtin(global_invocation_id) id: vec3<u32>) {
  let p = id.x;
  if (p >= grid.particles) {
    return;
  }
  let particle = positions[p];
  let x = particle.xyz;
  let base = vec3<u32>(x - 0.5);
  let f = x - vec3<f32>(base);

  var weights: array<vec3<f32>, 3>;
  weights[0] = 0.5 * (1.5 - f) * (1.5 - f);
  weights[1] = 0.75 - (f - 1.0) * (f - 1.0);
  weights[2] = 0.5 * (f - 0.5) * (f - 0.5);

  var velocity = vec3<f32>(0.0);
  var b = mat3x3<f32>();
  for (var i = 0u; i < 3u; i++) {
    for (var j = 0u; j < 3u; j++) {
      for (var k = 0u; k < 3u; k++) {
        let node = base + vec3<u32>(k, j, i);
        let weight = weights[k].x * weights[j].y * weights[i].z;
        let v = weight * node_velocities[(node.z * grid.nodes.y + node.y) * grid.nodes.x + node.x].xyz;
        let d = vec3<f32>(f32(k), f32(j), f32(i)) - f;
        velocity += v;
        b[0] += v * d.x;
        b[1] += v * d.y;
        b[2] += v * d.z;
      }
    }
  }

  let low = vec3<f32>(2.0);
  let high = vec3<f32>(grid.nodes) - 3.0;
  positions[p] = vec4<f32>(clamp(x + grid.dt * velocity, low, high), particle.w);
  velocities[p] = vec4<f32>(velocity, 0.0);
  affine[p] = b * 4.0;
}
