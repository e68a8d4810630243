// After the third change: all reads of d come before all writes
//
// d[h1,p5,p4,h3,h2,p6] -= sum over h7 of t2[h7,h1,p5,p4] * v2[h3,h2,p6,h7] (first index fastest), in the
// shape of NWChem's sd_t_d1_6: 64 x 64 results per workgroup, 4 x 4 per invocation. The four files of this
// folder are the steps of section 6.1 of "GPU Code Optimization using Abstract Kernel Emulation and
// Sensitivity Analysis" (PLDI 2018), for sizes that tiles of 64 divide. Elements are pairs of f32, which have
// the bytes of the paper's doubles.

struct Sizes {
  h1: i32, h2: i32, h3: i32, h7: i32, p4: i32, p5: i32, p6: i32,
  h1InD: i32, h2InD: i32, h3InD: i32, p4InD: i32, p5InD: i32, p6InD: i32,
  h1InT2: i32, p4InT2: i32, p5InT2: i32,
  h2InV2: i32, p6InV2: i32, h7InV2: i32,
}

@group(0) @binding(0) var<storage, read> t2: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read> v2: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> d: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> size: Sizes;
// Where the combinations of h3, h2, p6 and of h1, p5, p4 lie: in this layout, one after the other.
@group(0) @binding(4) var<storage, read> placeOfH321: array<i32>;
@group(0) @binding(5) var<storage, read> placeOfH154: array<i32>;

const EDGE = 16;
const PITCH = 65;
var<workgroup> t2Tile: array<vec2<f32>, EDGE * PITCH>;
var<workgroup> v2Tile: array<vec2<f32>, EDGE * PITCH>;

@compute @workgroup_size(16, 16)
fn contract(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let across = i32(local.x);
  let down = i32(local.y);
  let h154 = i32(group.x) * 64 + across;
  let h321 = i32(group.y) * 64 + down;

  // @region CR1
  var inV2: array<i32, 4>;
  var inT2: array<i32, 4>;
  var rowOfD: array<i32, 4>;
  var columnOfD: array<i32, 4>;
  for (var i = 0; i < 4; i++) {
    inV2[i] = placeOfH321[h321 + 16 * i];
    columnOfD[i] = inV2[i] * size.h3InD;
    rowOfD[i] = placeOfH154[h154 + 16 * i];
    inT2[i] = rowOfD[i] * size.h1InT2;
  }

  var sums: array<vec2<f32>, 16>;
  for (var first = 0; first < size.h7; first += EDGE) {
    // @region CR2
    for (var i = 0; i < 4; i++) {
      v2Tile[across * PITCH + down + 16 * i] = v2[inV2[i] + (first + across) * size.h7InV2];
    }
    for (var i = 0; i < 4; i++) {
      t2Tile[down * PITCH + across + 16 * i] = t2[inT2[i] + first + down];
    }
    workgroupBarrier();

    // @region CR3
    for (var h7 = 0; h7 < EDGE; h7++) {
      var a: array<vec2<f32>, 4>;
      var b: array<vec2<f32>, 4>;
      for (var i = 0; i < 4; i++) {
        a[i] = v2Tile[h7 * PITCH + down + 16 * i];
        b[i] = t2Tile[h7 * PITCH + across + 16 * i];
      }
      for (var i = 0; i < 4; i++) {
        for (var j = 0; j < 4; j++) {
          sums[4 * i + j] += a[i] * b[j];
        }
      }
    }
    workgroupBarrier();
  }

  // @region CR4
  var place: array<i32, 16>;
  for (var i = 0; i < 4; i++) {
    for (var j = 0; j < 4; j++) {
      place[4 * i + j] = columnOfD[i] + rowOfD[j];
    }
  }
  for (var i = 0; i < 16; i++) {
    sums[i] = d[place[i]] - sums[i];
  }
  for (var i = 0; i < 16; i++) {
    d[place[i]] = sums[i];
  }
}
