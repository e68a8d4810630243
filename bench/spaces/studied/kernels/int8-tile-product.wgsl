// Quantized matrix product of a network's layer: C = A B^T of signed bytes, four in a word, with a scale for each row
// and column. A workgroup makes 32 x 64 of C, each of its invocations 2 x 4.
struct Size {
  rows: u32,
  columns: u32,
  words: u32, // depth / 4
}

@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read> rowScales: array<f32>;
@group(0) @binding(3) var<storage, read> columnScales: array<f32>;
@group(0) @binding(4) var<storage, read_write> c: array<f32>;
@group(0) @binding(5) var<uniform> size: Size;

const ROWS = 32u;
const COLUMNS = 64u;
const WORDS = 8u;
const PITCH = 9u; // one more, for the banks

var<workgroup> tileA: array<u32, ROWS * PITCH>;
var<workgroup> tileB: array<u32, COLUMNS * PITCH>;

@compute @workgroup_size(16, 16)
fn product(
  @builtin(workgroup_id) tile: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
) {
  let word = index % WORDS;
  let line = index / WORDS; // 0 to 31
  var sums: array<array<i32, 4>, 2>;
  for (var start = 0u; start < size.words; start += WORDS) {
    tileA[line * PITCH + word] = a[(tile.y * ROWS + line) * size.words + start + word];
    tileB[line * PITCH + word] = b[(tile.x * COLUMNS + line) * size.words + start + word];
    tileB[(line + 32u) * PITCH + word] = b[(tile.x * COLUMNS + line + 32u) * size.words + start + word];
    workgroupBarrier();
    for (var k = 0u; k < WORDS; k++) {
      let top = tileA[local.y * PITCH + k];
      let bottom = tileA[(local.y + 16u) * PITCH + k];
      for (var j = 0u; j < 4u; j++) {
        let right = tileB[(local.x + 16u * j) * PITCH + k];
        sums[0][j] += dot4I8Packed(top, right);
        sums[1][j] += dot4I8Packed(bottom, right);
      }
    }
    workgroupBarrier();
  }
  for (var i = 0u; i < 2u; i++) {
    let row = tile.y * ROWS + local.y + 16u * i;
    for (var j = 0u; j < 4u; j++) {
      let column = tile.x * COLUMNS + local.x + 16u * j;
      c[row * size.columns + column] = f32(sums[i][j]) * rowScales[row] * columnScales[column];
    }
  }
}
