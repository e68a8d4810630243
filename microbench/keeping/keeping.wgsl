// Lines that L1 and L2 keep: eight warps of each SM load from a set of lines, one after the other, each when the one
// before has come, at random or in a circle. How long that takes tells how many of them were there.
override LINES: u32 = 1024;
override APART: u32 = 32; // words from one line to the next
override WORDS: u32 = 32; // of a line that are loaded: all, or a sector's eight

struct Values { trips: u32 }
@group(0) @binding(0) var<storage, read> zeros: array<u32>;
@group(0) @binding(1) var<uniform> values: Values;
@group(0) @binding(2) var<storage, read_write> sink: array<u32>;

fn mixed(x: u32) -> u32 {
  let a = (x ^ (x >> 16u)) * 0x7feb352du;
  let b = (a ^ (a >> 15u)) * 0x846ca68bu;
  return b ^ (b >> 16u);
}

@compute @workgroup_size(256)
fn random(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x >> 5u;
  for (var t = 0u; t < values.trips; t++) {
    seed = mixed(seed + t);
    let line = seed % LINES;
    seed += zeros[line * APART + (id.x & (WORDS - 1u))];
  }
  sink[id.x] = seed;
}

@compute @workgroup_size(256)
fn circle(@builtin(global_invocation_id) id: vec3<u32>) {
  var line = ((id.x & 255u) >> 5u) * (LINES / 8u);
  for (var t = 0u; t < values.trips; t++) {
    line += 1u + zeros[line * APART + (id.x & (WORDS - 1u))];
    if (line >= LINES) {
      line -= LINES;
    }
  }
  sink[id.x] = line;
}

// The same circle beside workgroup memory, which takes its room from L1.
override ROOM: u32 = 256; // words
var<workgroup> room: array<u32, ROOM>;

@compute @workgroup_size(256)
fn beside(@builtin(global_invocation_id) id: vec3<u32>) {
  let own = id.x & 255u;
  room[(own * 37u) % ROOM] = own;
  workgroupBarrier();
  var line = (own >> 5u) * (LINES / 8u);
  for (var t = 0u; t < values.trips; t++) {
    line += 1u + zeros[line * APART + (id.x & (WORDS - 1u))];
    if (line >= LINES) {
      line -= LINES;
    }
  }
  sink[id.x] = line + room[(own * 53u) % ROOM];
}

/** Words at random, of all warps that an SM holds, four at once. */
@compute @workgroup_size(256)
fn words(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  var sum = 0u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < 4u; i++) {
      seed = mixed(seed + t);
      sum += zeros[seed % (LINES * 32u)];
    }
  }
  sink[id.x] = sum;
}

/** Three neighbours at random, as the components of a colour, twice at once. */
@compute @workgroup_size(256)
fn threes(@builtin(global_invocation_id) id: vec3<u32>) {
  var seed = id.x;
  var sum = 0u;
  for (var t = 0u; t < values.trips; t++) {
    for (var i = 0u; i < 2u; i++) {
      seed = mixed(seed + t);
      let first = 3u * (seed % (LINES * 32u / 3u));
      sum += zeros[first] + zeros[first + 1u] + zeros[first + 2u];
    }
  }
  sink[id.x] = sum;
}
