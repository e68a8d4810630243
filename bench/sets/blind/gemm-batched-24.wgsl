// A batch of products of 24 x 24 matrices, as in spectral elements: one product per workgroup of 8 x 8, nine
// results per invocation, eight apart.
const S = 24u;
const AREA = S * S;
@group(0) @binding(0) var<storage, read> left: array<f32>;
@group(0) @binding(1) var<storage, read> right: array<f32>;
@group(0) @binding(2) var<storage, read_write> product: array<f32>;

var<workgroup> l: array<f32, AREA>;
var<workgroup> r: array<f32, AREA>;

@compute @workgroup_size(8, 8)
fn multiply(@builtin(workgroup_id) wg: vec3<u32>, @builtin(num_workgroups) count: vec3<u32>,
            @builtin(local_invocation_id) p: vec3<u32>, @builtin(local_invocation_index) t: u32) {
  let base = (wg.y * count.x + wg.x) * AREA;
  for (var i = t; i < AREA; i += 64u) {
    l[i] = left[base + i];
    r[i] = right[base + i];
  }
  workgroupBarrier();
  var c: mat3x3<f32>;
  for (var k = 0u; k < S; k++) {
    let a = vec3<f32>(l[p.y * S + k], l[(p.y + 8u) * S + k], l[(p.y + 16u) * S + k]);
    c[0] += a * r[k * S + p.x];
    c[1] += a * r[k * S + p.x + 8u];
    c[2] += a * r[k * S + p.x + 16u];
  }
  for (var j = 0u; j < 3u; j++) {
    for (var i = 0u; i < 3u; i++) {
      product[base + (p.y + 8u * i) * S + p.x + 8u * j] = c[j][i];
    }
  }
}
