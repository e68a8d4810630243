// Map-making for a spinning microwave telescope: samples of the time stream are weighted and summed
// into the HEALPix pixels (ring order) that the beam of their detector points at.
struct Scan {
  samples: u32,        // per detector
  spin_step: u32,      // turns of the spin per sample, in 2^-32
  precess_step: u32,
  nside: u32,
  spin_angle: f32,     // opening angle between spin axis and boresight
  precess_angle: f32,
}

@group(0) @binding(0) var<uniform> scan: Scan;
@group(0) @binding(1) var<storage, read> tod: array<f32>;
@group(0) @binding(2) var<storage, read> flags: array<u32>;
@group(0) @binding(3) var<storage, read> detector_offset: array<vec2f>;
@group(0) @binding(4) var<storage, read> detector_weight: array<f32>;
@group(0) @binding(5) var<storage, read_write> signal_map: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> weight_map: array<atomic<u32>>;

override WG: u32 = 128;
const TAU = 6.283185307;

fn turns(phase: u32) -> f32 {
  return f32(phase >> 8u) * (TAU / 16777216.0);
}

fn add_signal(pixel: u32, value: f32) {
  var old = atomicLoad(&signal_map[pixel]);
  loop {
    let r = atomicCompareExchangeWeak(&signal_map[pixel], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (r.exchanged) { break; }
    old = r.old_value;
  }
}

fn add_weight(pixel: u32, value: f32) {
  var old = atomicLoad(&weight_map[pixel]);
  loop {
    let r = atomicCompareExchangeWeak(&weight_map[pixel], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (r.exchanged) { break; }
    old = r.old_value;
  }
}

fn vec_to_ring(v: vec3f, nside: u32) -> u32 {
  let n = i32(nside);
  let za = abs(v.z);
  var tt = atan2(v.y, v.x) * (4.0 / TAU);
  if (tt < 0.0) { tt += 4.0; }
  if (za <= 2.0 / 3.0) {
    let t1 = f32(n) * (0.5 + tt);
    let t2 = f32(n) * v.z * 0.75;
    let jp = i32(t1 - t2);
    let jm = i32(t1 + t2);
    let ring = n + 1 + jp - jm;
    let shift = 1 - (ring & 1);
    let ip = ((jp + jm - n + shift + 1) >> 1u) & (4 * n - 1);
    return u32(2 * n * (n - 1) + (ring - 1) * 4 * n + ip);
  }
  let tp = tt - floor(tt);
  let width = f32(n) * sqrt(3.0 * (1.0 - za));
  let jp = i32(tp * width);
  let jm = i32((1.0 - tp) * width);
  let ring = jp + jm + 1;
  let ip = i32(tt * f32(ring)) % (4 * ring);
  if (v.z > 0.0) {
    return u32(2 * ring * (ring - 1) + ip);
  }
  return u32(12 * n * n - 2 * ring * (ring + 1) + ip);
}

@compute @workgroup_size(WG)
fn bin_samples(@builtin(global_invocation_id) id: vec3u) {
  let s = id.x;
  let det = id.y;
  if (s >= scan.samples) { return; }
  let at = det * scan.samples + s;
  if (((flags[at >> 5u] >> (at & 31u)) & 1u) != 0u) { return; }

  let offset = detector_offset[det];
  let spin = turns(s * scan.spin_step) + offset.x;
  let precess = turns(s * scan.precess_step);
  let open = scan.spin_angle + offset.y;
  // boresight about the spin axis, the axis tilted and precessing about the anti-sun direction
  let b = vec3f(sin(open) * cos(spin), sin(open) * sin(spin), cos(open));
  let ct = cos(scan.precess_angle);
  let st = sin(scan.precess_angle);
  let tilted = vec3f(ct * b.x + st * b.z, b.y, ct * b.z - st * b.x);
  let cp = cos(precess);
  let sp = sin(precess);
  let v = vec3f(tilted.z, cp * tilted.x - sp * tilted.y, sp * tilted.x + cp * tilted.y);

  let pixel = min(vec_to_ring(v, scan.nside), 12u * scan.nside * scan.nside - 1u);
  let w = detector_weight[det];
  add_signal(pixel, w * tod[at]);
  add_weight(pixel, w);
}
