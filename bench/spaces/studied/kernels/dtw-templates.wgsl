// Dynamic time warping distance between one query series and many templates of the same length, within a band of
// BAND steps around the diagonal. One invocation walks through the band of one template, with one row of it in a
// private array. Templates are stored time-major.
override LENGTH: i32 = 160;
override TEMPLATES: u32 = 6000;

const BAND = 10;
const ACROSS = 2 * BAND + 1;
const UNREACHABLE = 1e30;

@group(0) @binding(0) var<storage, read> query: array<f32>;
@group(0) @binding(1) var<storage, read> templates: array<f32>;
@group(0) @binding(2) var<storage, read_write> distances: array<f32>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let own = id.x;
  if (own >= TEMPLATES) {
    return;
  }
  // row[k] is the cost of the cell at column i + k - BAND; one more at the end that stays unreachable
  var row: array<f32, ACROSS + 1>;
  for (var k = 0; k <= ACROSS; k++) {
    row[k] = UNREACHABLE;
  }
  row[BAND] = 0.0;

  for (var i = 0; i < LENGTH; i++) {
    let q = query[i];
    var before = UNREACHABLE;
    for (var k = 0; k < ACROSS; k++) {
      let j = i + k - BAND;
      var cost = UNREACHABLE;
      if (j >= 0 && j < LENGTH) {
        let difference = q - templates[u32(j) * TEMPLATES + own];
        cost = difference * difference + min(before, min(row[k], row[k + 1]));
      }
      row[k] = cost;
      before = cost;
    }
  }
  distances[own] = sqrt(row[BAND]);
}
