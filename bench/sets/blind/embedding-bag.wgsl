// Mean of the embeddings of each bag, as in recommendation models: bags of any length, 16 lanes per bag, each
// with four of the 64 features.
struct Shape { bags: u32, rows: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read> items: array<u32>;
@group(0) @binding(3) var<storage, read> embedding: array<array<vec4<f32>, 16>>;
@group(0) @binding(4) var<storage, read_write> pooled: array<array<vec4<f32>, 16>>;

@compute @workgroup_size(16, 16)
fn pool(@builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wg: vec3<u32>) {
  let bag = wg.x * 16u + lid.y;
  if (bag >= shape.bags) { return; }
  let first = offsets[bag];
  let end = offsets[bag + 1u];
  var sum = vec4<f32>();
  for (var i = first; i < end; i++) {
    sum += embedding[items[i]][lid.x];
  }
  pooled[bag][lid.x] = sum / f32(max(end - first, 1u));
}
