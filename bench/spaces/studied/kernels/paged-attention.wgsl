// Decoding attention over a paged cache: one workgroup per head and sequence. A table names the pages of 16 tokens that
// hold a sequence; its length differs from sequence to sequence, and groups of query heads share keys and values.
enable subgroups;

override HEADS: u32 = 32;
override KEY_HEADS: u32 = 8;
override LONGEST: u32 = 1024;

const DIMENSIONS = 64u;
const VECTORS = 16u;
const PAGE = 16u;
const SIZE = 64u;
const MAXIMUM = 1024u;

@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>; // sequence, head, dimension
@group(0) @binding(1) var<storage, read> keys: array<vec4<f32>>; // page, token, key head, dimension
@group(0) @binding(2) var<storage, read> values: array<f32>; // the same
@group(0) @binding(3) var<storage, read> pageTable: array<u32>; // sequence, page
@group(0) @binding(4) var<storage, read> lengths: array<u32>; // the last token's index
@group(0) @binding(5) var<storage, read_write> outputs: array<f32>;

var<workgroup> query: array<vec4<f32>, VECTORS>;
var<workgroup> scores: array<f32, MAXIMUM>;
var<workgroup> partials: array<f32, SIZE>;

fn tokenAt(sequence: u32, token: u32, keyHead: u32) -> u32 {
  let page = pageTable[sequence * (LONGEST / PAGE) + token / PAGE];
  return (page * PAGE + token % PAGE) * KEY_HEADS + keyHead;
}

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_size) width: u32,
  @builtin(subgroup_invocation_id) place: u32,
) {
  let head = group.x;
  let sequence = group.y;
  let keyHead = head / (HEADS / KEY_HEADS);
  let length = min(lengths[sequence] + 1u, LONGEST);

  if (lane < VECTORS) {
    query[lane] = queries[(sequence * HEADS + head) * VECTORS + lane] * 0.125;
  }
  workgroupBarrier();

  var largest = -1e30;
  for (var token = lane; token < length; token += SIZE) {
    let row = tokenAt(sequence, token, keyHead) * VECTORS;
    var score = 0.0;
    for (var k = 0u; k < VECTORS; k++) {
      score += dot(query[k], keys[row + k]);
    }
    scores[token] = score;
    largest = max(largest, score);
  }
  largest = subgroupMax(largest);
  if (place == 0u) {
    partials[lane / width] = largest;
  }
  workgroupBarrier();
  for (var s = 0u; s < (SIZE + width - 1u) / width; s++) {
    largest = max(largest, partials[s]);
  }
  workgroupBarrier();

  var sum = 0.0;
  for (var token = lane; token < length; token += SIZE) {
    let weight = exp(scores[token] - largest);
    scores[token] = weight;
    sum += weight;
  }
  sum = subgroupAdd(sum);
  if (place == 0u) {
    partials[lane / width] = sum;
  }
  workgroupBarrier();
  sum = 0.0;
  for (var s = 0u; s < (SIZE + width - 1u) / width; s++) {
    sum += partials[s];
  }

  // From here on an invocation is a dimension.
  var weighted = 0.0;
  for (var token = 0u; token < length; token++) {
    weighted += scores[token] * values[tokenAt(sequence, token, keyHead) * DIMENSIONS + lane];
  }
  outputs[(sequence * HEADS + head) * DIMENSIONS + lane] = weighted / sum;
}
