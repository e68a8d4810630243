// One half step of Taubin's mesh smoothing: each vertex moves towards (or, with a negative factor, away from)
// the mean of its one-ring. The ring is a CSR list; boundary vertices stay where they are.
struct Mesh {
  vertices: u32,
  factor: f32,
}

@group(0) @binding(0) var<uniform> mesh: Mesh;
@group(0) @binding(1) var<storage, read> ringStart: array<u32>;
@group(0) @binding(2) var<storage, read> ring: array<u32>;
@group(0) @binding(3) var<storage, read> flags: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> moved: array<vec4f>;

@compute @workgroup_size(64)
fn smooth_half(@builtin(global_invocation_id) id: vec3u) {
  let v = id.x;
  if (v >= mesh.vertices) { return; }
  let here = positions[v];
  let boundary = (flags[v >> 5u] >> (v & 31u)) & 1u;
  let begin = ringStart[v];
  let end = ringStart[v + 1u];
  if (boundary == 1u || begin == end) {
    moved[v] = here;
    return;
  }
  var sum = vec3f(0.0);
  for (var e = begin; e < end; e++) {
    sum += positions[ring[e]].xyz;
  }
  let mean = sum / f32(end - begin);
  moved[v] = vec4f(here.xyz + mesh.factor * (mean - here.xyz), here.w);
}
