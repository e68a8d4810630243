// The K largest logits of each row in descending order: K rounds of a search for the largest, each lane keeping
// the best of its own stripe. Of equal numbers the first counts.
@group(0) @binding(0) var<storage, read> logits: array<f32>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;
@group(0) @binding(2) var<storage, read_write> indices: array<u32>;

override COLUMNS: u32;
override K: u32;
const SIZE = 256u;
const LOWEST = -3.4e38;
var<workgroup> bestValues: array<f32, SIZE>;
var<workgroup> bestIndices: array<u32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * COLUMNS;
  var lastValue = 3.4e38;
  var lastIndex = 0u;
  for (var round = 0u; round < K; round++) {
    var value = LOWEST;
    var index = COLUMNS;
    for (var i = lane; i < COLUMNS; i += SIZE) {
      let candidate = logits[start + i];
      let isLeft = candidate < lastValue || (candidate == lastValue && i > lastIndex);
      if (isLeft && candidate > value) {
        value = candidate;
        index = i;
      }
    }
    bestValues[lane] = value;
    bestIndices[lane] = index;
    workgroupBarrier();
    for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
      if (lane < width) {
        let other = bestValues[lane + width];
        let otherIndex = bestIndices[lane + width];
        if (other > bestValues[lane] || (other == bestValues[lane] && otherIndex < bestIndices[lane])) {
          bestValues[lane] = other;
          bestIndices[lane] = otherIndex;
        }
      }
      workgroupBarrier();
    }
    lastValue = bestValues[0];
    lastIndex = bestIndices[0];
    if (lane == 0u) {
      values[group.x * K + round] = lastValue;
      indices[group.x * K + round] = lastIndex;
    }
    workgroupBarrier();
  }
}
