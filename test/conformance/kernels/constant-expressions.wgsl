const A = 7 / 2;
const B = -7 % 3;
const C = 1.0 / 3.0;
const D = 5u << 3;
const E = vec3(1, 2, 3) * 2;
const F = sqrt(16.0) + abs(-2.5) + f32(countOneBits(255u));
const G = select(1, 2, A == 3);
const H = 0x1p-3 + 1e2 + 0.5f;
const K = array(1, 2, 4)[2] + i32(true);
const L = mat2x2f(1, 2, 3, 4)[1].x;
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  outputs[2 * i] = inputs[i] + f32(A) + f32(B) + f32(D) + f32(E.z) + F + f32(G);
  outputs[2 * i + 1] = f32(C) + H + f32(K) + L + f32(max(3, 4)) + clamp(7.5, 0, 5);
}
