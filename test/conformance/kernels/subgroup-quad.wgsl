enable subgroups;
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  let v = vec2u(inputs[i], i);
  outputs[4 * i] = quadBroadcast(v, 3u).x;
  outputs[4 * i + 1] = quadSwapX(v).y;
  outputs[4 * i + 2] = quadSwapY(v.x);
  outputs[4 * i + 3] = quadSwapDiagonal(v).y;
}
