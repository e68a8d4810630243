// Lennard-Jones forces from a neighbour list that is stored column by column (neighbour k of atom i at k * atoms + i).

struct Box {
  edge: vec3f,
  cutoff2: f32,
  atoms: u32,
  kinds: u32,
}

struct Pair {
  epsilon: f32,
  sigma2: f32,
}

@group(0) @binding(0) var<uniform> box: Box;
@group(0) @binding(1) var<storage, read> atoms: array<vec4f>;   // w: kind
@group(0) @binding(2) var<storage, read> neighbour_count: array<u32>;
@group(0) @binding(3) var<storage, read> neighbours: array<u32>;
@group(0) @binding(4) var<storage, read> pairs: array<Pair>;
@group(0) @binding(5) var<storage, read_write> forces: array<vec4f>;  // w: energy

@compute @workgroup_size(128)
fn lj_forces(@builtin(global_invocation_id) gid: vec3u) {
  let i = gid.x;
  if (i >= box.atoms) { return; }
  let me = atoms[i];
  let my_pairs = u32(me.w) * box.kinds;
  var force = vec3f(0.0);
  var energy = 0.0;
  let count = neighbour_count[i];
  for (var k = 0u; k < count; k++) {
    let other = atoms[neighbours[k * box.atoms + i]];
    var d = me.xyz - other.xyz;
    d -= box.edge * round(d / box.edge);
    let r2 = dot(d, d);
    if (r2 < box.cutoff2) {
      let pair = pairs[my_pairs + u32(other.w)];
      let safe = max(r2, 0.5 * pair.sigma2);
      let s2 = pair.sigma2 / safe;
      let s6 = s2 * s2 * s2;
      force += d * (24.0 * pair.epsilon * s6 * (2.0 * s6 - 1.0) / safe);
      energy += 2.0 * pair.epsilon * s6 * (s6 - 1.0);
    }
  }
  forces[i] = vec4f(force, energy);
}
