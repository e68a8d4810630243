@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let c = vec2i(i32(i % 16u) * 3 - 32, i32(i / 16u) * 4 - 32);
  var z = vec2i(0, 0);
  var n = 0u;
  while (n < 30u && dot(z, z) < 4096) {
    z = vec2i((z.x * z.x - z.y * z.y) / 16, (2 * z.x * z.y) / 16) + c;
    n++;
  }
  outputs[i] = n + u32(inputs[i] * 0.0);
}
