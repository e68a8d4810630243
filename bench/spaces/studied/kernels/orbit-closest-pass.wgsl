// For each satellite: its lowest distance to a ground station over some epochs, and the mean of its
// radius. The eccentric anomaly is found along tangents.

const TAU = 6.283185307;
const EARTH_GM = 398600.44; // km^3 / s^2

struct Scene {
  station: vec3f,
  epochStep: f32,
  satellites: u32,
  epochs: u32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> semiMajor: array<f32>;
@group(0) @binding(2) var<storage, read> eccentricity: array<f32>;
@group(0) @binding(3) var<storage, read> inclination: array<f32>;
@group(0) @binding(4) var<storage, read> ascendingNode: array<f32>;
@group(0) @binding(5) var<storage, read> perigee: array<f32>;
@group(0) @binding(6) var<storage, read> meanAnomaly: array<f32>;
@group(0) @binding(7) var<storage, read_write> result: array<vec2f>;

fn eccentricAnomaly(m: f32, e: f32) -> f32 {
  var big = m + e * sin(m);
  for (var i = 0; i < 5; i++) {
    big -= (big - e * sin(big) - m) / (1.0 - e * cos(big));
  }
  return big;
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  let s = gid.x;
  if (s >= scene.satellites) { return; }
  let a = semiMajor[s];
  let e = eccentricity[s];
  let m0 = meanAnomaly[s];
  let motion = sqrt(EARTH_GM / (a * a * a));

  let node = vec2f(cos(ascendingNode[s]), sin(ascendingNode[s]));
  let peri = vec2f(cos(perigee[s]), sin(perigee[s]));
  let tilt = vec2f(cos(inclination[s]), sin(inclination[s]));
  // axes of the orbital plane
  let p = vec3f(node.x * peri.x - node.y * peri.y * tilt.x,
                node.y * peri.x + node.x * peri.y * tilt.x,
                peri.y * tilt.y);
  let q = vec3f(-node.x * peri.y - node.y * peri.x * tilt.x,
                -node.y * peri.y + node.x * peri.x * tilt.x,
                peri.x * tilt.y);
  let b = a * sqrt(1.0 - e * e);

  var closest = 1e9;
  var radiusSum = 0.0;
  for (var k = 0u; k < scene.epochs; k++) {
    let turns = (m0 + motion * scene.epochStep * f32(k)) / TAU;
    let anomaly = eccentricAnomaly(TAU * fract(turns), e);
    let c = cos(anomaly);
    let place = p * (a * (c - e)) + q * (b * sin(anomaly));
    closest = min(closest, distance(place, scene.station));
    radiusSum += a * (1.0 - e * c);
  }
  result[s] = vec2f(closest, radiusSum / f32(scene.epochs));
}
