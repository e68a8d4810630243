// Iterations of z² + c until z leaves the disc; lanes of one subgroup stop at different times. The shape of
// workgroups and the work of an invocation are left to transformations.
@group(0) @binding(0) var<storage, read_write> image: array<u32>;

override WIDTH: u32;
override HEIGHT: u32;
const LIMIT = 128u;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH || id.y >= HEIGHT) {
    return;
  }
  let c = vec2<f32>(f32(id.x) / f32(WIDTH) * 3.0 - 2.0, f32(id.y) / f32(HEIGHT) * 2.0 - 1.0);
  var z = vec2<f32>();
  var count = 0u;
  while (count < LIMIT && dot(z, z) < 4.0) {
    z = vec2<f32>(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
    count++;
  }
  image[id.y * WIDTH + id.x] = count;
}
