// AV1-style constrained directional enhancement filter, luma, 10 bit samples (two per word).
// A workgroup filters 32x32 samples: sixteen 8x8 blocks with their own edge directions.
struct Frame {
  width: u32,
  height: u32,
  priStrength: i32,
  secStrength: i32,
  priDamping: i32,
  secDamping: i32,
  pitchWords: u32,
  blocksPerRow: u32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read> skipFlags: array<u32>;
@group(0) @binding(3) var<storage, read_write> filtered: array<u32>;

const TILE = 32u;
const HALO = 2u;
const SIDE = TILE + 2u * HALO;
const FAR: i32 = 30000;

var<workgroup> tile: array<i32, 1296>;
var<workgroup> costs: array<i32, 128>;
var<workgroup> direction: array<u32, 16>;
var<workgroup> strength: array<i32, 16>;

const STEP_1 = array<vec2i, 8>(vec2i(1, -1), vec2i(1, 0), vec2i(1, 0), vec2i(1, 0), vec2i(1, 1), vec2i(0, 1), vec2i(0, 1), vec2i(0, 1));
const STEP_2 = array<vec2i, 8>(vec2i(2, -2), vec2i(2, -1), vec2i(2, 0), vec2i(2, 1), vec2i(2, 2), vec2i(1, 2), vec2i(0, 2), vec2i(-1, 2));

fn lineOf(dir: u32, y: u32, x: u32) -> u32 {
  switch dir {
    case 0u: { return y + x; }
    case 1u: { return y + x / 2u; }
    case 2u: { return y; }
    case 3u: { return 3u + y - x / 2u; }
    case 4u: { return 7u + y - x; }
    case 5u: { return 3u + x - y / 2u; }
    case 6u: { return x; }
    default: { return y / 2u + x; }
  }
}

fn directionCost(block: u32, dir: u32) -> i32 {
  let x0 = (block & 3u) * 8u + HALO;
  let y0 = (block >> 2u) * 8u + HALO;
  var partial: array<i32, 15>;
  for (var y = 0u; y < 8u; y++) {
    for (var x = 0u; x < 8u; x++) {
      let v = tile[(y0 + y) * SIDE + x0 + x];
      partial[lineOf(dir, y, x)] += (v >> 2u) - 128;
    }
  }
  var cost = 0;
  if ((dir & 3u) == 2u) {
    for (var i = 0u; i < 8u; i++) { cost += partial[i] * partial[i]; }
    cost *= 105;
  } else if ((dir & 1u) == 0u) {
    for (var i = 0u; i < 7u; i++) {
      cost += (partial[i] * partial[i] + partial[14u - i] * partial[14u - i]) * (840 / i32(i + 1u));
    }
    cost += partial[7] * partial[7] * 105;
  } else {
    for (var i = 0u; i < 5u; i++) { cost += partial[3u + i] * partial[3u + i]; }
    cost *= 105;
    for (var i = 0u; i < 3u; i++) {
      cost += (partial[i] * partial[i] + partial[10u - i] * partial[10u - i]) * (840 / i32(2u * i + 2u));
    }
  }
  return cost;
}

fn constrain(diff: i32, threshold: i32, damping: i32) -> i32 {
  if (threshold == 0) { return 0; }
  let shift = u32(max(0, damping - i32(firstLeadingBit(u32(threshold)))));
  let size = abs(diff);
  return sign(diff) * min(size, max(0, threshold - (size >> shift)));
}

var<private> lowest: i32;
var<private> highest: i32;

fn tap(at: i32, centre: i32, threshold: i32, damping: i32) -> i32 {
  let v = tile[at];
  if (v == FAR) { return 0; }
  lowest = min(lowest, v);
  highest = max(highest, v);
  return constrain(v - centre, threshold, damping);
}

fn offsetOf(step: vec2i) -> i32 {
  return step.y * i32(SIDE) + step.x;
}

fn filterSample(x: u32, y: u32, dir: u32, pri: i32) -> u32 {
  let at = i32((y + HALO) * SIDE + x + HALO);
  let centre = tile[at];
  lowest = centre;
  highest = centre;
  let a1 = offsetOf(STEP_1[dir]);
  let a2 = offsetOf(STEP_2[dir]);
  let b = (dir + 2u) & 7u;
  let c = (dir + 6u) & 7u;
  let tapBit = (frame.priStrength >> 2u) & 1;
  var sum = (4 - tapBit) * (tap(at + a1, centre, pri, frame.priDamping) + tap(at - a1, centre, pri, frame.priDamping));
  sum += (2 + tapBit) * (tap(at + a2, centre, pri, frame.priDamping) + tap(at - a2, centre, pri, frame.priDamping));
  let b1 = offsetOf(STEP_1[b]);
  let b2 = offsetOf(STEP_2[b]);
  let c1 = offsetOf(STEP_1[c]);
  let c2 = offsetOf(STEP_2[c]);
  let s = frame.secStrength;
  let d = frame.secDamping;
  sum += 2 * (tap(at + b1, centre, s, d) + tap(at - b1, centre, s, d) + tap(at + c1, centre, s, d) + tap(at - c1, centre, s, d));
  sum += tap(at + b2, centre, s, d) + tap(at - b2, centre, s, d) + tap(at + c2, centre, s, d) + tap(at - c2, centre, s, d);
  let moved = centre + ((8 + sum - select(0, 1, sum < 0)) >> 4u);
  return u32(clamp(moved, lowest, highest));
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let left = i32(group.x * TILE) - i32(HALO);
  let top = i32(group.y * TILE) - i32(HALO);
  for (var i = lane; i < SIDE * SIDE; i += 256u) {
    let x = left + i32(i % SIDE);
    let y = top + i32(i / SIDE);
    var v = FAR;
    if (x >= 0 && y >= 0 && x < i32(frame.width) && y < i32(frame.height)) {
      let word = source[u32(y) * frame.pitchWords + (u32(x) >> 1u)];
      v = i32((word >> ((u32(x) & 1u) * 16u)) & 1023u);
    }
    tile[i] = v;
  }
  workgroupBarrier();

  if (lane < 128u) {
    costs[lane] = directionCost(lane >> 3u, lane & 7u);
  }
  workgroupBarrier();

  if (lane < 16u) {
    var best = 0u;
    for (var d = 1u; d < 8u; d++) {
      if (costs[lane * 8u + d] > costs[lane * 8u + best]) { best = d; }
    }
    let variance = u32(costs[lane * 8u + best] - costs[lane * 8u + ((best + 4u) & 7u)]) >> 10u;
    var grade = 0;
    if ((variance >> 6u) != 0u) { grade = min(i32(firstLeadingBit(variance >> 6u)), 12); }
    direction[lane] = best;
    strength[lane] = select(0, (frame.priStrength * (4 + grade) + 8) >> 4u, variance != 0u);
  }
  workgroupBarrier();

  // four neighbouring samples of a row for each invocation
  let x = (lane & 7u) * 4u;
  let y = lane >> 3u;
  let gx = group.x * TILE + x;
  let gy = group.y * TILE + y;
  if (gx >= frame.width || gy >= frame.height) { return; }
  let block = (y >> 3u) * 4u + (x >> 3u);
  let at = gy * frame.pitchWords + (gx >> 1u);
  if (skipFlags[(gy >> 3u) * frame.blocksPerRow + (gx >> 3u)] == 0u) {
    filtered[at] = source[at];
    filtered[at + 1u] = source[at + 1u];
    return;
  }
  let dir = direction[block];
  let pri = strength[block];
  let p0 = filterSample(x, y, dir, pri);
  let p1 = filterSample(x + 1u, y, dir, pri);
  let p2 = filterSample(x + 2u, y, dir, pri);
  let p3 = filterSample(x + 3u, y, dir, pri);
  filtered[at] = p0 | (p1 << 16u);
  filtered[at + 1u] = p2 | (p3 << 16u);
}
