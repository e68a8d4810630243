// Prefix sums within a workgroup, in two buffers by turns: one barrier per step.
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;

const SIZE = 512u;

var<workgroup> sums: array<u32, 2u * SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  var sum = numbers[id.x];
  var here = 0u;
  sums[lane] = sum;
  workgroupBarrier();
  for (var distance = 1u; distance < SIZE; distance *= 2u) {
    if (lane >= distance) {
      sum += sums[here + lane - distance];
    }
    here = SIZE - here;
    sums[here + lane] = sum;
    workgroupBarrier();
  }
  numbers[id.x] = sum;
}
