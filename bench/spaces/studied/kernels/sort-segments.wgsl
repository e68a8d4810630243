// Sorts many short segments of different lengths, given by their starts, by insertion into a private array. One
// segment per invocation; a segment has at most LONGEST keys.
override SEGMENTS: u32;
const LONGEST = 24u;

@group(0) @binding(0) var<storage, read> starts: array<u32>;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> sorted: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= SEGMENTS) {
    return;
  }
  let start = starts[id.x];
  let count = min(starts[id.x + 1u] - start, LONGEST);
  var mine: array<u32, LONGEST>;
  for (var i = 0u; i < count; i++) {
    let key = keys[start + i];
    var at = i;
    while (at > 0u && mine[at - 1u] > key) {
      mine[at] = mine[at - 1u];
      at--;
    }
    mine[at] = key;
  }
  for (var i = 0u; i < count; i++) {
    sorted[start + i] = mine[i];
  }
}
