// Pairwise genetic distance: sum over SNPs of the difference in allele counts. Genotypes are two bit planes,
// x = carries the allele at all, y = carries it twice, 32 SNPs per pair of words.

struct Shape {
  people: u32,
  words: u32,
}

const T = 16u;

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> genotypes: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> distance: array<u32>;

var<workgroup> rows: array<array<vec2u, T>, T>;
var<workgroup> cols: array<array<vec2u, T + 1u>, T>;

@compute @workgroup_size(16, 16)
fn ibs(@builtin(workgroup_id) block: vec3u, @builtin(local_invocation_id) l: vec3u) {
  if (block.x < block.y) {
    return;
  }
  let row = block.y * T + l.y;
  let col = block.x * T + l.x;
  let load_row = min(row, shape.people - 1u) * shape.words;
  let load_col = min(block.x * T + l.y, shape.people - 1u) * shape.words;
  var sum = 0u;
  for (var w = 0u; w < shape.words; w += T) {
    let at = w + l.x;
    if (at < shape.words) {
      rows[l.y][l.x] = genotypes[load_row + at];
      cols[l.y][l.x] = genotypes[load_col + at];
    } else {
      rows[l.y][l.x] = vec2u(0u);
      cols[l.y][l.x] = vec2u(0u);
    }
    workgroupBarrier();
    for (var k = 0u; k < T; k++) {
      let bits = countOneBits(rows[l.y][k] ^ cols[l.x][k]);
      sum += bits.x + bits.y;
    }
    workgroupBarrier();
  }
  if (row < shape.people && col < shape.people && col >= row) {
    distance[row * shape.people + col] = sum;
    distance[col * shape.people + row] = sum;
  }
}
