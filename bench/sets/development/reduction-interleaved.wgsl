// Sum of blocks of 256 numbers with interleaved addressing: the lanes that still work lie ever further apart.
@group(0) @binding(0) var<storage, read> values: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

const SIZE = 256u;
var<workgroup> partial: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  partial[lane] = values[id.x];
  workgroupBarrier();
  for (var stride = 1u; stride < SIZE; stride *= 2u) {
    if (lane % (2u * stride) == 0u) {
      partial[lane] += partial[lane + stride];
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    sums[group.x] = partial[0];
  }
}
