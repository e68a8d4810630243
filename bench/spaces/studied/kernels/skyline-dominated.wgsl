// Skyline query (Pareto front) of a table with four preferences: a row is dominated when another is at least as good
// in all columns and better in one. Blocks of rows go through workgroup memory; a workgroup stops when all its rows
// are known to be dominated. For dominated rows the index of the dominating row that was found is kept.

struct Query {
  rows: u32,
  direction: vec4<f32>,   // 1: small is good, -1: large is good
}

const SIZE = 256u;
const NONE = 0xffffffffu;

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> rows: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> dominator: array<u32>;
@group(0) @binding(3) var<storage, read_write> skylineSize: atomic<u32>;

var<workgroup> block: array<vec4<f32>, SIZE>;
var<workgroup> alive: atomic<u32>;
var<workgroup> goOn: u32;

@compute @workgroup_size(SIZE)
fn skyline(
  @builtin(global_invocation_id) gid: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let inRange = gid.x < query.rows;
  let mine = rows[min(gid.x, query.rows - 1u)] * query.direction;
  var by = NONE;

  for (var start = 0u; start < query.rows; start += SIZE) {
    if (lane == 0u) {
      atomicStore(&alive, 0u);
    }
    let other = start + lane;
    if (other < query.rows) {
      block[lane] = rows[other] * query.direction;
    } else {
      block[lane] = vec4<f32>(3.0e38);
    }
    workgroupBarrier();

    if (inRange && by == NONE) {
      for (var j = 0u; j < SIZE; j++) {
        let candidate = block[j];
        if (all(candidate <= mine) && any(candidate < mine)) {
          by = start + j;
          break;
        }
      }
      if (by == NONE) {
        atomicAdd(&alive, 1u);
      }
    }
    workgroupBarrier();
    if (lane == 0u) {
      goOn = atomicLoad(&alive);
    }
    if (workgroupUniformLoad(&goOn) == 0u) {
      break;
    }
  }

  if (inRange) {
    dominator[gid.x] = by;
    if (by == NONE) {
      atomicAdd(&skylineSize, 1u);
    }
  }
}
