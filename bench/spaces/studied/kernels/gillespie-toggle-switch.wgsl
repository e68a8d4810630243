// Exact stochastic simulation (Gillespie's direct method) of a genetic toggle switch: two genes that repress
// each other, with messengers and proteins. One cell per invocation, until its clock is past the end.
struct Rates {
  cells: u32,
  maxEvents: u32,
  seed: u32,
  bins: u32,
  transcription: f32,
  messengerDecay: f32,
  translation: f32,
  proteinDecay: f32,
  threshold: f32,
  leak: f32,
  end: f32,
}

struct Cell {
  messengers: vec2u,
  proteins: vec2u,
}

@group(0) @binding(0) var<uniform> rates: Rates;
@group(0) @binding(1) var<storage, read> start: array<Cell>;
@group(0) @binding(2) var<storage, read> noise: array<vec2f>;            // how strong a cell's genes are
@group(0) @binding(3) var<storage, read_write> finish: array<Cell>;
@group(0) @binding(4) var<storage, read_write> averages: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> histogram: array<atomic<u32>>;

var<private> state: vec4u;

fn random() -> f32 {
  // xoshiro128+
  let sum = state.x + state.w;
  let t = state.y << 9u;
  state.z ^= state.x;
  state.w ^= state.y;
  state.y ^= state.z;
  state.x ^= state.w;
  state.z ^= t;
  state.w = (state.w << 11u) | (state.w >> 21u);
  return (f32(sum >> 8u) + 0.5) * 5.9604645e-8;
}

fn scramble(v: u32) -> u32 {
  var x = v;
  x = (x ^ (x >> 16u)) * 0x7feb352du;
  x = (x ^ (x >> 15u)) * 0x846ca68bu;
  return x ^ (x >> 16u);
}

fn repressed(protein: f32) -> f32 {
  let r = protein / rates.threshold;
  return rates.leak + rates.transcription / (1.0 + r * r);
}

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= rates.cells) { return; }
  state = vec4u(scramble(id.x * 4u + rates.seed), scramble(id.x * 4u + 1u + rates.seed), scramble(id.x * 4u + 2u + rates.seed), 0x9e3779b9u);
  let cell = start[id.x];
  let strength = noise[id.x];
  var m = vec2f(cell.messengers);
  var p = vec2f(cell.proteins);
  var time = 0.0;
  var area = vec2f(0.0);
  var events = 0u;
  var propensity: array<f32, 8>;
  loop {
    propensity[0] = strength.x * repressed(p.y);
    propensity[1] = strength.y * repressed(p.x);
    propensity[2] = rates.messengerDecay * m.x;
    propensity[3] = rates.messengerDecay * m.y;
    propensity[4] = rates.translation * m.x;
    propensity[5] = rates.translation * m.y;
    propensity[6] = rates.proteinDecay * p.x;
    propensity[7] = rates.proteinDecay * p.y;
    var total = 0.0;
    for (var i = 0u; i < 8u; i++) { total += propensity[i]; }
    let wait = -log(random()) / total;
    let shown = min(wait, rates.end - time);
    area += p * shown;
    time += wait;
    if (time >= rates.end || events >= rates.maxEvents) { break; }
    events++;
    var mark = random() * total;
    var which = 0u;
    while (which < 7u && mark >= propensity[which]) {
      mark -= propensity[which];
      which++;
    }
    switch which {
      case 0u: { m.x += 1.0; }
      case 1u: { m.y += 1.0; }
      case 2u: { m.x = max(m.x - 1.0, 0.0); }
      case 3u: { m.y = max(m.y - 1.0, 0.0); }
      case 4u: { p.x += 1.0; }
      case 5u: { p.y += 1.0; }
      case 6u: { p.x = max(p.x - 1.0, 0.0); }
      default: { p.y = max(p.y - 1.0, 0.0); }
    }
  }
  finish[id.x] = Cell(vec2u(m), vec2u(p));
  averages[id.x] = area / rates.end;
  let bin = min(vec2u(p), vec2u(rates.bins - 1u));
  atomicAdd(&histogram[bin.y * rates.bins + bin.x], 1u);
}
