// Second derivatives of natural cubic splines through 48 knots, one curve to an invocation, with spacings of
// its own: Thomas' algorithm with its rows in private arrays. Knot k of curve c stands at k * curves + c.
@group(0) @binding(0) var<storage, read> spacing: array<f32>;
@group(0) @binding(1) var<storage, read> heights: array<f32>;
@group(0) @binding(2) var<storage, read_write> curvature: array<f32>;
@group(0) @binding(3) var<uniform> curves: u32;

const KNOTS = 48u;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let c = gid.x;
  if (c >= curves) {
    return;
  }
  var upper: array<f32, KNOTS>;
  var right: array<f32, KNOTS>;
  upper[0] = 0.0;
  right[0] = 0.0;
  var h0 = spacing[c];
  var y0 = heights[c];
  var y1 = heights[curves + c];
  for (var k = 1u; k < KNOTS - 1u; k++) {
    let h1 = spacing[k * curves + c];
    let y2 = heights[(k + 1u) * curves + c];
    let wanted = 6.0 * ((y2 - y1) / h1 - (y1 - y0) / h0);
    let pivot = 1.0 / (2.0 * (h0 + h1) - h0 * upper[k - 1u]);
    upper[k] = h1 * pivot;
    right[k] = (wanted - h0 * right[k - 1u]) * pivot;
    h0 = h1;
    y0 = y1;
    y1 = y2;
  }
  var m = 0.0;
  curvature[(KNOTS - 1u) * curves + c] = m;
  for (var k = KNOTS - 2u; k > 0u; k--) {
    m = right[k] - upper[k] * m;
    curvature[k * curves + c] = m;
  }
  curvature[c] = 0.0;
}
