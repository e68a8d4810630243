// C = alpha A Bᵀ + beta C, all with their first direction along memory: the kernel of the auto-tuning hub (CLBlast's), with
// its tunables. What an invocation loads as vectors, of A along m and of B along n, are VectorA and VectorB; eight wide
// they are two of four. MU and NU are the vectors of an invocation.
override MDIMC: u32;
override NDIMC: u32;
override MDIMA: u32;
override NDIMB: u32;
override SA: u32;
override SB: u32;
override WORDS_A: u32;
override WORDS_B: u32;
const SIZE = 4096u;
const KWG = 32u;
const KWI = 2u;
const ROW_A = SIZE / WIDTH_A;
const ROW_B = SIZE / WIDTH_B;
const TILE_A = MWG / WIDTH_A;
const TILE_B = NWG / WIDTH_B;
@group(0) @binding(0) var<storage, read> a: array<VectorA>;
@group(0) @binding(1) var<storage, read> b: array<VectorB>;
@group(0) @binding(2) var<storage, read_write> c: array<VectorA>;
@group(0) @binding(3) var<uniform> factors: vec2f;
var<workgroup> tileA: array<VectorA, WORDS_A>;
var<workgroup> tileB: array<VectorB, WORDS_B>;

@compute @workgroup_size(MDIMC, NDIMC)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(local_invocation_id) local: vec3u,
  @builtin(local_invocation_index) index: u32,
) {
  let fromA = group.x * TILE_A;
  let fromB = group.y * TILE_B;
  let ownA = local.x * MU;
  let ownB = local.y * NU;
  var sums: array<VectorA, SUMS>;
  for (var k = 0u; k < SIZE; k += KWG) {
    if (SA == 1u) {
      let each = TILE_A / MDIMA;
      let rows = KWG * MDIMA / (MDIMC * NDIMC);
      for (var m = 0u; m < each; m++) {
        for (var row = 0u; row < rows; row++) {
          let at = index % MDIMA * each + m;
          let kOfTile = index / MDIMA * rows + row;
          tileA[kOfTile * TILE_A + at] = a[(k + kOfTile) * ROW_A + fromA + at];
        }
      }
    }
    if (SB == 1u) {
      let each = TILE_B / NDIMB;
      let rows = KWG * NDIMB / (MDIMC * NDIMC);
      for (var n = 0u; n < each; n++) {
        for (var row = 0u; row < rows; row++) {
          let at = index % NDIMB * each + n;
          let kOfTile = index / NDIMB * rows + row;
          tileB[kOfTile * TILE_B + at] = b[(k + kOfTile) * ROW_B + fromB + at];
        }
      }
    }
    if (SA == 1u || SB == 1u) {
      workgroupBarrier();
    }
    for (var slice = 0u; slice < KWG; slice += KWI) {
      for (var step = 0u; step < KWI; step++) {
        let kOfTile = slice + step;
        var partA: array<VectorA, MU>;
        for (var m = 0u; m < MU; m++) {
          if (SA == 1u) {
            partA[m] = tileA[kOfTile * TILE_A + ownA + m];
          } else {
            partA[m] = a[(k + kOfTile) * ROW_A + fromA + ownA + m];
          }
        }
        var partB: array<VectorB, NU>;
        for (var n = 0u; n < NU; n++) {
          if (SB == 1u) {
            partB[n] = tileB[kOfTile * TILE_B + ownB + n];
          } else {
            partB[n] = b[(k + kOfTile) * ROW_B + fromB + ownB + n];
          }
        }
        for (var n = 0u; n < NU; n++) {
          for (var j = 0u; j < WIDTH_B; j++) {
            let factor = VectorA(partOf(partB[n], j));
            for (var m = 0u; m < MU; m++) {
              let at = (n * WIDTH_B + j) * MU + m;
              sums[at] = fma(partA[m], factor, sums[at]);
            }
          }
        }
      }
    }
    if (SA == 1u || SB == 1u) {
      workgroupBarrier();
    }
  }
  for (var n = 0u; n < NU * WIDTH_B; n++) {
    for (var m = 0u; m < MU; m++) {
      let at = (group.y * NWG + ownB * WIDTH_B + n) * ROW_A + fromA + ownA + m;
      c[at] = factors.x * sums[n * MU + m] + factors.y * c[at];
    }
  }
}
