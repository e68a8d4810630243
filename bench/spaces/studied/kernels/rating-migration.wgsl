// Credit portfolio: each obligor's rating moves from quarter to quarter by a transition matrix until it defaults or
// its bond matures. Sums the discounted spread that it pays and notes when it fails.
// The matrix is in a uniform buffer, hence in vectors of four: rows are cumulative probabilities from AAA to default.

const RATINGS = 8u;
const DEFAULTED = 7u;

struct Market {
  cumulative: array<vec4<f32>, 16>,  // [rating][8]
  spread: array<vec4<f32>, 2>,       // a year's, by rating
  obligors: u32,
  discount: f32,                     // of a quarter
  recovery: f32,
  seed: u32,
}

@group(0) @binding(0) var<uniform> market: Market;
@group(0) @binding(1) var<storage, read> initial: array<u32>;
@group(0) @binding(2) var<storage, read> maturity: array<u32>;   // quarters
@group(0) @binding(3) var<storage, read> exposure: array<f32>;
@group(0) @binding(4) var<storage, read_write> value: array<f32>;
@group(0) @binding(5) var<storage, read_write> outcome: array<u32>;  // quarters lived | last rating << 16

fn next_random(state: ptr<function, u32>) -> f32 {
  let old = *state;
  *state = old * 747796405u + 2891336453u;
  let word = ((old >> ((old >> 28u) + 4u)) ^ old) * 277803737u;
  return f32(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

fn cumulative(rating: u32, to: u32) -> f32 {
  return market.cumulative[rating * 2u + (to >> 2u)][to & 3u];
}

@compute @workgroup_size(128)
fn migrate(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let obligor = id.y * groups.x * 128u + id.x;
  if (obligor >= market.obligors) {
    return;
  }
  var random = (obligor * 2654435769u) ^ market.seed;
  var rating = min(initial[obligor], DEFAULTED);
  let quarters = maturity[obligor] + 1u;
  let notional = exposure[obligor];

  var discount = 1.0;
  var paid = 0.0;
  var quarter = 0u;
  while (quarter < quarters && rating != DEFAULTED) {
    let x = next_random(&random);
    var to = 0u;
    while (to < DEFAULTED && x >= cumulative(rating, to)) {
      to++;
    }
    rating = to;
    discount *= market.discount;
    paid += discount * 0.25 * market.spread[rating >> 2u][rating & 3u];
    quarter++;
  }
  if (rating == DEFAULTED) {
    paid -= discount * (1.0 - market.recovery);
  }
  value[obligor] = notional * paid;
  outcome[obligor] = quarter | (rating << 16u);
}
