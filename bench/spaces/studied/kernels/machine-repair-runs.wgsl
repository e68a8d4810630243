// Machine repair problem, simulated event by event: MACHINES machines fail and queue for CREWS repair crews.
// One replication per invocation; the result is the mean number of machines running and the longest queue.
const MACHINES = 10u;
const CREWS = 2u;
const NEVER = 1e30;

struct Study { replications: u32, seed: u32, maxEvents: u32, horizon: f32 }

@group(0) @binding(0) var<uniform> study: Study;
@group(0) @binding(1) var<storage, read> scenario: array<vec2f>;   // mean time to failure, mean repair in tenths
@group(0) @binding(2) var<storage, read_write> running: array<f32>;
@group(0) @binding(3) var<storage, read_write> longest: array<u32>;

var<private> rng: u32;

fn exponential(mean: f32) -> f32 {
  rng ^= rng << 13u;
  rng ^= rng >> 17u;
  rng ^= rng << 5u;
  return -mean * log((f32(rng >> 8u) + 0.5) / 16777216.0);
}

@compute @workgroup_size(128)
fn simulate(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= study.replications) { return; }
  rng = (id.x * 2654435761u) ^ study.seed;
  if (rng == 0u) { rng = 1u; }
  let mttf = scenario[id.x].x;
  let repair = scenario[id.x].y * 0.1;

  var failAt: array<f32, MACHINES>;
  var doneAt: array<f32, CREWS>;
  var fixing: array<u32, CREWS>;
  var queue: array<u32, MACHINES>;
  var head = 0u;
  var waiting = 0u;
  var most = 0u;
  var up = MACHINES;
  for (var m = 0u; m < MACHINES; m++) { failAt[m] = exponential(mttf); }
  for (var c = 0u; c < CREWS; c++) { doneAt[c] = NEVER; }

  var now = 0.0;
  var area = 0.0;
  for (var event = 0u; event < study.maxEvents; event++) {
    var when = NEVER;
    var who = 0u;
    for (var m = 0u; m < MACHINES; m++) {
      if (failAt[m] < when) { when = failAt[m]; who = m; }
    }
    for (var c = 0u; c < CREWS; c++) {
      if (doneAt[c] < when) { when = doneAt[c]; who = MACHINES + c; }
    }
    if (when >= study.horizon) { break; }
    area += f32(up) * (when - now);
    now = when;
    if (who < MACHINES) {
      failAt[who] = NEVER;
      up--;
      queue[(head + waiting) % MACHINES] = who;
      waiting++;
    } else {
      let c = who - MACHINES;
      failAt[fixing[c]] = now + exponential(mttf);
      doneAt[c] = NEVER;
      up++;
    }
    for (var c = 0u; c < CREWS; c++) {
      if (waiting > 0u && doneAt[c] == NEVER) {
        fixing[c] = queue[head];
        head = (head + 1u) % MACHINES;
        waiting--;
        doneAt[c] = now + exponential(repair);
      }
    }
    most = max(most, waiting);
  }
  area += f32(up) * (study.horizon - now);
  running[id.x] = area / study.horizon;
  longest[id.x] = most;
}
