enable subgroups;
diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let x = inputs[i];
  if (x % 3u == 0u) {
    outputs[2 * i] = subgroupAdd(1u);
    outputs[2 * i + 1] = subgroupExclusiveAdd(x);
  } else {
    outputs[2 * i] = 100u + subgroupAdd(x % 3u);
    outputs[2 * i + 1] = u32(subgroupElect());
  }
}
