// Regional output from a global weather model: a grid with a rotated pole is filled from a regular latitude-longitude
// grid. Bilinear on the sphere's grid, and in the vertical from hybrid sigma-pressure levels to pressure levels,
// linear in the logarithm of pressure. Below the ground the lowest level counts.
struct Setup {
  dstWidth: u32,
  dstHeight: u32,
  targets: u32,
  srcWidth: u32,
  srcHeight: u32,
  levels: u32,
  poleLat: f32,       // radians
  poleLon: f32,
  west: f32,          // corner and spacing of the rotated grid
  south: f32,
  spacing: f32,
}

@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> field: array<f32>;                // [level][lat][lon], top level first
@group(0) @binding(2) var<storage, read> surfacePressure: array<f32>;      // Pa
@group(0) @binding(3) var<storage, read> hybrid: array<vec2<f32>>;         // p = x + y * ps
@group(0) @binding(4) var<storage, read> targetPressure: array<f32>;
@group(0) @binding(5) var<storage, read_write> regional: array<f32>;

const TAU = 6.283185307;
const PI = 3.141592654;

@compute @workgroup_size(16, 8)
fn regrid(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= setup.dstWidth || id.y >= setup.dstHeight) {
    return;
  }
  let rlon = setup.west + f32(id.x) * setup.spacing;
  let rlat = setup.south + f32(id.y) * setup.spacing;

  // To geographical coordinates
  let sinPole = sin(setup.poleLat);
  let cosPole = cos(setup.poleLat);
  let sinLat = clamp(sinPole * sin(rlat) + cosPole * cos(rlat) * cos(rlon), -1.0, 1.0);
  let lat = asin(sinLat);
  let turn = atan2(cos(rlat) * sin(rlon), sinPole * cos(rlat) * cos(rlon) - cosPole * sin(rlat));
  var lon = setup.poleLon + PI + turn;
  lon -= TAU * floor(lon / TAU);

  // The four corners and their weights
  let x = lon / TAU * f32(setup.srcWidth);
  let y = clamp((0.5 - lat / PI) * f32(setup.srcHeight - 1u), 0.0, f32(setup.srcHeight - 1u));
  let x0 = u32(x) % setup.srcWidth;
  let x1 = (x0 + 1u) % setup.srcWidth;
  let y0 = min(u32(y), setup.srcHeight - 2u);
  let fx = x - floor(x);
  let fy = y - f32(y0);
  let corners = vec4<u32>(
    y0 * setup.srcWidth + x0,
    y0 * setup.srcWidth + x1,
    (y0 + 1u) * setup.srcWidth + x0,
    (y0 + 1u) * setup.srcWidth + x1,
  );
  let weights = vec4<f32>((1.0 - fx) * (1.0 - fy), fx * (1.0 - fy), (1.0 - fx) * fy, fx * fy);
  let ps = dot(weights, vec4<f32>(
    surfacePressure[corners.x], surfacePressure[corners.y], surfacePressure[corners.z], surfacePressure[corners.w],
  ));

  let plane = setup.srcWidth * setup.srcHeight;
  for (var t = 0u; t < setup.targets; t++) {
    let p = targetPressure[t];
    var above = 0u;
    var below = setup.levels - 1u;
    while (below - above > 1u) {
      let middle = (above + below) >> 1u;
      let h = hybrid[middle];
      if (h.x + h.y * ps <= p) {
        above = middle;
      } else {
        below = middle;
      }
    }
    let ha = hybrid[above];
    let hb = hybrid[below];
    let pa = ha.x + ha.y * ps;
    let pb = hb.x + hb.y * ps;
    let f = saturate(log(p / pa) / log(pb / pa));

    let a = corners + above * plane;
    let b = corners + below * plane;
    let upper = dot(weights, vec4<f32>(field[a.x], field[a.y], field[a.z], field[a.w]));
    let lower = dot(weights, vec4<f32>(field[b.x], field[b.y], field[b.z], field[b.w]));
    regional[(t * setup.dstHeight + id.y) * setup.dstWidth + id.x] = mix(upper, lower, f);
  }
}
