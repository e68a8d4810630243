// Two chains of multiply-adds an invocation, which share factor and addend, a warp a workgroup: what a published program
// takes for the peak rate of scalars. NUMBER is f32 or i32.
override ROUNDS: u32;
@group(0) @binding(0) var<storage, read_write> sums: array<NUMBER>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let factor = NUMBER(id.x);
  let addend = NUMBER(lane);
  var first = factor;
  var second = addend;
  for (var round = 0u; round < ROUNDS; round++) {
    for (var i = 0u; i < 8u; i++) {
      first = factor * first + addend;
      second = factor * second + addend;
    }
  }
  sums[id.x] = first + second;
}
