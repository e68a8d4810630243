@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  var grid: array<array<u32, 4>, 3>;
  for (var r = 0u; r < 3u; r++) {
    for (var c = 0u; c < 4u; c++) {
      grid[r][c] = inputs[i] * (r + 1u) + c;
    }
  }
  let row = grid[i % 3u];
  grid[(i + 1u) % 3u] = row;
  grid[0][i % 4u] += 5u;
  outputs[2 * i] = grid[0][1] + grid[1][2] * 3u + grid[2][3] * 7u;
  outputs[2 * i + 1] = row[(i * 3u) % 4u];
}
