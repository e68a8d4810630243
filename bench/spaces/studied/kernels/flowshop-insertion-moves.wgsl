// Permutation flow shop: makespans of all moves that take a job out of a sequence and put it in elsewhere,
// for several sequences of an iterated search. One move per invocation; the best of each sequence is kept.
const MACHINES = 20u;
const MAX_JOBS = 256u;

override BLOCK: u32 = 128u;

struct Shop {
  jobs: u32,
}

@group(0) @binding(0) var<uniform> shop: Shop;
@group(0) @binding(1) var<storage, read> duration: array<vec4u>;     // jobs x MACHINES / 4
@group(0) @binding(2) var<storage, read> sequences: array<u32>;
@group(0) @binding(3) var<storage, read_write> best: array<atomic<u32>>;

var<workgroup> order: array<u32, MAX_JOBS>;
var<workgroup> bestHere: atomic<u32>;

@compute @workgroup_size(BLOCK)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let jobs = min(shop.jobs, MAX_JOBS);
  for (var i = lane; i < jobs; i += BLOCK) { order[i] = sequences[group.y * jobs + i]; }
  if (lane == 0u) { atomicStore(&bestHere, 0xffffffffu); }
  workgroupBarrier();

  let shift = group.x * BLOCK + lane;
  let origin = shift / jobs;
  let goal = shift % jobs;
  if (origin < jobs && origin != goal) {
    let moved = order[origin];
    var done: array<u32, MACHINES>;
    for (var i = 0u; i < jobs; i++) {
      var job = moved;
      if (i < goal) {
        job = order[i + select(0u, 1u, i >= origin)];
      } else if (i > goal) {
        job = order[i - select(0u, 1u, i <= origin)];
      }
      var ready = 0u;
      for (var q = 0u; q < MACHINES / 4u; q++) {
        let d = duration[job * (MACHINES / 4u) + q] + 1u;
        ready = max(ready, done[4u * q]) + d.x;
        done[4u * q] = ready;
        ready = max(ready, done[4u * q + 1u]) + d.y;
        done[4u * q + 1u] = ready;
        ready = max(ready, done[4u * q + 2u]) + d.z;
        done[4u * q + 2u] = ready;
        ready = max(ready, done[4u * q + 3u]) + d.w;
        done[4u * q + 3u] = ready;
      }
    }
    atomicMin(&bestHere, (done[MACHINES - 1u] << 16u) | shift);
  }
  workgroupBarrier();
  if (lane == 0u) { atomicMin(&best[group.y], atomicLoad(&bestHere)); }
}
