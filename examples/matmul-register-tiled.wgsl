// C = A * B: a workgroup of 16 x 16 computes a block of BLOCK x BLOCK elements, an invocation a square of
// REGISTERS x REGISTERS of them in registers; K_STEP columns of A and rows of B pass through workgroup memory.
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;

override N: u32 = 1024;
override K_STEP: u32 = 16;
const SIDE = 16u;
const REGISTERS = 8u;
const BLOCK = SIDE * REGISTERS;

var<workgroup> tileA: array<f32, K_STEP * BLOCK>;
var<workgroup> tileB: array<f32, K_STEP * BLOCK>;

@compute @workgroup_size(SIDE, SIDE)
fn matmul(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let row = group.y * BLOCK;
  let column = group.x * BLOCK;
  var sums: array<f32, REGISTERS * REGISTERS>;
  for (var start = 0u; start < N; start += K_STEP) {
    for (var i = index; i < K_STEP * BLOCK; i += SIDE * SIDE) {
      // A is stored transposed in its tile, so that the inner loop reads both tiles along rows.
      tileA[(i % K_STEP) * BLOCK + i / K_STEP] = a[(row + i / K_STEP) * N + start + i % K_STEP];
      tileB[i] = b[(start + i / BLOCK) * N + column + i % BLOCK];
    }
    workgroupBarrier();
    for (var k = 0u; k < K_STEP; k++) {
      var partA: array<f32, REGISTERS>;
      var partB: array<f32, REGISTERS>;
      for (var i = 0u; i < REGISTERS; i++) {
        partA[i] = tileA[k * BLOCK + local.y * REGISTERS + i];
        partB[i] = tileB[k * BLOCK + i * SIDE + local.x];
      }
      for (var i = 0u; i < REGISTERS; i++) {
        for (var j = 0u; j < REGISTERS; j++) {
          sums[i * REGISTERS + j] += partA[i] * partB[j];
        }
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < REGISTERS; i++) {
    for (var j = 0u; j < REGISTERS; j++) {
      c[(row + local.y * REGISTERS + i) * N + column + j * SIDE + local.x] = sums[i * REGISTERS + j];
    }
  }
}
