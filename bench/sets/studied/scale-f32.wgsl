// y += alpha * x in numbers of 32 bits, vectors of four.
struct Factor { alpha: f32 }

@group(0) @binding(0) var<storage, read> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<f32>>;
@group(0) @binding(2) var<uniform> factor: Factor;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < arrayLength(&x)) {
    y[id.x] += factor.alpha * x[id.x];
  }
}
