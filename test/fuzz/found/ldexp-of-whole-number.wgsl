// A whole number beside an exponent of type i32 was taken for an i32.
@group(0) @binding(0) var<storage, read_write> outputs: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  outputs[id.x] = ldexp(64, i32(id.x));
}
