// Reads an array once, 16 bytes a thread and step; a sum per thread keeps the loads.
override STEPS: u32;
@group(0) @binding(0) var<storage, read> source: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  var sum = vec4f(0.0);
  for (var step = 0u; step < STEPS; step++) {
    sum += source[id.x + step * groups.x * 256u];
  }
  sums[id.x] = sum.x + sum.y + sum.z + sum.w;
}
