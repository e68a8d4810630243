// RNA secondary structure, most base pairs (Nussinov): a workgroup per sequence of at most 80 bases. The table's
// upper triangle is in workgroup memory and filled by diagonals.
const LONGEST = 80u;
const WORDS = 5u;         // 16 bases in a word
const LOOP = 3u;          // at least so many bases within a hairpin
const THREADS = 64u;

@group(0) @binding(0) var<storage, read> bases: array<u32>;
@group(0) @binding(1) var<storage, read> lengths: array<u32>;
@group(0) @binding(2) var<storage, read_write> pairs: array<u32>;

var<workgroup> table: array<u32, 3240>;   // LONGEST * (LONGEST + 1) / 2
var<workgroup> sequence: array<u32, 80>;

fn cell(i: u32, j: u32) -> u32 {
  return j * (j + 1u) / 2u + i;
}

// A 0, C 1, G 2, U 3
fn pairing(x: u32, y: u32) -> bool {
  let s = x + y;
  return (s == 3u) || (s == 5u);   // A-U, C-G, G-U
}

@compute @workgroup_size(THREADS)
fn fold(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
  let n = min(lengths[wid.x] + 40u, LONGEST);
  for (var i = lid.x; i < n; i += THREADS) {
    sequence[i] = (bases[wid.x * WORDS + i / 16u] >> ((i % 16u) * 2u)) & 3u;
  }
  for (var i = lid.x; i < n * (n + 1u) / 2u; i += THREADS) {
    table[i] = 0u;
  }
  workgroupBarrier();

  for (var d = LOOP + 1u; d < n; d++) {
    for (var i = lid.x; i + d < n; i += THREADS) {
      let j = i + d;
      var best = max(table[cell(i + 1u, j)], table[cell(i, j - 1u)]);
      if (pairing(sequence[i], sequence[j])) {
        best = max(best, table[cell(i + 1u, j - 1u)] + 1u);
      }
      for (var k = i + 1u; k < j; k++) {
        best = max(best, table[cell(i, k)] + table[cell(k + 1u, j)]);
      }
      table[cell(i, j)] = best;
    }
    workgroupBarrier();
  }
  if (lid.x == 0u) {
    pairs[wid.x] = table[cell(0u, n - 1u)];
  }
}
