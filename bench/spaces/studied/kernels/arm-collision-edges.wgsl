// Motion planning: checks the edges of a roadmap for a robot arm with six joints. Each edge is sampled at 32
// configurations; the links, as capsules, are tested against spheres. Sets one bit per configuration that collides.

const JOINTS = 6u;
const STEPS = 32u;

struct Arm {
  links: array<vec4<f32>, 6>,  // Denavit and Hartenberg: a, alpha, d, radius of the capsule
  edges: u32,
  obstacles: u32,
  margin: f32,
}

@group(0) @binding(0) var<uniform> arm: Arm;
@group(0) @binding(1) var<storage, read> configurations: array<f32>;  // [node][6]
@group(0) @binding(2) var<storage, read> edges: array<vec2<u32>>;     // from node, to node
@group(0) @binding(3) var<storage, read> centres: array<f32>;         // x y z
@group(0) @binding(4) var<storage, read> radii: array<f32>;
@group(0) @binding(5) var<storage, read_write> blocked: array<atomic<u32>>;

// squared distance of a point from a segment
fn segment_distance(p: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> f32 {
  let ab = b - a;
  let ap = p - a;
  let t = clamp(dot(ap, ab) / max(dot(ab, ab), 1e-8), 0.0, 1.0);
  let d = ap - t * ab;
  return dot(d, d);
}

fn link_collides(a: vec3<f32>, b: vec3<f32>, thickness: f32) -> bool {
  for (var o = 0u; o < arm.obstacles; o++) {
    let centre = vec3<f32>(centres[3u * o], centres[3u * o + 1u], centres[3u * o + 2u]);
    let reach = radii[o] + thickness + arm.margin;
    if (segment_distance(centre, a, b) < reach * reach) {
      return true;
    }
  }
  return false;
}

@compute @workgroup_size(32, 4)
fn check(@builtin(global_invocation_id) id: vec3<u32>) {
  let step = id.x;
  let edge = id.y;
  if (edge >= arm.edges || step >= STEPS) {
    return;
  }
  let ends = edges[edge];
  let t = f32(step) / f32(STEPS - 1u);

  // forward kinematics: axes and origin of the frame at the end of each link
  var x = vec3<f32>(1.0, 0.0, 0.0);
  var y = vec3<f32>(0.0, 1.0, 0.0);
  var z = vec3<f32>(0.0, 0.0, 1.0);
  var origin = vec3<f32>(0.0);
  for (var j = 0u; j < JOINTS; j++) {
    let theta = mix(configurations[ends.x * JOINTS + j], configurations[ends.y * JOINTS + j], t);
    let link = arm.links[j];
    let turned_x = cos(theta) * x + sin(theta) * y;
    let turned_y = cos(theta) * y - sin(theta) * x;
    let next = origin + link.z * z + link.x * turned_x;
    let new_y = cos(link.y) * turned_y + sin(link.y) * z;
    z = cos(link.y) * z - sin(link.y) * turned_y;
    x = turned_x;
    y = new_y;
    if (link_collides(origin, next, link.w)) {
      atomicOr(&blocked[edge], 1u << step);
      return;
    }
    origin = next;
  }
}
