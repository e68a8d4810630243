// Tessellates bicubic Bezier patches: position and unit normal for each vertex of a regular grid.

struct Patch {
  control: array<vec4f, 16>,
}

struct Vertex {
  position: vec4f,
  normal: vec4f,
}

struct Settings {
  segments: u32,
  patches: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> patches: array<Patch>;
@group(0) @binding(2) var<storage, read_write> vertices: array<Vertex>;

fn bernstein(t: f32) -> vec4f {
  let s = 1.0 - t;
  return vec4f(s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
}

fn bernstein_slope(t: f32) -> vec4f {
  let s = 1.0 - t;
  return vec4f(-3.0 * s * s, 3.0 * s * s - 6.0 * s * t, 6.0 * s * t - 3.0 * t * t, 3.0 * t * t);
}

@compute @workgroup_size(8, 8, 1)
fn tessellate(@builtin(global_invocation_id) id: vec3u) {
  let side = settings.segments + 1u;
  if (id.x >= side || id.y >= side || id.z >= settings.patches) {
    return;
  }
  let u = f32(id.x) / f32(settings.segments);
  let v = f32(id.y) / f32(settings.segments);
  let bu = bernstein(u);
  let bv = bernstein(v);
  let du = bernstein_slope(u);
  let dv = bernstein_slope(v);

  var position = vec3f(0.0);
  var along_u = vec3f(0.0);
  var along_v = vec3f(0.0);
  for (var row = 0u; row < 4u; row++) {
    var point = vec3f(0.0);
    var slope = vec3f(0.0);
    for (var col = 0u; col < 4u; col++) {
      let c = patches[id.z].control[4u * row + col].xyz;
      point += bu[col] * c;
      slope += du[col] * c;
    }
    position += bv[row] * point;
    along_u += bv[row] * slope;
    along_v += dv[row] * point;
  }

  let n = cross(along_u, along_v);
  let length2 = dot(n, n);
  let unit = select(vec3f(0.0, 0.0, 1.0), n * inverseSqrt(length2), length2 > 1e-12);
  let at = (id.z * side + id.y) * side + id.x;
  vertices[at].position = vec4f(position, 1.0);
  vertices[at].normal = vec4f(unit, 0.0);
}
