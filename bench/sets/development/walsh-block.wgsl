// Fast Walsh-Hadamard transform of blocks of 1024 elements in workgroup memory, two butterflies an invocation.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

const SIZE = 256u;
const BLOCK = 4u * SIZE;
var<workgroup> block: array<f32, BLOCK>;

fn butterfly(i: u32, distance: u32) {
  let first = (i & ~(distance - 1u)) * 2u + (i & (distance - 1u));
  let a = block[first];
  let b = block[first + distance];
  block[first] = a + b;
  block[first + distance] = a - b;
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let start = group.x * BLOCK;
  for (var i = lane; i < BLOCK; i += SIZE) {
    block[i] = input[start + i];
  }
  for (var distance = 1u; distance < BLOCK; distance *= 2u) {
    workgroupBarrier();
    butterfly(lane, distance);
    butterfly(lane + SIZE, distance);
  }
  workgroupBarrier();
  for (var i = lane; i < BLOCK; i += SIZE) {
    output[start + i] = block[i];
  }
}
