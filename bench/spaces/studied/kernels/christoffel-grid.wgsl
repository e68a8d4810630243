// Numerical relativity: contracted Christoffel symbols G^i = g^jk G^i_jk of a spatial metric on a grid,
// by centred differences of fourth order. The six planes of h hold g_ij - delta_ij.
struct Grid {
  n: vec3<u32>,
  inv12h: f32,
}

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> h: array<f32>;   // xx xy xz yy yz zz
@group(0) @binding(2) var<storage, read_write> gammaX: array<f32>;
@group(0) @binding(3) var<storage, read_write> gammaY: array<f32>;
@group(0) @binding(4) var<storage, read_write> gammaZ: array<f32>;

fn derivative(at: u32, stride: u32) -> f32 {
  return grid.inv12h * (8.0 * (h[at + stride] - h[at - stride]) - (h[at + 2u * stride] - h[at - 2u * stride]));
}

@compute @workgroup_size(32, 4, 2)
fn christoffel(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id < vec3<u32>(2u)) || any(id + 2u >= grid.n)) {
    return;
  }
  let sy = grid.n.x;
  let sz = grid.n.x * grid.n.y;
  let plane = sz * grid.n.z;
  let xx = id.z * sz + id.y * sy + id.x;
  let xy = xx + plane;
  let xz = xy + plane;
  let yy = xz + plane;
  let yz = yy + plane;
  let zz = yz + plane;

  // The inverse metric.
  let gxx = 1.0 + h[xx];
  let gxy = h[xy];
  let gxz = h[xz];
  let gyy = 1.0 + h[yy];
  let gyz = h[yz];
  let gzz = 1.0 + h[zz];
  let cxx = gyy * gzz - gyz * gyz;
  let cxy = gxz * gyz - gxy * gzz;
  let cxz = gxy * gyz - gxz * gyy;
  let invDet = 1.0 / (gxx * cxx + gxy * cxy + gxz * cxz);
  let uxx = cxx * invDet;
  let uxy = cxy * invDet;
  let uxz = cxz * invDet;
  let uyy = (gxx * gzz - gxz * gxz) * invDet;
  let uyz = (gxy * gxz - gxx * gyz) * invDet;
  let uzz = (gxx * gyy - gxy * gxy) * invDet;

  // All first derivatives of the metric.
  let dxx = vec3<f32>(derivative(xx, 1u), derivative(xx, sy), derivative(xx, sz));
  let dxy = vec3<f32>(derivative(xy, 1u), derivative(xy, sy), derivative(xy, sz));
  let dxz = vec3<f32>(derivative(xz, 1u), derivative(xz, sy), derivative(xz, sz));
  let dyy = vec3<f32>(derivative(yy, 1u), derivative(yy, sy), derivative(yy, sz));
  let dyz = vec3<f32>(derivative(yz, 1u), derivative(yz, sy), derivative(yz, sz));
  let dzz = vec3<f32>(derivative(zz, 1u), derivative(zz, sy), derivative(zz, sz));

  // Symbols of the first kind, G_l,jk = (d_j g_lk + d_k g_lj - d_l g_jk) / 2.
  let lxx = vec3<f32>(0.5 * dxx.x, dxy.x - 0.5 * dxx.y, dxz.x - 0.5 * dxx.z);
  let lyy = vec3<f32>(dxy.y - 0.5 * dyy.x, 0.5 * dyy.y, dyz.y - 0.5 * dyy.z);
  let lzz = vec3<f32>(dxz.z - 0.5 * dzz.x, dyz.z - 0.5 * dzz.y, 0.5 * dzz.z);
  let lxy = 0.5 * vec3<f32>(dxx.y, dyy.x, dxz.y + dyz.x - dxy.z);
  let lxz = 0.5 * vec3<f32>(dxx.z, dxy.z + dyz.x - dxz.y, dzz.x);
  let lyz = 0.5 * vec3<f32>(dxy.z + dxz.y - dyz.x, dyy.z, dzz.y);

  let contracted = uxx * lxx + uyy * lyy + uzz * lzz + 2.0 * (uxy * lxy + uxz * lxz + uyz * lyz);
  gammaX[xx] = uxx * contracted.x + uxy * contracted.y + uxz * contracted.z;
  gammaY[xx] = uxy * contracted.x + uyy * contracted.y + uyz * contracted.z;
  gammaZ[xx] = uxz * contracted.x + uyz * contracted.y + uzz * contracted.z;
}
