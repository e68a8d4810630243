// Atomics without a result whose lanes meet at a few places: PLACES of each warp's lanes, STRIDE words apart, in one
// of SETS regions; workgroups take the regions in turn, or one region after the other when RUN is as long as that.
override PLACES: u32 = 4u;
override STRIDE: u32 = 1u;
override SETS: u32 = 1u;
override RUN: u32 = 1u;
override TRIPS: u32 = 1u;

@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> counters: array<atomic<u32>>;

// Lanes that meet are no neighbours, and the order differs from warp to warp.
fn place(id: u32, group: u32) -> u32 {
  let mixed = (id ^ (id >> 5u)) % PLACES;
  return ((group / RUN) % SETS) * 8192u + mixed * STRIDE;
}

@compute @workgroup_size(256)
fn added(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let value = values[id.x];
  for (var trip = 0u; trip < TRIPS; trip++) {
    atomicAdd(&counters[place(id.x, group.x)], value + trip);
  }
}

@compute @workgroup_size(256)
fn counted(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  for (var trip = 0u; trip < TRIPS; trip++) {
    atomicAdd(&counters[place(id.x, group.x)], 1u);
  }
}

@compute @workgroup_size(256)
fn highest(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let value = values[id.x];
  for (var trip = 0u; trip < TRIPS; trip++) {
    atomicMax(&counters[place(id.x, group.x)], value + trip);
  }
}

@compute @workgroup_size(256)
fn returned(@builtin(global_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  var sum = values[id.x];
  for (var trip = 0u; trip < TRIPS; trip++) {
    sum += atomicAdd(&counters[place(id.x, group.x)], 3u);
  }
  if (sum == 0xffffffffu) {
    atomicStore(&counters[0], sum);
  }
}
