// The middle stage of a Winograd convolution F(2x2, 3x3): for each of the 16 positions of a transformed tile, the
// transformed filters (outputs x channels) times the transformed inputs (channels x tiles). A workgroup computes
// 64 output channels by 32 tiles of one position, an invocation 4 x 4.
override OUTPUTS: u32;
override CHANNELS: u32;
override TILES: u32;

@group(0) @binding(0) var<storage, read> filters: array<f32>; // [16][OUTPUTS][CHANNELS]
@group(0) @binding(1) var<storage, read> inputs: array<f32>;  // [16][CHANNELS][TILES]
@group(0) @binding(2) var<storage, read_write> products: array<f32>; // [16][OUTPUTS][TILES]

const DEPTH = 8u;
var<workgroup> someFilters: array<array<f32, 64>, DEPTH>;
var<workgroup> someInputs: array<array<f32, 32>, DEPTH>;

@compute @workgroup_size(8, 16)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let filterBase = (group.z * OUTPUTS + group.y * 64u) * CHANNELS;
  let inputBase = group.z * CHANNELS * TILES + group.x * 32u;
  var sums: array<array<f32, 4>, 4>;
  for (var channel = 0u; channel < CHANNELS; channel += DEPTH) {
    for (var i = index; i < 64u * DEPTH; i += 128u) {
      someFilters[i % DEPTH][i / DEPTH] = filters[filterBase + (i / DEPTH) * CHANNELS + channel + i % DEPTH];
    }
    for (var i = index; i < 32u * DEPTH; i += 128u) {
      someInputs[i / 32u][i % 32u] = inputs[inputBase + (channel + i / 32u) * TILES + i % 32u];
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      var f: array<f32, 4>;
      var v: array<f32, 4>;
      for (var i = 0u; i < 4u; i++) {
        f[i] = someFilters[k][local.y * 4u + i];
        v[i] = someInputs[k][local.x + 8u * i];
      }
      for (var i = 0u; i < 4u; i++) {
        for (var j = 0u; j < 4u; j++) {
          sums[i][j] += f[i] * v[j];
        }
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 4u; i++) {
    let row = (group.z * OUTPUTS + group.y * 64u + local.y * 4u + i) * TILES + group.x * 32u;
    for (var j = 0u; j < 4u; j++) {
      products[row + local.x + 8u * j] = sums[i][j];
    }
  }
}
