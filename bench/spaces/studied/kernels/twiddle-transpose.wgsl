// The middle of a four-step FFT of ROWS * COLUMNS points: multiplies each complex number of the matrix by its twiddle
// factor and transposes the matrix by tiles of workgroup memory.
override ROWS: u32 = 2048;
override COLUMNS: u32 = 2048;
override TILE: u32 = 32;
override LINES: u32 = 8; // of a tile at once

@group(0) @binding(0) var<storage, read> before: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> after: array<vec2<f32>>;

var<workgroup> tile: array<vec2<f32>, TILE * (TILE + 1u)>;

@compute @workgroup_size(TILE, LINES)
fn twiddleTranspose(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
) {
  let column = group.x * TILE + local.x;
  for (var line = local.y; line < TILE; line += LINES) {
    let row = group.y * TILE + line;
    let value = before[row * COLUMNS + column];
    let angle = -6.2831853 * (f32(row * column) / f32(ROWS * COLUMNS));
    let c = cos(angle);
    let s = sin(angle);
    tile[line * (TILE + 1u) + local.x] = vec2<f32>(value.x * c - value.y * s, value.x * s + value.y * c);
  }
  workgroupBarrier();
  let columnAfter = group.y * TILE + local.x;
  for (var line = local.y; line < TILE; line += LINES) {
    after[(group.x * TILE + line) * ROWS + columnAfter] = tile[local.x * (TILE + 1u) + line];
  }
}
