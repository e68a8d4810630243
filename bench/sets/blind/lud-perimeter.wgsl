// LU decomposition, perimeter kernel: with the factored pivot block, half of the invocations solve a block of
// the pivot rows (by columns), the other half a block of the pivot columns (by rows).
override N: u32;
override OFFSET: u32;
const B = 16u;
@group(0) @binding(0) var<storage, read_write> m: array<f32>;

var<workgroup> dia: array<f32, B * B>;
var<workgroup> peri_row: array<f32, B * B>;
var<workgroup> peri_col: array<f32, B * B>;

@compute @workgroup_size(32)
fn perimeter(@builtin(workgroup_id) wg: vec3<u32>, @builtin(local_invocation_id) tid: vec3<u32>) {
  let t = tid.x;
  let next = OFFSET + (wg.x + 1u) * B;
  if (t < B) {
    for (var i = 0u; i < B / 2u; i++) { dia[i * B + t] = m[(OFFSET + i) * N + OFFSET + t]; }
    for (var i = 0u; i < B; i++) { peri_row[i * B + t] = m[(OFFSET + i) * N + next + t]; }
  } else {
    let s = t - B;
    for (var i = B / 2u; i < B; i++) { dia[i * B + s] = m[(OFFSET + i) * N + OFFSET + s]; }
    for (var i = 0u; i < B; i++) { peri_col[i * B + s] = m[(next + i) * N + OFFSET + s]; }
  }
  workgroupBarrier();

  if (t < B) {
    for (var i = 1u; i < B; i++) {
      for (var j = 0u; j < i; j++) {
        peri_row[i * B + t] -= dia[i * B + j] * peri_row[j * B + t];
      }
    }
  } else {
    let s = t - B;
    for (var i = 0u; i < B; i++) {
      for (var j = 0u; j < i; j++) {
        peri_col[s * B + i] -= peri_col[s * B + j] * dia[j * B + i];
      }
      peri_col[s * B + i] /= dia[i * B + i];
    }
  }
  workgroupBarrier();

  if (t < B) {
    for (var i = 1u; i < B; i++) { m[(OFFSET + i) * N + next + t] = peri_row[i * B + t]; }
  } else {
    let s = t - B;
    for (var i = 0u; i < B; i++) { m[(next + i) * N + OFFSET + s] = peri_col[i * B + s]; }
  }
}
