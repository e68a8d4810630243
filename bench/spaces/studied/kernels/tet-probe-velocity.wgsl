// Velocity at probe points inside a tetrahedral mesh: probe -> tetrahedron -> four vertices, then the
// barycentric mean of the velocities there. The cell of each probe is known from the last search.
struct Probe {
  position: vec3<f32>,
  radius: f32,
}

@group(0) @binding(0) var<storage, read> probes: array<Probe>;
@group(0) @binding(1) var<storage, read> cellOfProbe: array<u32>;
@group(0) @binding(2) var<storage, read> cells: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read> vertices: array<vec4<f32>>;     // xyz, pressure
@group(0) @binding(4) var<storage, read> velocities: array<vec4<f32>>;   // xyz, temperature
@group(0) @binding(5) var<storage, read_write> sampled: array<vec4<f32>>;

override GROUP: u32 = 128;

@compute @workgroup_size(GROUP)
fn interpolate(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&probes)) {
    return;
  }
  let corner = cells[cellOfProbe[id.x]];
  let p = probes[id.x].position;

  let a = vertices[corner.x].xyz;
  let ab = vertices[corner.y].xyz - a;
  let ac = vertices[corner.z].xyz - a;
  let ad = vertices[corner.w].xyz - a;
  let ap = p - a;

  let volume = dot(ab, cross(ac, ad));
  let scale = select(0.0, 1.0 / volume, abs(volume) > 1e-20);
  var w: vec4<f32>;
  w.y = dot(ap, cross(ac, ad)) * scale;
  w.z = dot(ab, cross(ap, ad)) * scale;
  w.w = dot(ab, cross(ac, ap)) * scale;
  w.x = 1.0 - w.y - w.z - w.w;

  // Probes that have just left their cell take the nearest point on its boundary, roughly.
  w = clamp(w, vec4<f32>(0.0), vec4<f32>(1.0));
  w /= max(w.x + w.y + w.z + w.w, 1e-6);

  sampled[id.x] = w.x * velocities[corner.x] + w.y * velocities[corner.y]
    + w.z * velocities[corner.z] + w.w * velocities[corner.w];
}
