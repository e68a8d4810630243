// Assigns every delivery address to its nearest depot (great circle, haversine) and then computes the
// ellipsoidal distance to that depot with Vincenty's inverse formula on WGS84.

struct Config {
  addressCount: u32,
  depotCount: u32,
  maxIterations: u32,
  tolerance: f32,
}

struct Assignment {
  depot: u32,
  metres: f32,
}

@group(0) @binding(0) var<uniform> config: Config;
@group(0) @binding(1) var<storage, read> addressLat: array<f32>;
@group(0) @binding(2) var<storage, read> addressLon: array<f32>;
@group(0) @binding(3) var<storage, read> depotLat: array<f32>;
@group(0) @binding(4) var<storage, read> depotLon: array<f32>;
@group(0) @binding(5) var<storage, read_write> assignments: array<Assignment>;

const A = 6378137.0;
const F = 1.0 / 298.257223563;
const B = A * (1.0 - F);

fn haversine(lat1: f32, lon1: f32, lat2: f32, lon2: f32) -> f32 {
  let sLat = sin((lat2 - lat1) * 0.5);
  let sLon = sin((lon2 - lon1) * 0.5);
  return sLat * sLat + cos(lat1) * cos(lat2) * sLon * sLon;
}

fn vincenty(lat1: f32, lon1: f32, lat2: f32, lon2: f32) -> f32 {
  let u1 = atan((1.0 - F) * tan(lat1));
  let u2 = atan((1.0 - F) * tan(lat2));
  let sinU1 = sin(u1);
  let cosU1 = cos(u1);
  let sinU2 = sin(u2);
  let cosU2 = cos(u2);
  let l = lon2 - lon1;
  var lambda = l;
  var sinSigma = 0.0;
  var cosSigma = 1.0;
  var sigma = 0.0;
  var cosSqAlpha = 1.0;
  var cos2SigmaM = 0.0;
  for (var i = 0u; i < config.maxIterations; i++) {
    let sinLambda = sin(lambda);
    let cosLambda = cos(lambda);
    let p = cosU2 * sinLambda;
    let q = cosU1 * sinU2 - sinU1 * cosU2 * cosLambda;
    sinSigma = sqrt(p * p + q * q);
    if (sinSigma < 1e-9) {
      return 0.0;
    }
    cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * cosLambda;
    sigma = atan2(sinSigma, cosSigma);
    let sinAlpha = cosU1 * cosU2 * sinLambda / sinSigma;
    cosSqAlpha = 1.0 - sinAlpha * sinAlpha;
    cos2SigmaM = 0.0;
    if (cosSqAlpha > 1e-7) {
      cos2SigmaM = cosSigma - 2.0 * sinU1 * sinU2 / cosSqAlpha;
    }
    let c = F / 16.0 * cosSqAlpha * (4.0 + F * (4.0 - 3.0 * cosSqAlpha));
    let previous = lambda;
    lambda = l + (1.0 - c) * F * sinAlpha *
      (sigma + c * sinSigma * (cos2SigmaM + c * cosSigma * (2.0 * cos2SigmaM * cos2SigmaM - 1.0)));
    if (abs(lambda - previous) < config.tolerance) {
      break;
    }
  }
  let uSq = cosSqAlpha * ((A * A - B * B) / (B * B));
  let bigA = 1.0 + uSq / 16384.0 * (4096.0 + uSq * (-768.0 + uSq * (320.0 - 175.0 * uSq)));
  let bigB = uSq / 1024.0 * (256.0 + uSq * (-128.0 + uSq * (74.0 - 47.0 * uSq)));
  let m2 = cos2SigmaM * cos2SigmaM;
  let delta = bigB * sinSigma * (cos2SigmaM + bigB / 4.0 * (cosSigma * (2.0 * m2 - 1.0) -
    bigB / 6.0 * cos2SigmaM * (4.0 * sinSigma * sinSigma - 3.0) * (4.0 * m2 - 3.0)));
  return B * bigA * (sigma - delta);
}

@compute @workgroup_size(128)
fn assignDepots(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= config.addressCount) {
    return;
  }
  let lat = addressLat[i];
  let lon = addressLon[i];
  var best = 0u;
  var bestH = 4.0;
  for (var d = 0u; d < config.depotCount; d++) {
    let h = haversine(lat, lon, depotLat[d], depotLon[d]);
    if (h < bestH) {
      bestH = h;
      best = d;
    }
  }
  assignments[i].depot = best;
  assignments[i].metres = vincenty(lat, lon, depotLat[best], depotLon[best]);
}
