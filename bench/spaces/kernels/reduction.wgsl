// Sum of all numbers: a grid-stride loop of UNROLL loads per turn, then one sum per workgroup, by a tree in
// workgroup memory or by subgroups, added to the result.
enable subgroups;

@group(0) @binding(0) var<storage, read> values: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> result: atomic<u32>;

override LENGTH: u32; // vectors
override SIZE: u32;
override UNROLL: u32;

var<workgroup> partial: array<u32, SIZE>;
var<workgroup> total: atomic<u32>;

fn sumFrom(first: u32, stride: u32) -> u32 {
  var sum = 0u;
  for (var i = first; i < LENGTH; i += stride * UNROLL) {
    for (var u = 0u; u < UNROLL; u++) {
      let at = i + u * stride;
      if (at < LENGTH) {
        let value = values[at];
        sum += value.x + value.y + value.z + value.w;
      }
    }
  }
  return sum;
}

@compute @workgroup_size(SIZE)
fn tree(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  partial[index] = sumFrom(id.x, groups.x * SIZE);
  workgroupBarrier();
  for (var width = SIZE / 2u; width > 0u; width >>= 1u) {
    if (index < width) {
      partial[index] += partial[index + width];
    }
    workgroupBarrier();
  }
  if (index == 0u) {
    atomicAdd(&result, partial[0]);
  }
}

@compute @workgroup_size(SIZE)
fn subgroup(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  let sum = subgroupAdd(sumFrom(id.x, groups.x * SIZE));
  if (lane == 0u) {
    atomicAdd(&total, sum);
  }
  workgroupBarrier();
  if (index == 0u) {
    atomicAdd(&result, atomicLoad(&total));
  }
}
