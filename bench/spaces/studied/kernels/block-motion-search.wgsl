// Motion estimation of a video encoder: for each block of 8 x 8 luma samples of the current frame, the displacement
// within +-RANGE whose block of the previous frame has the smallest sum of absolute differences. A candidate is
// given up as soon as it is worse than the best one. Frames hold four samples per word.
override WIDTH: u32; // in samples, a multiple of 8
override HEIGHT: u32;
const RANGE = 8;

struct Motion { x: i32, y: i32, cost: u32 }

@group(0) @binding(0) var<storage, read> current: array<u32>;
@group(0) @binding(1) var<storage, read> previous: array<u32>;
@group(0) @binding(2) var<storage, read_write> motions: array<Motion>;

fn samples(word: u32) -> vec4<i32> {
  return vec4<i32>((vec4<u32>(word) >> vec4<u32>(0u, 8u, 16u, 24u)) & vec4<u32>(255u));
}

fn differences(p: u32, q: u32) -> u32 {
  let d = abs(samples(p) - samples(q));
  return u32(d.x + d.y + d.z + d.w);
}

/** Four samples from any position on. */
fn previousSamples(at: u32) -> u32 {
  let shift = (at % 4u) * 8u;
  let word = previous[at / 4u];
  if (shift == 0u) {
    return word;
  }
  return (word >> shift) | (previous[at / 4u + 1u] << (32u - shift));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH / 8u || id.y >= HEIGHT / 8u) {
    return;
  }
  let corner = vec2<i32>(id.xy) * 8;
  var block: array<vec2<u32>, 8>;
  for (var row = 0u; row < 8u; row++) {
    let at = ((id.y * 8u + row) * WIDTH + id.x * 8u) / 4u;
    block[row] = vec2<u32>(current[at], current[at + 1u]);
  }
  var best = Motion(0, 0, 0xffffffffu);
  for (var dy = -RANGE; dy <= RANGE; dy++) {
    for (var dx = -RANGE; dx <= RANGE; dx++) {
      let origin = corner + vec2<i32>(dx, dy);
      if (origin.x < 0 || origin.y < 0 || origin.x + 8 > i32(WIDTH) || origin.y + 8 > i32(HEIGHT)) {
        continue;
      }
      var cost = u32(abs(dx) + abs(dy)); // long vectors take more bits
      for (var row = 0u; row < 8u && cost < best.cost; row++) {
        let at = (u32(origin.y) + row) * WIDTH + u32(origin.x);
        cost += differences(block[row].x, previousSamples(at)) + differences(block[row].y, previousSamples(at + 4u));
      }
      if (cost < best.cost) {
        best = Motion(dx, dy, cost);
      }
    }
  }
  motions[id.y * (WIDTH / 8u) + id.x] = best;
}
