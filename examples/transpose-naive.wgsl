// Transposes a square matrix: reads along rows, writes along columns, so every lane writes its own sector.
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;

override N: u32 = 1024;

@compute @workgroup_size(16, 16)
fn transpose(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < N && id.y < N) {
    output[id.x * N + id.y] = input[id.y * N + id.x];
  }
}
