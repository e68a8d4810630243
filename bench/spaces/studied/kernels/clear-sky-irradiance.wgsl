// Daily clear-sky insolation (MJ/m^2) for every site and day of a season.
// Simplified Ineichen model; sun position after Spencer (1971).

const PI = 3.14159265;
const DEG = PI / 180.0;
const SOLAR_CONSTANT = 1361.0;

struct Site {
  latitude: f32,   // degrees
  altitude: f32,   // km
  turbidity: f32,  // Linke
  tilt: f32,       // degrees, towards the equator
}

struct Season {
  siteCount: u32,
  dayCount: u32,
  firstDay: u32,
  stepsPerDay: u32,
}

@group(0) @binding(0) var<uniform> season: Season;
@group(0) @binding(1) var<storage, read> sites: array<Site>;
@group(0) @binding(2) var<storage, read_write> insolation: array<f32>;

fn declination(gamma: f32) -> f32 {
  return 0.006918 - 0.399912 * cos(gamma) + 0.070257 * sin(gamma)
    - 0.006758 * cos(2.0 * gamma) + 0.000907 * sin(2.0 * gamma)
    - 0.002697 * cos(3.0 * gamma) + 0.00148 * sin(3.0 * gamma);
}

fn airMass(sinElevation: f32) -> f32 {
  let h = asin(sinElevation) / DEG;
  return 1.0 / (sinElevation + 0.50572 * pow(h + 6.07995, -1.6364));
}

@compute @workgroup_size(32, 8)
fn insolationOfDay(@builtin(global_invocation_id) gid: vec3u) {
  if (gid.x >= season.siteCount || gid.y >= season.dayCount) { return; }
  let site = sites[gid.x];
  let gamma = 2.0 * PI * f32(season.firstDay + gid.y - 1u) / 365.0;
  let decl = declination(gamma);
  let distance = 1.0 + 0.033 * cos(gamma);
  let phi = site.latitude * DEG;
  let a = sin(phi) * sin(decl);
  let b = cos(phi) * cos(decl);
  let phiTilted = phi - site.tilt * DEG;
  let aTilted = sin(phiTilted) * sin(decl);
  let bTilted = cos(phiTilted) * cos(decl);

  let fh1 = exp(-site.altitude / 8.0);
  let fh2 = exp(-site.altitude / 1.25);
  let cg1 = 0.0509 * site.altitude + 0.868;
  let cg2 = 0.0392 * site.altitude + 0.0387;
  let diffuseShare = 0.5 * (1.0 + cos(site.tilt * DEG));
  let i0 = SOLAR_CONSTANT * distance;

  var energy = 0.0;
  let dt = 24.0 / f32(season.stepsPerDay);
  for (var step = 0u; step < season.stepsPerDay; step++) {
    let omega = (f32(step) + 0.5) * dt * 15.0 * DEG - PI;
    let cosOmega = cos(omega);
    let sinEl = a + b * cosOmega;
    if (sinEl > 0.01) {
      let am = airMass(min(sinEl, 1.0));
      let ghi = cg1 * i0 * sinEl * exp(-cg2 * am * (fh1 + fh2 * (site.turbidity - 1.0)));
      let dni = min((0.664 + 0.163 / fh1) * i0 * exp(-0.09 * am * (site.turbidity - 1.0)), ghi / sinEl);
      let dhi = max(ghi - dni * sinEl, 0.0);
      let incidence = max(aTilted + bTilted * cosOmega, 0.0);
      energy += dni * incidence + dhi * diffuseShare + 0.2 * ghi * (1.0 - diffuseShare);
    }
  }
  insolation[gid.y * season.siteCount + gid.x] = energy * dt * 0.0036;
}
