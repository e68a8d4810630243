// SART back projection, ray driven: each ray of a parallel beam smears its residual over the
// pixels that it crosses. Pixels are f32 kept as bits; sums by compare and exchange.
override ANGLES: u32 = 96;
override DETECTORS: u32 = 256;
override SIDE: u32 = 512;

@group(0) @binding(0) var<storage, read> residual: array<f32>;
@group(0) @binding(1) var<storage, read_write> image: array<atomic<u32>>;

fn add_f32(index: u32, amount: f32) {
  var old = atomicLoad(&image[index]);
  loop {
    let want = bitcast<u32>(bitcast<f32>(old) + amount);
    let got = atomicCompareExchangeWeak(&image[index], old, want);
    if got.exchanged { break; }
    old = got.old_value;
  }
}

// Where the line o + t d enters and leaves the square [-h, h]^2.
fn clip(o: vec2f, d: vec2f, h: f32) -> vec2f {
  let safe = select(d, vec2f(1e-6), abs(d) < vec2f(1e-6));
  let t0 = (vec2f(-h) - o) / safe;
  let t1 = (vec2f(h) - o) / safe;
  let lo = min(t0, t1);
  let hi = max(t0, t1);
  return vec2f(max(lo.x, lo.y), min(hi.x, hi.y));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let ray = id.x;
  if ray >= ANGLES * DETECTORS { return; }
  let angle = f32(ray / DETECTORS) * 3.14159265 / f32(ANGLES);
  let offset = (f32(ray % DETECTORS) + 0.5 - 0.5 * f32(DETECTORS)) * 1.3 * f32(SIDE) / f32(DETECTORS);
  let d = vec2f(cos(angle), sin(angle));
  let o = vec2f(-d.y, d.x) * offset;
  let half_side = 0.5 * f32(SIDE);
  let span = clip(o, d, half_side - 0.01);
  if span.x >= span.y { return; }
  let per_step = residual[ray] / (span.y - span.x);

  var t = span.x + 0.5;
  while t < span.y {
    let p = o + d * t + half_side;
    let cell = vec2u(clamp(p, vec2f(0.0), vec2f(2.0 * half_side - 1.0)));
    add_f32(cell.y * SIDE + cell.x, per_step);
    t += 1.0;
  }
}
