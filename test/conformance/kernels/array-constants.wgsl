const TABLE = array<u32, 8>(3, 1, 4, 1, 5, 9, 2, 6);
const WEIGHTS = array(vec2f(0.5, 1.0), vec2f(2.0, -1.0), vec2f(0.25, 4.0));
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var table = TABLE;
  table[i % 8u] *= 2u;
  outputs[2 * i] = f32(table[inputs[i] % 8u] + TABLE[i % 8u]);
  outputs[2 * i + 1] = WEIGHTS[i % 3u].x * WEIGHTS[(i + 1u) % 3u].y;
}
