// Sums of columns with few warps: two sums per invocation.
@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read_write> sums: array<f32>;

override ROWS: u32;
override COLUMNS: u32;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var even = 0.0;
  var odd = 0.0;
  for (var row = 0u; row < ROWS; row += 2u) {
    even += numbers[row * COLUMNS + id.x];
    odd += numbers[(row + 1u) * COLUMNS + id.x];
  }
  sums[id.x] = even + odd;
}
