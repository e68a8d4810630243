// Rotary position embedding: pairs of a head's numbers turn by an angle that depends on the token's position.
struct Shape { heads: u32, width: u32, firstPosition: u32, base: f32 }

@group(0) @binding(0) var<storage, read> input: array<vec2<f32>>; // tokens x heads x width / 2
@group(0) @binding(1) var<storage, read_write> output: array<vec2<f32>>;
@group(0) @binding(2) var<uniform> shape: Shape;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let i = id.y * groups.x * 64u + id.x;
  if (i >= arrayLength(&input)) {
    return;
  }
  let pairs = shape.width / 2u;
  let pair = i % pairs;
  let token = i / (pairs * shape.heads);
  let angle = f32(shape.firstPosition + token) * pow(shape.base, -f32(pair) / f32(pairs));
  let c = cos(angle);
  let s = sin(angle);
  let x = input[i];
  output[i] = vec2<f32>(x.x * c - x.y * s, x.x * s + x.y * c);
}
