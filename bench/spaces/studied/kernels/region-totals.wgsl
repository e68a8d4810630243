// Total rainfall per region: every station's reading, weighted by the area it stands for, is added to the sum of
// its region. WGSL has no float atomics, so the addition is a compare-exchange on the bits.
struct Station { rain: f32, area: f32 }

@group(0) @binding(0) var<storage, read> stations: array<Station>;
@group(0) @binding(1) var<storage, read> regionOf: array<u32>;
@group(0) @binding(2) var<storage, read_write> totals: array<atomic<u32>>;

override STATIONS: u32;

fn addToTotal(region: u32, amount: f32) {
  var seen = atomicLoad(&totals[region]);
  loop {
    let wanted = bitcast<u32>(bitcast<f32>(seen) + amount);
    let attempt = atomicCompareExchangeWeak(&totals[region], seen, wanted);
    if (attempt.exchanged) {
      break;
    }
    seen = attempt.old_value;
  }
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= STATIONS) {
    return;
  }
  let station = stations[id.x];
  addToTotal(regionOf[id.x], station.rain * station.area);
}
