// Lomb-Scargle periodograms of unevenly observed stars, one star per row of workgroups.

struct Settings {
  samples: u32,
  frequencies: u32,
  first: f32,
  step: f32,
}

const B = 128u;

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> observations: array<vec2f>;   // time, value less the mean
@group(0) @binding(2) var<storage, read_write> power: array<f32>;

var<workgroup> chunk: array<vec2f, B>;

@compute @workgroup_size(B)
fn periodogram(@builtin(global_invocation_id) gid: vec3u,
               @builtin(workgroup_id) wg: vec3u,
               @builtin(local_invocation_index) t: u32) {
  let star = wg.y * settings.samples;
  let frequency = settings.first + settings.step * f32(gid.x);
  var ys = 0.0;
  var yc = 0.0;
  var s2 = 0.0;
  var c2 = 0.0;
  for (var start = 0u; start < settings.samples; start += B) {
    if (start + t < settings.samples) {
      chunk[t] = observations[star + start + t];
    }
    workgroupBarrier();
    let count = min(B, settings.samples - start);
    for (var k = 0u; k < count; k++) {
      let cycles = frequency * chunk[k].x;
      let phase = 6.2831853 * fract(cycles);
      let s = sin(phase);
      let c = cos(phase);
      ys += chunk[k].y * s;
      yc += chunk[k].y * c;
      s2 += 2.0 * s * c;
      c2 += c * c - s * s;
    }
    workgroupBarrier();
  }
  if (gid.x >= settings.frequencies) {
    return;
  }
  let tau = 0.5 * atan2(s2, c2);
  let ct = cos(tau);
  let st = sin(tau);
  let cross = yc * ct + ys * st;
  let quad = ys * ct - yc * st;
  let swing = 0.5 * (c2 * cos(2.0 * tau) + s2 * sin(2.0 * tau));
  let cc = 0.5 * f32(settings.samples) + swing;
  let ss = 0.5 * f32(settings.samples) - swing;
  power[wg.y * settings.frequencies + gid.x] = 0.5 * (cross * cross / cc + quad * quad / ss);
}
