// Graph colouring after Jones and Plassmann, one round: an uncoloured vertex whose priority beats that of all its
// uncoloured neighbours takes the smallest colour that none of its neighbours has. Colour 0 means none yet.
struct Params {
  vertices: u32,
  round: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> rowStart: array<u32>;
@group(0) @binding(2) var<storage, read> neighbours: array<u32>;
@group(0) @binding(3) var<storage, read> colours: array<u32>;
@group(0) @binding(4) var<storage, read_write> next: array<u32>;

fn priority(v: u32) -> u32 {
  var h = v * 0x9E3779B1u;
  h = (h ^ (h >> 15u)) * 0x85EBCA77u;
  h = (h ^ (h >> 13u)) * 0xC2B2AE3Du;
  return h ^ (h >> 16u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let v = gid.x;
  if (v >= params.vertices) {
    return;
  }
  let own = colours[v];
  if (own != 0u) {
    next[v] = own;
    return;
  }
  let mine = priority(v);
  var usedLow = 0u;
  var usedHigh = 0u;
  var wins = true;
  let end = rowStart[v + 1u];
  for (var e = rowStart[v]; e < end; e++) {
    let u = neighbours[e];
    if (u == v) {
      continue;
    }
    let c = colours[u];
    if (c == 0u) {
      let other = priority(u);
      if (other > mine || (other == mine && u > v)) {
        wins = false;
        break;
      }
    } else if (c <= 32u) {
      usedLow |= 1u << (c - 1u);
    } else if (c <= 64u) {
      usedHigh |= 1u << (c - 33u);
    }
  }
  var colour = 0u;
  if (wins) {
    if (usedLow != 0xffffffffu) {
      colour = countTrailingZeros(~usedLow) + 1u;
    } else {
      colour = countTrailingZeros(~usedHigh) + 33u;
    }
  }
  next[v] = colour;
}
