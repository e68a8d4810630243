// Hair: one invocation holds a strand, moves its vertices under gravity and drag, pushes them out of an ellipsoid
// for the head and restores the lengths of the segments from the root to the tip, several times. Vertices of all
// strands with the same number lie together.
const VERTICES = 24u;

override STRANDS: u32;
override ROUNDS: u32 = 4;
override SIZE: u32 = 64;

struct Step {
  gravity: vec3f,
  dt: f32,
  head: vec3f,
  drag: f32,
  radii: vec3f,
  length: f32, // of a segment
}

@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var<storage, read> before: array<vec4f>; // w: stiffness
@group(0) @binding(2) var<storage, read_write> now: array<vec4f>;

fn outside_head(p: vec3f) -> vec3f {
  let scaled = (p - step.head) / step.radii;
  let square = dot(scaled, scaled);
  if (square < 1.0) {
    return step.head + scaled * inverseSqrt(max(square, 1e-8)) * step.radii;
  }
  return p;
}

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let strand = id.x;
  if (strand >= STRANDS) {
    return;
  }
  var chain: array<vec3f, VERTICES>;
  chain[0] = now[strand].xyz;
  let stiffness = clamp(before[strand].w, 0.0, 1.0);
  for (var v = 1u; v < VERTICES; v++) {
    let at = v * STRANDS + strand;
    let p = now[at].xyz;
    let moved = (p - before[at].xyz) * (1.0 - step.drag);
    chain[v] = p + moved + step.gravity * step.dt * step.dt;
  }

  for (var round = 0u; round < ROUNDS; round++) {
    for (var v = 1u; v < VERTICES; v++) {
      let parent = chain[v - 1u];
      var p = outside_head(chain[v]);
      let along = p - parent;
      let stretch = step.length / max(length(along), 1e-6);
      p = parent + along * stretch;
      if (v >= 2u) {
        // Bends back to the line of the two vertices before.
        let straight = 2.0 * parent - chain[v - 2u];
        p = mix(p, straight, 0.1 * stiffness);
      }
      chain[v] = p;
    }
  }

  for (var v = 1u; v < VERTICES; v++) {
    now[v * STRANDS + strand] = vec4f(chain[v], stiffness);
  }
}
