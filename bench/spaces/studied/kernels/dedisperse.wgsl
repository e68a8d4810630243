// Search for pulsars: for each trial of dispersion the channels of a filterbank are added up with the delays that it
// would cause.
struct Search {
  channels: u32,
  samples: u32,     // of the result
  pitch: u32,       // samples per channel of the input
  dmStep: f32,
  sampleTime: f32,  // ms
  topFrequency: f32,   // GHz
  bandwidth: f32,      // of a channel, GHz
}

@group(0) @binding(0) var<uniform> search: Search;
@group(0) @binding(1) var<storage, read> filterbank: array<f32>;   // [channel][time]
@group(0) @binding(2) var<storage, read> channelWeight: array<f32>;   // 0 where there is interference
@group(0) @binding(3) var<storage, read_write> series: array<f32>;   // [trial][time]

var<workgroup> delays: array<u32, 1024>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let dm = f32(id.y) * search.dmStep;
  let top = 1.0 / (search.topFrequency * search.topFrequency);
  for (var c = lane; c < search.channels; c += 256u) {
    let f = search.topFrequency - f32(c) * search.bandwidth;
    delays[c] = u32(round(4.148808 * dm * (1.0 / (f * f) - top) / search.sampleTime));
  }
  workgroupBarrier();
  if (id.x >= search.samples) {
    return;
  }
  var sum = 0.0;
  for (var c = 0u; c < search.channels; c++) {
    sum += channelWeight[c] * filterbank[c * search.pitch + id.x + delays[c]];
  }
  series[id.y * search.samples + id.x] = sum;
}
