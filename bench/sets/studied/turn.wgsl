// An image turned by some 60 degrees, four neighbours weighed; workgroups of WIDTH × HEIGHT.
@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> turned: array<f32>;

override WIDTH: u32;
override HEIGHT: u32;
const SIZE = 4096u;

fn at(x: u32, y: u32) -> f32 {
  return image[(y % SIZE) * SIZE + x % SIZE];
}

@compute @workgroup_size(WIDTH, HEIGHT)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  // In sixteenths of a pixel; what leaves the image comes in again on the other side.
  let u = 8u * id.x - 14u * id.y;
  let v = 14u * id.x + 8u * id.y;
  let x = (u >> 4u) % SIZE;
  let y = (v >> 4u) % SIZE;
  let right = f32(u & 15u) / 16.0;
  let down = f32(v & 15u) / 16.0;
  let upper = mix(at(x, y), at(x + 1u, y), right);
  let lower = mix(at(x, y + 1u), at(x + 1u, y + 1u), right);
  turned[id.y * SIZE + id.x] = mix(upper, lower, down);
}
