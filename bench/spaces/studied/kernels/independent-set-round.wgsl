// One round of a random maximal independent set: an undecided vertex joins when its number is the
// lowest among undecided neighbours and none of them is in the set already.

const INSIDE = 0u;
const OUTSIDE = 1u;
// from 2 on: undecided, with that number

@group(0) @binding(0) var<storage, read> rowStart: array<u32>;
@group(0) @binding(1) var<storage, read> neighbour: array<u32>;
@group(0) @binding(2) var<storage, read> state: array<u32>;
@group(0) @binding(3) var<storage, read_write> nextState: array<u32>;
@group(0) @binding(4) var<uniform> vertices: u32;

@compute @workgroup_size(128)
fn decide(@builtin(global_invocation_id) gid: vec3u) {
  let v = gid.x;
  if (v >= vertices) { return; }
  let mine = state[v];
  var result = mine;
  if (mine > OUTSIDE) {
    result = INSIDE;
    let last = rowStart[v + 1u];
    for (var e = rowStart[v]; e < last; e++) {
      let u = neighbour[e];
      if (u == v) { continue; }
      let theirs = state[u];
      if (theirs == INSIDE) {
        result = OUTSIDE;
        break;
      }
      if (theirs > OUTSIDE && (theirs < mine || (theirs == mine && u < v))) {
        result = mine;
      }
    }
  }
  nextState[v] = result;
}
