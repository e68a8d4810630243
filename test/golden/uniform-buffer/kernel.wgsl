// A uniform buffer: at places that are known, by workgroup, and by lane over several lines.
struct Settings {
  scale: vec4<f32>,
  rows: array<vec4<f32>, 64>,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read_write> b: array<f32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {
  let row = settings.rows[a[id.x] % 64u];
  b[id.x] = row.x * settings.scale.y + settings.rows[group.x % 64u].z;
}
