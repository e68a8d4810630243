// Conversion funnel: how far every user came through a sequence of events within a time window, counted per
// acquisition cohort. Events of a user are contiguous and in order of time; an event is its type (low 4 bits) and
// the seconds since the event before.
// @tune THREADS values 64, 128, 256

override THREADS: u32 = 256;
const STEPS: u32 = 5u;
const COHORTS: u32 = 48u;
const CELLS: u32 = COHORTS * (STEPS + 1u);

struct Query {
  users: u32,
  windowSeconds: u32,
  sequence: array<vec4<u32>, 2>, // event types; STEPS of them count
}

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> firstEvent: array<u32>;
@group(0) @binding(2) var<storage, read> events: array<u32>;
@group(0) @binding(3) var<storage, read> cohorts: array<u32>;
@group(0) @binding(4) var<storage, read_write> reached: array<atomic<u32>>;  // [cohort][step]
@group(0) @binding(5) var<storage, read_write> fastest: array<atomic<u32>>;  // [cohort], ~seconds
@group(0) @binding(6) var<storage, read_write> minutes: array<atomic<u32>>;  // [cohort], sum

var<workgroup> localReached: array<atomic<u32>, CELLS>;

fn stepType(step: u32) -> u32 {
  return query.sequence[step >> 2u][step & 3u];
}

@compute @workgroup_size(THREADS)
fn funnel(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) lid: u32,
) {
  for (var i = lid; i < CELLS; i += THREADS) {
    atomicStore(&localReached[i], 0u);
  }
  workgroupBarrier();

  let user = gid.x;
  if (user < query.users) {
    let end = firstEvent[user + 1u];
    var clock = 0u;
    var started = 0u;
    var step = 0u;
    var furthest = 0u;
    for (var e = firstEvent[user]; e < end; e++) {
      let event = events[e];
      let kind = event & 15u;
      clock += event >> 4u;
      if (step > 0u && clock - started > query.windowSeconds) {
        step = 0u;
      }
      if (kind == stepType(step)) {
        if (step == 0u) {
          started = clock;
        }
        step++;
        furthest = max(furthest, step);
        if (step == STEPS) {
          break;
        }
      } else if (kind == stepType(0u) && step == 1u) {
        started = clock; // the latest entry counts
      }
    }
    let cohort = min(cohorts[user], COHORTS - 1u);
    atomicAdd(&localReached[cohort * (STEPS + 1u) + furthest], 1u);
    if (furthest == STEPS) {
      atomicMax(&fastest[cohort], ~(clock - started));
      atomicAdd(&minutes[cohort], (clock - started) / 60u);
    }
  }
  workgroupBarrier();

  for (var i = lid; i < CELLS; i += THREADS) {
    let count = atomicLoad(&localReached[i]);
    if (count != 0u) {
      atomicAdd(&reached[i], count);
    }
  }
}
