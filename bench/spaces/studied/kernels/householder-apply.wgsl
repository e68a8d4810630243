// Applies a Householder reflection from the left: A <- A - tau * v * (v^T A), row-major, rows from `first` on.

struct Reflector {
  rows: u32,
  columns: u32,
  first: u32,
  tau: f32,
}

const CX = 32u;
const RY = 8u;

@group(0) @binding(0) var<uniform> h: Reflector;
@group(0) @binding(1) var<storage, read> v: array<f32>;
@group(0) @binding(2) var<storage, read_write> a: array<f32>;

var<workgroup> partial: array<f32, CX * RY>;

@compute @workgroup_size(CX, RY)
fn reflect_columns(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_id) lid: vec3u) {
  let column = wg.x * CX + lid.x;
  let valid = column < h.columns;
  var dot_v = 0.0;
  if (valid) {
    for (var r = h.first + lid.y; r < h.rows; r += RY) {
      dot_v += v[r] * a[r * h.columns + column];
    }
  }
  partial[lid.y * CX + lid.x] = dot_v;
  workgroupBarrier();
  for (var s = RY / 2u; s > 0u; s /= 2u) {
    if (lid.y < s) {
      partial[lid.y * CX + lid.x] += partial[(lid.y + s) * CX + lid.x];
    }
    workgroupBarrier();
  }
  let factor = h.tau * partial[lid.x];
  if (valid) {
    for (var r = h.first + lid.y; r < h.rows; r += RY) {
      a[r * h.columns + column] -= factor * v[r];
    }
  }
}
