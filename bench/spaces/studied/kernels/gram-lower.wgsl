// Lower triangle (in blocks of 64x64) of the Gram matrix C = transpose(A) * A of a tall K x N matrix, row-major.
// A workgroup makes one block, each invocation 4x4 elements of it; N is a multiple of 64.
override N: u32 = 960;
override K: u32 = 2500;

@group(0) @binding(0) var<storage, read> a: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> c: array<vec4<f32>>;

const DEPTH = 16u;
var<workgroup> left: array<vec4<f32>, 256>;    // DEPTH rows of 64 columns
var<workgroup> right: array<vec4<f32>, 256>;

@compute @workgroup_size(16, 16)
fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) block: vec3<u32>) {
  if (block.x > block.y) {
    return;
  }
  let quads = N / 4u;
  let slot = local.y * 16u + local.x;
  var sum0 = vec4<f32>();
  var sum1 = vec4<f32>();
  var sum2 = vec4<f32>();
  var sum3 = vec4<f32>();
  for (var k0 = 0u; k0 < K; k0 += DEPTH) {
    let k = k0 + local.y;
    if (k < K) {
      left[slot] = a[k * quads + block.y * 16u + local.x];
      right[slot] = a[k * quads + block.x * 16u + local.x];
    } else {
      left[slot] = vec4<f32>();
      right[slot] = vec4<f32>();
    }
    workgroupBarrier();
    for (var d = 0u; d < DEPTH; d++) {
      let l = left[d * 16u + local.y];
      let r = right[d * 16u + local.x];
      sum0 += l.x * r;
      sum1 += l.y * r;
      sum2 += l.z * r;
      sum3 += l.w * r;
    }
    workgroupBarrier();
  }
  let row = block.y * 64u + local.y * 4u;
  let column = block.x * 16u + local.x;
  c[row * quads + column] = sum0;
  c[(row + 1u) * quads + column] = sum1;
  c[(row + 2u) * quads + column] = sum2;
  c[(row + 3u) * quads + column] = sum3;
}
