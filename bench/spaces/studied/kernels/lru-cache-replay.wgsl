// Replays memory traces, already split by cache set, through a set-associative write-back cache with LRU
// replacement. Each invocation owns one set; its ways are a list in workgroup memory, most recent first.
struct Totals {
  hits: atomic<u32>,
  misses: atomic<u32>,
  writeBacks: atomic<u32>,
}

@group(0) @binding(0) var<storage, read> traceStart: array<u32>;
@group(0) @binding(1) var<storage, read> trace: array<u32>;          // tag << 1 | is a write
@group(0) @binding(2) var<storage, read_write> missesOfSet: array<u32>;
@group(0) @binding(3) var<storage, read_write> totals: Totals;

override LANES: u32 = 64;
override WAYS: u32 = 8;

const EMPTY = 0xFFFFFFFEu;

var<workgroup> ways: array<u32, LANES * WAYS>;   // way-major: no bank conflicts
var<workgroup> sums: array<atomic<u32>, 3>;

@compute @workgroup_size(LANES)
fn replay(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  for (var w = 0u; w < WAYS; w++) {
    ways[w * LANES + lane] = EMPTY;
  }
  var hits = 0u;
  var misses = 0u;
  var writeBacks = 0u;

  if (id.x < arrayLength(&missesOfSet)) {
    let end = traceStart[id.x + 1u];
    for (var i = traceStart[id.x]; i < end; i++) {
      let access = trace[i];
      let tag = access >> 1u;
      // Every way before the hit moves back by one; without a hit the last one falls out.
      var incoming = access;
      var found = false;
      for (var w = 0u; w < WAYS; w++) {
        let line = ways[w * LANES + lane];
        ways[w * LANES + lane] = incoming;
        if ((line >> 1u) == tag) {
          found = true;
          ways[lane] |= line & 1u;   // still dirty
          break;
        }
        incoming = line;
      }
      if (found) {
        hits++;
      } else {
        misses++;
        writeBacks += incoming & 1u;
      }
    }
    missesOfSet[id.x] = misses;
  }

  atomicAdd(&sums[0], hits);
  atomicAdd(&sums[1], misses);
  atomicAdd(&sums[2], writeBacks);
  workgroupBarrier();
  if (lane == 0u) {
    atomicAdd(&totals.hits, atomicLoad(&sums[0]));
    atomicAdd(&totals.misses, atomicLoad(&sums[1]));
    atomicAdd(&totals.writeBacks, atomicLoad(&sums[2]));
  }
}
