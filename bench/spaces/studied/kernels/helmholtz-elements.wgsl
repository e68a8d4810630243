// A Helmholtz operator on hexahedral spectral elements of 8 x 8 x 8 points with axis-aligned metrics:
// w = (Dx' gx Dx + Dy' gy Dy + Dz' gz Dz + mass) u, by sum factorisation. One element to a workgroup of 8 x 8,
// which goes through the layers of z; each invocation holds a column of the element in a private array.
@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read> gx: array<f32>;
@group(0) @binding(2) var<storage, read> gy: array<f32>;
@group(0) @binding(3) var<storage, read> gz: array<f32>;
@group(0) @binding(4) var<storage, read> mass: array<f32>;
@group(0) @binding(5) var<storage, read> derivative: array<f32>;   // 8 x 8, row by row
@group(0) @binding(6) var<storage, read_write> w: array<f32>;

const Q = 8u;

var<workgroup> d: array<f32, Q * Q>;
var<workgroup> layer: array<f32, Q * Q>;
var<workgroup> fluxX: array<f32, Q * Q>;
var<workgroup> fluxY: array<f32, Q * Q>;

@compute @workgroup_size(8, 8)
fn main(
  @builtin(local_invocation_id) lid: vec3<u32>,
  @builtin(local_invocation_index) index: u32,
  @builtin(workgroup_id) group: vec3<u32>,
) {
  let i = lid.x;
  let j = lid.y;
  let base = group.x * Q * Q * Q + index;
  var column: array<f32, Q>;
  var result: array<f32, Q>;
  d[index] = derivative[index];
  for (var k = 0u; k < Q; k++) {
    column[k] = u[base + k * Q * Q];
    result[k] = 0.0;
  }
  workgroupBarrier();

  for (var k = 0u; k < Q; k++) {
    let at = base + k * Q * Q;
    layer[index] = column[k];
    workgroupBarrier();
    var dx = 0.0;
    var dy = 0.0;
    var dz = 0.0;
    for (var m = 0u; m < Q; m++) {
      dx += d[i * Q + m] * layer[j * Q + m];
      dy += d[j * Q + m] * layer[m * Q + i];
      dz += d[k * Q + m] * column[m];
    }
    fluxX[index] = gx[at] * dx;
    fluxY[index] = gy[at] * dy;
    let fluxZ = gz[at] * dz;
    workgroupBarrier();
    var sum = mass[at] * column[k];
    for (var m = 0u; m < Q; m++) {
      sum += d[m * Q + i] * fluxX[j * Q + m];
      sum += d[m * Q + j] * fluxY[m * Q + i];
      result[m] += d[k * Q + m] * fluxZ;
    }
    result[k] += sum;
  }

  for (var k = 0u; k < Q; k++) {
    w[base + k * Q * Q] = result[k];
  }
}
