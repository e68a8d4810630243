// Transposed convolution (4x4 kernel, stride 2, padding 1) with bias and leaky ReLU, the upsampling layer of a
// generator network: NCHW, one output element per invocation; z counts images and output channels.
override CIN: u32;
override COUT: u32;
override H: u32;
override W: u32;
const KERNEL = 4u;

@group(0) @binding(0) var<storage, read> input: array<f32>;    // [image][CIN][H][W]
@group(0) @binding(1) var<storage, read> weights: array<f32>;  // [CIN][COUT][4][4]
@group(0) @binding(2) var<storage, read> bias: array<f32>;
@group(0) @binding(3) var<storage, read_write> output: array<f32>;  // [image][COUT][2H][2W]

fn leaky(v: f32) -> f32 {
  return select(0.2 * v, v, v > 0.0);
}

@compute @workgroup_size(32, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let width = 2u * W;
  let height = 2u * H;
  if (id.x >= width || id.y >= height) {
    return;
  }
  let image = id.z / COUT;
  let oc = id.z % COUT;

  // Only kernel rows and columns of one parity meet an input element.
  let firstRow = (id.y + 1u) % 2u;
  let firstColumn = (id.x + 1u) % 2u;

  var sum = bias[oc];
  for (var ic = 0u; ic < CIN; ic++) {
    let plane = (image * CIN + ic) * H * W;
    let filterBase = (ic * COUT + oc) * KERNEL * KERNEL;
    for (var ky = firstRow; ky < KERNEL; ky += 2u) {
      let iy = (i32(id.y) + 1 - i32(ky)) / 2;
      if (i32(id.y) + 1 < i32(ky) || iy >= i32(H)) {
        continue;
      }
      for (var kx = firstColumn; kx < KERNEL; kx += 2u) {
        let ix = (i32(id.x) + 1 - i32(kx)) / 2;
        if (i32(id.x) + 1 < i32(kx) || ix >= i32(W)) {
          continue;
        }
        sum += input[plane + u32(iy) * W + u32(ix)] * weights[filterBase + ky * KERNEL + kx];
      }
    }
  }
  output[(id.z * height + id.y) * width + id.x] = leaky(sum);
}
