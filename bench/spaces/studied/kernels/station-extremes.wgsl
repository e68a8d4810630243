// Statistics of weather stations from a stream of packed readings (station, tenths of a degree above the scale's lowest):
// number, sum, warmest and coldest of each station, in counters that all invocations share. Counters start at zero, so
// the coldest is kept as the largest distance from the scale's end.
override STATIONS: u32 = 512;

struct Station {
  readings: atomic<u32>,
  total: atomic<u32>,
  warmest: atomic<u32>,
  coldest: atomic<u32>,
}

const SCALE = 1023u;

@group(0) @binding(0) var<storage, read> stream: array<u32>;
@group(0) @binding(1) var<storage, read_write> stations: array<Station>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&stream)) {
    return;
  }
  let word = stream[id.x];
  let station = (word & 0xffffu) % STATIONS;
  let tenths = (word >> 16u) & SCALE;
  atomicAdd(&stations[station].readings, 1u);
  atomicAdd(&stations[station].total, tenths);
  atomicMax(&stations[station].warmest, tenths);
  atomicMax(&stations[station].coldest, SCALE - tenths);
}
