// Linkage disequilibrium between all pairs of variants: r^2 from haplotypes of one bit each. A workgroup makes a
// square of the table and brings in some words of its rows and columns at a time; squares below the diagonal stay.
const TILE = 16u;
const WORDS_AT_ONCE = 16u;

struct Panel {
  variants: u32,  // a multiple of TILE
  words: u32,     // per variant; a multiple of WORDS_AT_ONCE
  haplotypes: u32,
}

@group(0) @binding(0) var<uniform> panel: Panel;
@group(0) @binding(1) var<storage, read> haplotypes: array<u32>; // [variant][word]
@group(0) @binding(2) var<storage, read> carriers: array<u32>;   // how many have the second allele
@group(0) @binding(3) var<storage, read_write> r_squared: array<f32>;

var<workgroup> row_words: array<array<u32, WORDS_AT_ONCE + 1u>, TILE>;
var<workgroup> column_words: array<array<u32, WORDS_AT_ONCE + 1u>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  if (group.y > group.x) {
    return;
  }
  let row = group.y * TILE + local.y;
  let column = group.x * TILE + local.x;
  var both = 0u;
  for (var word = 0u; word < panel.words; word += WORDS_AT_ONCE) {
    row_words[local.y][local.x] = haplotypes[row * panel.words + word + local.x];
    column_words[local.y][local.x] = haplotypes[(group.x * TILE + local.y) * panel.words + word + local.x];
    workgroupBarrier();
    for (var i = 0u; i < WORDS_AT_ONCE; i++) {
      both += countOneBits(row_words[local.y][i] & column_words[local.x][i]);
    }
    workgroupBarrier();
  }

  let n = f32(panel.haplotypes);
  let p = f32(carriers[row]) / n;
  let q = f32(carriers[column]) / n;
  let d = f32(both) / n - p * q;
  let scale = p * (1.0 - p) * q * (1.0 - q);
  r_squared[row * panel.variants + column] = select(0.0, d * d / scale, scale > 1e-9);
}
