// Finds where each of a few primers of 32 bases fits best in every DNA read, with edits allowed: Myers' bit-parallel
// approximate matching, a column of the edit matrix in one word. Bases are packed 16 to a word, two bits each.
struct Search {
  reads: u32,
  wordsPerRead: u32,
  primers: u32,
}

@group(0) @binding(0) var<storage, read> bases: array<u32>;
@group(0) @binding(1) var<storage, read> masks: array<vec4<u32>>; // of each primer: where it has A, C, G, T
@group(0) @binding(2) var<storage, read_write> best: array<vec2<u32>>; // edits; primer and end
@group(0) @binding(3) var<uniform> search: Search;

@compute @workgroup_size(64)
fn locate(@builtin(global_invocation_id) id: vec3<u32>) {
  let read = id.x;
  if (read >= search.reads) {
    return;
  }
  var fewest = 33u;
  var place = 0u;
  for (var primer = 0u; primer < search.primers; primer++) {
    let mask = masks[primer];
    var up = 0xffffffffu;   // where the column rises by one
    var down = 0u;
    var edits = 32u;
    for (var word = 0u; word < search.wordsPerRead; word++) {
      var packed = bases[read * search.wordsPerRead + word];
      for (var base = 0u; base < 16u; base++) {
        let code = packed & 3u;
        packed >>= 2u;
        let low = select(mask.x, mask.y, (code & 1u) == 1u);
        let high = select(mask.z, mask.w, (code & 1u) == 1u);
        let hit = select(low, high, code >= 2u);
        let vertical = hit | down;
        let diagonal = (((hit & up) + up) ^ up) | hit;
        var right = down | ~(diagonal | up);
        var left = up & diagonal;
        edits += (right >> 31u) - (left >> 31u);
        right <<= 1u;
        left <<= 1u;
        up = left | ~(vertical | right);
        down = right & vertical;
        if (edits < fewest) {
          fewest = edits;
          place = (primer << 16u) | (word * 16u + base);
        }
      }
    }
  }
  best[read] = vec2<u32>(fewest, place);
}
