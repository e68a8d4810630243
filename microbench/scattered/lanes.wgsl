// Words at random, asked for by a few lanes of each warp; or, with LANES 0, lines at random, one for each warp. Four loads
// at once, sixty-four warps on an SM. Whether pages are looked up for each request or for what all warps ask shows in
// requests that meet few pages each.
override LANES: u32 = 32;
override WORDS: u32 = 524288;

struct Values { trips: u32 }
@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}

fn place(seed: u32, lane: u32) -> u32 {
  if (LANES == 0u) {
    return (seed % (WORDS / 32u)) * 32u + lane;
  }
  return seed % WORDS;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let lane = id.x & 31u;
  var seed = select(id.x, id.x >> 5u, LANES == 0u);
  var total = 0u;
  if (LANES == 0u || lane < LANES) {
    for (var t = 0u; t < values.trips; t++) {
      let a = mixed(seed + 4u * t);
      let b = mixed(a);
      let c = mixed(b);
      let d = mixed(c);
      total += zeros[place(a, lane)] + zeros[place(b, lane)] + zeros[place(c, lane)] + zeros[place(d, lane)];
      seed = d;
    }
  }
  sink[id.x] = total;
}
