// Root mean square normalisation: LANES invocations per row, ROWS rows per workgroup. KEEP holds a row's numbers
// in registers between the passes; otherwise they are read again. The sum of squares is folded by a tree in
// workgroup memory or by subgroups.
enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> gains: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> output: array<vec4<f32>>;

override COUNT: u32; // rows
override VECTORS: u32; // of a row
override LANES: u32;
override ROWS: u32;
override KEEP: bool;
const MOST = 16u;

var<workgroup> partial: array<f32, LANES * ROWS>;

fn treeSum(value: f32, lane: u32, first: u32) -> f32 {
  partial[first + lane] = value;
  workgroupBarrier();
  for (var width = LANES / 2u; width > 0u; width >>= 1u) {
    if (lane < width) {
      partial[first + lane] += partial[first + lane + width];
    }
    workgroupBarrier();
  }
  return partial[first];
}

fn subgroupSum(value: f32, lane: u32, first: u32, size: u32) -> f32 {
  let sum = subgroupAdd(value);
  if (lane % size == 0u) {
    partial[first + lane / size] = sum;
  }
  workgroupBarrier();
  var total = 0.0;
  for (var i = 0u; i < LANES / size; i++) {
    total += partial[first + i];
  }
  return total;
}

fn squaresOf(start: u32, lane: u32, kept: ptr<function, array<vec4<f32>, MOST>>) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < VECTORS / LANES; i++) {
    let value = input[start + i * LANES + lane];
    sum += dot(value, value);
    if (KEEP) {
      kept[i] = value;
    }
  }
  return sum;
}

fn store(start: u32, lane: u32, sum: f32, kept: ptr<function, array<vec4<f32>, MOST>>) {
  let scale = inverseSqrt(sum / f32(4u * VECTORS) + 1e-5);
  for (var i = 0u; i < VECTORS / LANES; i++) {
    let at = i * LANES + lane;
    var value: vec4<f32>;
    if (KEEP) {
      value = kept[i];
    } else {
      value = input[start + at];
    }
    output[start + at] = value * scale * gains[at];
  }
}

@compute @workgroup_size(LANES, ROWS)
fn tree(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let start = min(id.y, COUNT - 1u) * VECTORS;
  var kept: array<vec4<f32>, MOST>;
  let sum = treeSum(squaresOf(start, local.x, &kept), local.x, local.y * LANES);
  store(start, local.x, sum, &kept);
}

@compute @workgroup_size(LANES, ROWS)
fn subgroup(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(subgroup_size) size: u32,
) {
  let start = min(id.y, COUNT - 1u) * VECTORS;
  var kept: array<vec4<f32>, MOST>;
  let sum = subgroupSum(squaresOf(start, local.x, &kept), local.x, local.y * LANES, size);
  store(start, local.x, sum, &kept);
}
