// C = A * B in vectors of four, four rows by four columns a lane, straight from memory.
override N: u32;
override W: u32;
override H: u32;

@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> c: array<vec4<f32>>;

@compute @workgroup_size(W, H)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let stride = N / 4u;
  let row = 4u * id.x;
  let column = id.y;
  var sums: array<vec4<f32>, 4>;
  for (var k = 0u; k < stride; k++) {
    let b0 = b[4u * k * stride + column];
    let b1 = b[(4u * k + 1u) * stride + column];
    let b2 = b[(4u * k + 2u) * stride + column];
    let b3 = b[(4u * k + 3u) * stride + column];
    for (var r = 0u; r < 4u; r++) {
      let left = a[(row + r) * stride + k];
      sums[r] += left.x * b0;
      sums[r] += left.y * b1;
      sums[r] += left.z * b2;
      sums[r] += left.w * b3;
    }
  }
  for (var r = 0u; r < 4u; r++) {
    c[(row + r) * stride + column] = sums[r];
  }
}
