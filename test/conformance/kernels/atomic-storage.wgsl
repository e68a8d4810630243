struct Counters {
  sum: atomic<u32>,
  low: atomic<i32>,
  high: atomic<i32>,
  small: atomic<u32>,
  large: atomic<u32>,
  ands: atomic<u32>,
  ors: atomic<u32>,
  xors: atomic<u32>,
  down: atomic<i32>,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: Counters;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = inputs[id.x];
  atomicAdd(&outputs.sum, x);
  atomicMin(&outputs.low, i32(x));
  atomicMax(&outputs.high, i32(x));
  atomicMin(&outputs.small, x);
  atomicMax(&outputs.large, x);
  atomicAnd(&outputs.ands, x);
  atomicOr(&outputs.ors, 1u << (id.x % 29u));
  atomicXor(&outputs.xors, x);
  atomicSub(&outputs.down, i32(id.x));
}
