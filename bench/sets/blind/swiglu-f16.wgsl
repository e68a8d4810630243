// SwiGLU of a transformer's feed-forward layer in half precision: gate and up projection lie in one row, the
// sigmoid is computed in single precision.
enable f16;
struct Shape { tokens: u32, hidden4: u32 }
@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> gate_up: array<vec4<f16>>;
@group(0) @binding(2) var<storage, read_write> activated: array<vec4<f16>>;

@compute @workgroup_size(128)
fn swiglu(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= shape.hidden4) { return; }
  let row = gid.y * 2u * shape.hidden4;
  let gate = vec4<f32>(gate_up[row + gid.x]);
  let up = gate_up[row + shape.hidden4 + gid.x];
  let silu = gate / (1.0 + exp(-gate));
  activated[gid.y * shape.hidden4 + gid.x] = vec4<f16>(silu) * up;
}
