enable subgroups;
requires subgroup_id;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(subgroup_id) which: u32,
  @builtin(num_subgroups) count: u32,
  @builtin(subgroup_size) size: u32,
) {
  let i = id.x;
  outputs[2 * i] = which + count * 256u;
  outputs[2 * i + 1] = count * size + inputs[i] % 2u;
}
