// Streamcluster: would a point rather belong to a candidate centre? Its coordinates lie one dimension after the
// other; the candidate's go to workgroup memory.
struct Shape { points: u32, dimensions: u32, candidate: u32 }

@group(0) @binding(0) var<storage, read> coordinates: array<f32>; // dimensions x points
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> costs: array<f32>;
@group(0) @binding(3) var<storage, read_write> switches: array<u32>;
@group(0) @binding(4) var<storage, read_write> savings: array<f32>;
@group(0) @binding(5) var<uniform> shape: Shape;

const SIZE = 256u;
const MOST_DIMENSIONS = 256u;
var<workgroup> candidate: array<f32, MOST_DIMENSIONS>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < shape.dimensions; i += SIZE) {
    candidate[i] = coordinates[i * shape.points + shape.candidate];
  }
  workgroupBarrier();
  if (id.x >= shape.points) {
    return;
  }
  var distance = 0.0;
  for (var i = 0u; i < shape.dimensions; i++) {
    let difference = coordinates[i * shape.points + id.x] - candidate[i];
    distance += difference * difference;
  }
  let saving = costs[id.x] - distance * weights[id.x];
  switches[id.x] = u32(saving > 0.0);
  savings[id.x] = max(saving, 0.0);
}
