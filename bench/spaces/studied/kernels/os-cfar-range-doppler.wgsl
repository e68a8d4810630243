// Ordered-statistic CFAR on range-Doppler maps. The k-th smallest training cell, scaled, is below the cell
// under test exactly if k scaled training cells are: so they are only counted. Detections go to a list.
override GX: u32 = 32u;
override GY: u32 = 8u;

const TRAIN_R = 14u;
const TRAIN_D = 3u;
const GUARD_R = 2u;
const GUARD_D = 1u;

struct Setup {
  ranges: u32,
  dopplers: u32,
  rank: u32,
  capacity: u32,
  scale: f32,
}

struct Detection {
  range: u32,
  doppler: u32,
  beam: u32,
  power: f32,
}

@group(0) @binding(0) var<uniform> setup: Setup;
@group(0) @binding(1) var<storage, read> cube: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> found: atomic<u32>;
@group(0) @binding(3) var<storage, read_write> detections: array<Detection>;
@group(0) @binding(4) var<storage, read_write> mask: array<u32>;

var<workgroup> power: array<f32, (GX + 2u * TRAIN_R) * (GY + 2u * TRAIN_D)>;

@compute @workgroup_size(GX, GY)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u,
        @builtin(local_invocation_index) lane: u32) {
  let across = GX + 2u * TRAIN_R;
  let cells = across * (GY + 2u * TRAIN_D);
  let beam = group.z * setup.dopplers * setup.ranges;
  for (var i = lane; i < cells; i += GX * GY) {
    let r = clamp(i32(group.x * GX + i % across) - i32(TRAIN_R), 0, i32(setup.ranges) - 1);
    let dop = (group.y * GY + i / across + setup.dopplers - TRAIN_D) % setup.dopplers;
    let iq = cube[beam + dop * setup.ranges + u32(r)];
    power[i] = dot(iq, iq);
  }
  workgroupBarrier();

  let range = group.x * GX + local.x;
  let doppler = group.y * GY + local.y;
  if (range >= setup.ranges || doppler >= setup.dopplers) { return; }
  let mine = power[(local.y + TRAIN_D) * across + local.x + TRAIN_R];
  let limit = mine / setup.scale;
  var smaller = 0u;
  for (var y = 0u; y <= 2u * TRAIN_D; y++) {
    let row = (local.y + y) * across + local.x;
    let guarded = y + GUARD_D >= TRAIN_D && y <= TRAIN_D + GUARD_D;
    let firstEnd = select(2u * TRAIN_R + 1u, TRAIN_R - GUARD_R, guarded);
    for (var x = 0u; x < firstEnd; x++) {
      smaller += select(0u, 1u, power[row + x] < limit);
    }
    if (guarded) {
      for (var x = TRAIN_R + GUARD_R + 1u; x <= 2u * TRAIN_R; x++) {
        smaller += select(0u, 1u, power[row + x] < limit);
      }
    }
  }
  let hit = smaller >= setup.rank;
  mask[beam + doppler * setup.ranges + range] = select(0u, 1u, hit);
  if (hit) {
    let slot = atomicAdd(&found, 1u);
    if (slot < setup.capacity) {
      detections[slot] = Detection(range, doppler, group.z, mine);
    }
  }
}
