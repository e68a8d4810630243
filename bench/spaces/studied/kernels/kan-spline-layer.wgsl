// Kolmogorov-Arnold layer, inference: y[b][o] = sum_i phi_{o,i}(x[b][i]) with cubic B-splines on a uniform grid.
// coef is laid out [input][knot][output] so neighbouring lanes read neighbouring outputs.
struct Dims {
  batch: u32,
  n_in: u32,
  n_out: u32,
  knots: u32,
};
@group(0) @binding(0) var<uniform> dims: Dims;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> coef: array<f32>;
@group(0) @binding(3) var<storage, read> skip_w: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

var<workgroup> s_basis: array<vec4f, 128>;
var<workgroup> s_cell: array<u32, 128>;
var<workgroup> s_silu: array<f32, 128>;

fn cubic_basis(t: f32) -> vec4f {
  let u = 1.0 - t;
  let t2 = t * t;
  let t3 = t2 * t;
  return vec4f(u * u * u, 3.0 * t3 - 6.0 * t2 + 4.0, -3.0 * t3 + 3.0 * t2 + 3.0 * t + 1.0, t3) / 6.0;
}

@compute @workgroup_size(32, 4)
fn kan_forward(@builtin(local_invocation_id) l: vec3u, @builtin(workgroup_id) wg: vec3u) {
  let row = wg.y * 4u + l.y;
  let col = wg.x * 128u + l.x;
  let slot = l.y * 32u + l.x;
  var acc: array<f32, 4>;
  for (var i0 = 0u; i0 < dims.n_in; i0 += 32u) {
    // one spline evaluation per (row, input) of this chunk
    let v = x[row * dims.n_in + i0 + l.x];
    let cells = f32(dims.knots - 3u);
    let g = clamp((v * 0.5 + 0.5) * cells, 0.0, cells - 0.001);
    s_cell[slot] = u32(g);
    s_basis[slot] = cubic_basis(fract(g));
    s_silu[slot] = v / (1.0 + exp(-v));
    workgroupBarrier();
    for (var k = 0u; k < 32u; k++) {
      let s = l.y * 32u + k;
      let b = s_basis[s];
      let i = i0 + k;
      let at = (i * dims.knots + s_cell[s]) * dims.n_out + col;
      for (var j = 0u; j < 4u; j++) {
        let p = at + j * 32u;
        let c = vec4f(coef[p], coef[p + dims.n_out], coef[p + 2u * dims.n_out], coef[p + 3u * dims.n_out]);
        acc[j] += dot(b, c) + s_silu[s] * skip_w[i * dims.n_out + col + j * 32u];
      }
    }
    workgroupBarrier();
  }
  for (var j = 0u; j < 4u; j++) {
    y[row * dims.n_out + col + j * 32u] = acc[j];
  }
}
