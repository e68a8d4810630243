// Levenshtein distance of pairs of 32-byte words; one pair per invocation, the row of the table in a private array.
@group(0) @binding(0) var<storage, read> left: array<u32>;
@group(0) @binding(1) var<storage, read> right: array<u32>;
@group(0) @binding(2) var<storage, read_write> distance_out: array<u32>;
const LENGTH = 32u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var row: array<u32, 33>;
  for (var j = 0u; j <= LENGTH; j++) { row[j] = j; }
  for (var i = 0u; i < LENGTH; i++) {
    let a = extractBits(left[id.x * 8u + i / 4u], (i % 4u) * 8u, 2u);
    var diagonal = row[0];
    row[0] = i + 1u;
    for (var j = 0u; j < LENGTH; j++) {
      let b = extractBits(right[id.x * 8u + j / 4u], (j % 4u) * 8u, 2u);
      let above = row[j + 1u];
      let cost = select(1u, 0u, a == b);
      row[j + 1u] = min(min(above, row[j]) + 1u, diagonal + cost);
      diagonal = above;
    }
  }
  distance_out[id.x] = row[LENGTH];
}
