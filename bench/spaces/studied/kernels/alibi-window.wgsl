// Causal attention over a sliding window, with a bias that falls linearly with the distance, at another slope for
// each head. A workgroup takes 64 queries of a head and goes through keys and values 64 at a time.
override LENGTH: u32 = 3000u;
override WINDOW: u32 = 512u;

const BLOCK = 64u;
const QUARTERS = 4u; // a head is 16 wide

@group(0) @binding(0) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> keys: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read> values: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> results: array<vec4<f32>>;

var<workgroup> nearKeys: array<array<vec4<f32>, QUARTERS>, BLOCK>;
var<workgroup> nearValues: array<array<vec4<f32>, QUARTERS>, BLOCK>;

@compute @workgroup_size(BLOCK)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let head = group.y;
  let slope = exp2(-0.5 * f32(head + 1u));
  let firstQuery = group.x * BLOCK;
  let query = firstQuery + lane;
  let row = (head * LENGTH + min(query, LENGTH - 1u)) * QUARTERS;
  let q0 = queries[row] * 0.25;
  let q1 = queries[row + 1u] * 0.25;
  let q2 = queries[row + 2u] * 0.25;
  let q3 = queries[row + 3u] * 0.25;

  var largest = -1e30;
  var total = 0.0;
  var sum: array<vec4<f32>, QUARTERS>;
  let oldest = select(0u, firstQuery + 1u - WINDOW, firstQuery + 1u > WINDOW);
  for (var start = oldest / BLOCK * BLOCK; start <= firstQuery; start += BLOCK) {
    let source = (head * LENGTH + min(start + lane, LENGTH - 1u)) * QUARTERS;
    for (var i = 0u; i < QUARTERS; i++) {
      nearKeys[lane][i] = keys[source + i];
      nearValues[lane][i] = values[source + i];
    }
    workgroupBarrier();
    for (var k = 0u; k < BLOCK; k++) {
      let key = start + k;
      if (key <= query && query - key < WINDOW) {
        let product = dot(q0, nearKeys[k][0]) + dot(q1, nearKeys[k][1]) + dot(q2, nearKeys[k][2]) + dot(q3, nearKeys[k][3]);
        let score = product - slope * f32(query - key);
        let newLargest = max(largest, score);
        let fade = exp(largest - newLargest);
        let weight = exp(score - newLargest);
        largest = newLargest;
        total = total * fade + weight;
        for (var i = 0u; i < QUARTERS; i++) {
          sum[i] = sum[i] * fade + nearValues[k][i] * weight;
        }
      }
    }
    workgroupBarrier();
  }
  if (query < LENGTH) {
    for (var i = 0u; i < QUARTERS; i++) {
      results[row + i] = sum[i] / total;
    }
  }
}
