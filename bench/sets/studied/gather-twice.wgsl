// A column of a table through two indirections, as in a join.
@group(0) @binding(0) var<storage, read> row_ids: array<u32>;
@group(0) @binding(1) var<storage, read> foreign_key: array<u32>;
@group(0) @binding(2) var<storage, read> price: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> result: array<f32>;

@compute @workgroup_size(256)
fn join(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&row_ids)) { return; }
  let p = price[foreign_key[row_ids[id.x]]];
  result[id.x] = p.x * (1.0 - p.y);
}
