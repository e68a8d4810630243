// y += alpha * x in numbers of 16 bits, vectors of four.
enable f16;

struct Factor { alpha: f32 }

@group(0) @binding(0) var<storage, read> x: array<vec4<f16>>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4<f16>>;
@group(0) @binding(2) var<uniform> factor: Factor;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < arrayLength(&x)) {
    y[id.x] += f16(factor.alpha) * x[id.x];
  }
}
