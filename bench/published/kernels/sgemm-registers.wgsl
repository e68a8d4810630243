// C = alpha A B + beta C, blocks of 128 by 128 in slices of 8, 8 by 8 elements a thread in four parts, each wave of 32
// lanes 64 by 32 elements: kernel 3 of the published series.
override N: u32;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> factors: vec2f;
var<workgroup> slicesA: array<array<f32, 128>, 8>;
var<workgroup> slicesB: array<array<f32, 128>, 8>;

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let wave = local / 32u;
  let waveX = (wave % 2u) * 64u;
  let waveY = (wave / 2u) * 32u;
  let laneX = (local % 8u) * 4u;
  let laneY = ((local % 32u) / 8u) * 4u;
  let readAx = local % 8u;
  let readAy = local / 8u;
  let readBx = local % 128u;
  let readBy = local / 128u;
  var partA: array<f32, 8>;
  var partB: array<f32, 8>;
  var sums: array<f32, 64>;
  for (var slice = 0u; slice < N; slice += 8u) {
    for (var i = 0u; i < 4u; i++) {
      slicesB[readBy + 2u * i][readBx] = b[N * (readBy + 2u * i + slice) + 128u * group.x + readBx];
    }
    for (var i = 0u; i < 4u; i++) {
      slicesA[readAx][readAy + 32u * i] = a[N * (128u * group.y + readAy + 32u * i) + readAx + slice];
    }
    workgroupBarrier();
    for (var k = 0u; k < 8u; k++) {
      for (var part = 0u; part < 2u; part++) {
        for (var i = 0u; i < 4u; i++) {
          partB[part * 4u + i] = slicesB[k][waveX + part * 32u + laneX + i];
        }
      }
      for (var part = 0u; part < 2u; part++) {
        for (var i = 0u; i < 4u; i++) {
          partA[part * 4u + i] = slicesA[k][waveY + part * 16u + laneY + i];
        }
      }
      for (var y = 0u; y < 8u; y++) {
        for (var x = 0u; x < 8u; x++) {
          sums[y * 8u + x] += partA[y] * partB[x];
        }
      }
    }
    workgroupBarrier();
  }
  for (var y = 0u; y < 8u; y++) {
    for (var x = 0u; x < 8u; x++) {
      let row = 128u * group.y + waveY + (y / 4u) * 16u + laneY + y % 4u;
      let column = 128u * group.x + waveX + (x / 4u) * 32u + laneX + x % 4u;
      c[N * row + column] = factors.y * c[N * row + column] + factors.x * sums[y * 8u + x];
    }
  }
}
