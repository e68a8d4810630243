// After the first change: h1, along which d is contiguous, runs along a subgroup
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
    var rest = h321 + 16 * i;
    let h3 = rest % size.h3;
    rest = rest / size.h3;
    let h2 = rest % size.h2;
    let p6 = rest / size.h2;
    inV2[i] = h3 + h2 * size.h2InV2 + p6 * size.p6InV2;
    columnOfD[i] = h3 * size.h3InD + h2 * size.h2InD + p6 * size.p6InD;
  }
  for (var i = 0; i < 4; i++) {
    var rest = h154 + 16 * i;
    let h1 = rest % size.h1;
    rest = rest / size.h1;
    let p5 = rest % size.p5;
    let p4 = rest / size.p5;
    inT2[i] = h1 * size.h1InT2 + p5 * size.p5InT2 + p4 * size.p4InT2;
    rowOfD[i] = h1 * size.h1InD + p5 * size.p5InD + p4 * size.p4InD;
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
  for (var i = 0; i < 4; i++) {
    for (var j = 0; j < 4; j++) {
      let place = columnOfD[i] + rowOfD[j];
      d[place] = d[place] - sums[4 * i + j];
    }
  }
}
