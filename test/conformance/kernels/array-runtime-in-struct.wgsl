struct List {
  count: u32,
  scale: f32,
  items: array<vec3f>,
}
@group(0) @binding(0) var<storage, read> inputs: List;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let n = arrayLength(&inputs.items);
  let item = inputs.items[i % n];
  outputs[2 * i] = item.x + item.y * 2.0 + item.z * 3.0 + inputs.scale;
  outputs[2 * i + 1] = f32(n) + inputs.items[(i * 7u) % n].z;
}
