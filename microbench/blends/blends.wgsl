// What a unit of L2 has to do at once: reads and writes of what L2 holds, in whole lines or in rows of eight words, beside
// lines that come from DRAM and go there. How long they take together says what they have in common.
override TRIPS: u32 = 64u;
override READS: u32 = 0u; // requests per trip and subgroup
override WRITES: u32 = 0u;
override FETCHES: u32 = 0u; // lines from DRAM
override SPILLS: u32 = 0u; // lines to DRAM
override ROWS: u32 = 1u; // of a request: 1 is a line of 32 words, 4 are four rows of eight words in lines of their own
override NEAR_WORDS: u32 = 2097152u; // powers of two
override FAR_WORDS: u32 = 134217728u;

@group(0) @binding(0) var<storage, read> near: array<f32>;
@group(0) @binding(1) var<storage, read> far: array<f32>;
@group(0) @binding(2) var<storage, read_write> nearSink: array<f32>;
@group(0) @binding(3) var<storage, read_write> farSink: array<f32>;

// The place of a lane in the request with this number: neighbouring requests have the other sectors of the same lines.
fn place(request: u32, lane: u32) -> u32 {
  let row = lane * ROWS / 32u;
  let column = lane % (32u / ROWS);
  let group = request / ROWS;
  return ((group * ROWS + row) * ROWS + request % ROWS) * (32u / ROWS) + column;
}

// Requests of subgroups that run at once lie apart, so that no L1 holds what another trip asks for.
fn scattered(request: u32) -> u32 {
  return request * 2654435u;
}

@compute @workgroup_size(256)
fn blend(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let lane = id.x % 32u;
  let subgroup = id.x / 32u;
  let subgroups = groups.x * 8u;
  var sum = 0.0;
  for (var trip = 0u; trip < TRIPS; trip++) {
    for (var k = 0u; k < READS; k++) {
      let request = scattered((trip * READS + k) * subgroups + subgroup);
      sum += near[place(request, lane) % NEAR_WORDS];
    }
    for (var k = 0u; k < FETCHES; k++) {
      let request = (trip * FETCHES + k) * subgroups + subgroup;
      sum += far[(request * 32u + lane) % FAR_WORDS];
    }
    for (var k = 0u; k < WRITES; k++) {
      let request = scattered((trip * WRITES + k) * subgroups + subgroup);
      nearSink[place(request, lane) % NEAR_WORDS] = f32(trip);
    }
    for (var k = 0u; k < SPILLS; k++) {
      let request = (trip * SPILLS + k) * subgroups + subgroup;
      farSink[(request * 32u + lane) % FAR_WORDS] = f32(trip);
    }
  }
  if (sum == 12345.0) { nearSink[id.x] = sum; }
}
