// Attention of a single query, as when a language model writes token by token: one head per workgroup, scores
// of the whole context in workgroup memory.
struct Shape { length: u32 }

@group(0) @binding(0) var<storage, read> queries: array<f32>; // heads x 64
@group(0) @binding(1) var<storage, read> keys: array<f32>; // heads x length x 64
@group(0) @binding(2) var<storage, read> values: array<f32>; // heads x length x 64
@group(0) @binding(3) var<storage, read_write> output: array<f32>; // heads x 64
@group(0) @binding(4) var<uniform> shape: Shape;

override MOST: u32 = 2048; // longest context
const WIDTH = 64u;
const SIZE = 256u;
var<workgroup> scores: array<f32, MOST>;
var<workgroup> query: array<f32, WIDTH>;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let head = group.x;
  if (lane < WIDTH) {
    query[lane] = queries[head * WIDTH + lane];
  }
  workgroupBarrier();
  var largest = -3.4e38;
  for (var k = lane; k < shape.length; k += SIZE) {
    let row = (head * shape.length + k) * WIDTH;
    var score = 0.0;
    for (var i = 0u; i < WIDTH; i++) {
      score += query[i] * keys[row + i];
    }
    scores[k] = score * 0.125;
    largest = max(largest, scores[k]);
  }
  partial[lane] = largest;
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[lane] = max(partial[lane], partial[lane + width]);
    }
    workgroupBarrier();
  }
  largest = partial[0];

  // Four groups of 64 lanes share the context; a lane adds up one number of the head.
  let column = lane % WIDTH;
  var sum = 0.0;
  var weight = 0.0;
  for (var k = lane / WIDTH; k < shape.length; k += SIZE / WIDTH) {
    let share = exp(scores[k] - largest);
    weight += share;
    sum += share * values[(head * shape.length + k) * WIDTH + column];
  }
  workgroupBarrier();
  partial[lane] = sum;
  scores[lane] = weight;
  workgroupBarrier();
  if (lane < WIDTH) {
    let total = partial[lane] + partial[lane + 64u] + partial[lane + 128u] + partial[lane + 192u];
    let weights = scores[lane] + scores[lane + 64u] + scores[lane + 128u] + scores[lane + 192u];
    output[head * WIDTH + lane] = total / weights;
  }
}
