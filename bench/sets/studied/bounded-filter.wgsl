// A filter of 33 taps with zeros beyond the ends of the signal. OUTSIDE = 1 asks once per invocation whether all
// taps are inside, else every tap asks for itself.
@group(0) @binding(0) var<storage, read> signal: array<f32>;
@group(0) @binding(1) var<storage, read_write> filtered: array<f32>;

override N: i32;
override OUTSIDE: bool;
const RADIUS = 16;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let centre = i32(id.x);
  var sum = 0.0;
  if (OUTSIDE && centre >= RADIUS && centre < N - RADIUS) {
    for (var k = -RADIUS; k <= RADIUS; k++) {
      sum += signal[centre + k] * (17.0 - abs(f32(k)));
    }
  } else {
    for (var k = -RADIUS; k <= RADIUS; k++) {
      let place = centre + k;
      if (place >= 0 && place < N) {
        sum += signal[place] * (17.0 - abs(f32(k)));
      }
    }
  }
  filtered[id.x] = sum;
}
