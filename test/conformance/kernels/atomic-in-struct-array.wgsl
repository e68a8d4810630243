struct Bin {
  count: atomic<u32>,
  sum: u32,
  best: array<atomic<u32>, 2>,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Bin, 16>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = inputs[id.x];
  let bin = &outputs[x % 16u];
  atomicAdd(&bin.count, 1u);
  atomicMax(&(*bin).best[x / 16u % 2u], x / 7u);
  if (id.x < 16u) {
    outputs[id.x].sum = id.x * 5u;
  }
}
