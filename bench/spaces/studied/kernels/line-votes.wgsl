// Straight lines in an edge image: every pixel above the threshold votes for all lines through it.
// Angles are steps of a half turn; sines in fixed point, so that votes are exact.

const ANGLES = 120u;
const ONE = 16384; // 1.0

struct Vote {
  width: u32,
  height: u32,
  bins: u32,
  threshold: f32,
}

@group(0) @binding(0) var<uniform> vote: Vote;
@group(0) @binding(1) var<storage, read> gradient: array<f32>;
@group(0) @binding(2) var<storage, read> direction: array<vec2i>; // cosine, sine
@group(0) @binding(3) var<storage, read_write> accumulator: array<atomic<u32>>;

@compute @workgroup_size(16, 16)
fn castVotes(@builtin(global_invocation_id) p: vec3u) {
  if (p.x >= vote.width || p.y >= vote.height) { return; }
  if (gradient[p.y * vote.width + p.x] < vote.threshold) { return; }

  let centred = vec2i(p.xy) - vec2i(i32(vote.width), i32(vote.height)) / 2;
  for (var t = 0u; t < ANGLES; t++) {
    let along = dot(centred, direction[t]);
    let rho = along / (2 * ONE) + i32(vote.bins / 2u);
    if (rho >= 0 && rho < i32(vote.bins)) {
      atomicAdd(&accumulator[t * vote.bins + u32(rho)], 1u);
    }
  }
}
