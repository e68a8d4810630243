// Line-by-line absorption of a gas: at each wavenumber the lines within a cutoff are found by bisection of their
// sorted places, and their Voigt profiles are summed (the complex probability function of Humlicek, four regions).
struct Line { strength: f32, width: f32, lower: f32, shift: f32 }
struct Layer { points: u32, step: u32, cutoff: u32, doppler: f32, pressure: f32, column: f32, warmth: f32, pad: f32 }

@group(0) @binding(0) var<storage, read> places: array<u32>; // in ticks of the wavenumber, ascending
@group(0) @binding(1) var<storage, read> lines: array<Line>;
@group(0) @binding(2) var<storage, read_write> transmission: array<f32>;
@group(0) @binding(3) var<uniform> layer: Layer;

fn times(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn ratio(a: vec2<f32>, b: vec2<f32>) -> f32 { // real part of a / b
  return dot(a, b) / dot(b, b);
}

fn step1(factor: vec2<f32>, inner: vec2<f32>, constant: f32) -> vec2<f32> {
  return vec2<f32>(constant, 0.0) + times(factor, inner);
}

fn voigt(x: f32, y: f32) -> f32 {
  let t = vec2<f32>(y, -x);
  let u = times(t, t);
  let s = abs(x) + y;
  if (s >= 15.0) {
    return ratio(0.5641896 * t, vec2<f32>(0.5, 0.0) + u);
  }
  if (s >= 5.5) {
    let above = times(t, vec2<f32>(1.410474, 0.0) + 0.5641896 * u);
    return ratio(above, step1(u, vec2<f32>(3.0, 0.0) + u, 0.75));
  }
  if (y >= 0.195 * abs(x) - 0.176) {
    var a = vec2<f32>(3.778987, 0.0) + 0.5642236 * t;
    a = step1(t, a, 11.96482);
    a = step1(t, a, 20.20933);
    a = step1(t, a, 16.4955);
    var b = vec2<f32>(6.699398, 0.0) + t;
    b = step1(t, b, 21.69274);
    b = step1(t, b, 39.27121);
    b = step1(t, b, 38.82363);
    b = step1(t, b, 16.4955);
    return ratio(a, b);
  }
  let v = -u;
  var a = vec2<f32>(1.320522, 0.0) + 0.56419 * v;
  a = step1(v, a, 35.76683);
  a = step1(v, a, 219.0313);
  a = step1(v, a, 1540.787);
  a = step1(v, a, 3321.9905);
  a = times(t, step1(v, a, 36183.31));
  var b = vec2<f32>(1.841439, 0.0) + v;
  b = step1(v, b, 61.57037);
  b = step1(v, b, 364.2191);
  b = step1(v, b, 2186.181);
  b = step1(v, b, 9022.228);
  b = step1(v, b, 24322.84);
  b = step1(v, b, 32066.6);
  return exp(u.x) * cos(u.y) - ratio(a, b);
}

fn lowerBound(tick: u32) -> u32 {
  var low = 0u;
  var high = arrayLength(&lines);
  while (low < high) {
    let middle = (low + high) / 2u;
    if (places[middle] < tick) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(64)
fn absorption(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= layer.points) {
    return;
  }
  let tick = id.x * layer.step;
  let first = lowerBound(select(tick - layer.cutoff, 0u, tick < layer.cutoff));
  var depth = 0.0;
  for (var l = first; l < arrayLength(&lines); l++) {
    if (places[l] > tick + layer.cutoff) {
      break;
    }
    let line = lines[l];
    let x = (f32(i32(places[l]) - i32(tick)) + line.shift * layer.pressure) / layer.doppler;
    let y = line.width * layer.pressure / layer.doppler;
    depth += line.strength * exp(-line.lower * layer.warmth) * voigt(x, y);
  }
  transmission[id.x] = exp(-layer.column * depth * 0.5641896 / layer.doppler);
}
