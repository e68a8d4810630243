// Gated linear recurrence h[t] = a[t] h[t-1] + b[t] along every channel of a sequence, as state-space layers have it.
// Steps are affine maps, composed by a scan: within a subgroup by shuffles, across subgroups in workgroup memory,
// from one chunk of 256 steps to the next by a carry. One workgroup per channel.
enable subgroups;

override STEPS: u32;

const SIZE = 256u;

@group(0) @binding(0) var<storage, read> gates: array<f32>;
@group(0) @binding(1) var<storage, read> inputs: array<f32>;
@group(0) @binding(2) var<storage, read_write> states: array<f32>;

var<workgroup> totals: array<vec2<f32>, SIZE>;
var<workgroup> carry: f32;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_invocation_id) lane: u32,
  @builtin(subgroup_size) lanes: u32,
) {
  let channel = group.x * STEPS;
  let subgroup = local / lanes;
  if (local == 0u) {
    carry = 0.0;
  }

  for (var first = 0u; first < STEPS; first += SIZE) {
    let t = first + local;
    var a = 1.0;
    var b = 0.0;
    if (t < STEPS) {
      a = gates[channel + t];
      b = inputs[channel + t];
    }

    for (var distance = 1u; distance < lanes; distance *= 2u) {
      let earlierA = subgroupShuffleUp(a, distance);
      let earlierB = subgroupShuffleUp(b, distance);
      if (lane >= distance) {
        b += a * earlierB;
        a *= earlierA;
      }
    }
    if (lane == lanes - 1u) {
      totals[subgroup] = vec2<f32>(a, b);
    }
    workgroupBarrier();

    var before = carry;
    for (var s = 0u; s < subgroup; s++) {
      before = totals[s].x * before + totals[s].y;
    }
    let state = a * before + b;
    if (t < STEPS) {
      states[channel + t] = state;
    }
    workgroupBarrier();
    if (local == SIZE - 1u) {
      carry = state;
    }
  }
}
