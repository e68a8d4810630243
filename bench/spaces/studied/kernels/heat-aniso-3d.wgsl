// Heat conduction in a layered solid: an explicit step with conductivities at the faces (harmonic means), different
// along the axes, and insulated walls.
struct Solid {
  size: vec3u,
  dt: f32,
  ratio: vec3f,   // of conductivity along the axes over dx^2
  ambient: f32,
  loss: f32,
}

@group(0) @binding(0) var<uniform> solid: Solid;
@group(0) @binding(1) var<storage, read> temperature: array<f32>;
@group(0) @binding(2) var<storage, read> conductivity: array<f32>;
@group(0) @binding(3) var<storage, read_write> next: array<f32>;

fn face(a: f32, b: f32) -> f32 {
  return 2.0 * a * b / (a + b);
}

@compute @workgroup_size(16, 4, 4)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id >= solid.size)) { return; }
  let pitch = solid.size.x;
  let slice = solid.size.x * solid.size.y;
  let i = id.z * slice + id.y * pitch + id.x;
  let t = temperature[i];
  let k = conductivity[i];
  var flow = 0.0;
  if (id.x > 0u) {
    flow += solid.ratio.x * face(k, conductivity[i - 1u]) * (temperature[i - 1u] - t);
  }
  if (id.x + 1u < solid.size.x) {
    flow += solid.ratio.x * face(k, conductivity[i + 1u]) * (temperature[i + 1u] - t);
  }
  if (id.y > 0u) {
    flow += solid.ratio.y * face(k, conductivity[i - pitch]) * (temperature[i - pitch] - t);
  }
  if (id.y + 1u < solid.size.y) {
    flow += solid.ratio.y * face(k, conductivity[i + pitch]) * (temperature[i + pitch] - t);
  }
  if (id.z > 0u) {
    flow += solid.ratio.z * face(k, conductivity[i - slice]) * (temperature[i - slice] - t);
  }
  if (id.z + 1u < solid.size.z) {
    flow += solid.ratio.z * face(k, conductivity[i + slice]) * (temperature[i + slice] - t);
  } else {
    flow += solid.loss * (solid.ambient - t);   // the top is open to the air
  }
  next[i] = t + solid.dt * flow;
}
