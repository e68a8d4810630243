struct Where {
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) index: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(32, 2)
fn main(place: Where, @builtin(num_workgroups) groups: vec3u) {
  let i = place.id.x + place.id.y * 32u * groups.x;
  outputs[i] = inputs[i] + place.index + groups.x;
}
