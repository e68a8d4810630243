// Rows of an embedding table by token, one number per invocation; every lane looks its token up for itself.
struct Shape { width: u32 }

@group(0) @binding(0) var<storage, read> tokens: array<u32>;
@group(0) @binding(1) var<storage, read> table: array<f32>;
@group(0) @binding(2) var<storage, read_write> output: array<f32>;
@group(0) @binding(3) var<uniform> shape: Shape;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < arrayLength(&output)) {
    output[id.x] = table[tokens[id.x / shape.width] * shape.width + id.x % shape.width];
  }
}
