// LDPC decoding, check-node half of an iteration: normalised min-sum over a
// quasi-cyclic code (12 x 24 blocks of 54 x 54, seven blocks in each row).
// A workgroup does one block row of one frame.

const Z: u32 = 54u;
const ROWS: u32 = 12u;
const COLUMNS: u32 = 24u;
const DEGREE: u32 = 7u;
const SCALE: f32 = 0.75;

@group(0) @binding(0) var<storage, read> belief: array<f32>;             // frame, column block, bit
@group(0) @binding(1) var<storage, read_write> message: array<f32>;      // frame, row block, edge, check
@group(0) @binding(2) var<storage, read> blockColumn: array<u32>;
@group(0) @binding(3) var<storage, read> blockShift: array<u32>;
@group(0) @binding(4) var<storage, read_write> unsatisfied: array<atomic<u32>>;

@compute @workgroup_size(54)
fn main(@builtin(local_invocation_index) check: u32, @builtin(workgroup_id) wg: vec3<u32>) {
  let row = wg.x;
  let frame = wg.y;
  let firstMessage = ((frame * ROWS + row) * DEGREE) * Z + check;

  var incoming: array<f32, 7>;
  var smallest = 1e30;
  var second = 1e30;
  var weakest = 0u;
  var parity = 0u;
  var hard = 0u;

  for (var d = 0u; d < DEGREE; d++) {
    let column = blockColumn[row * DEGREE + d];
    var bit = check + blockShift[row * DEGREE + d];
    if (bit >= Z) {
      bit -= Z;
    }
    let total = belief[(frame * COLUMNS + column) * Z + bit];
    let v = total - message[firstMessage + d * Z];
    incoming[d] = v;
    hard ^= select(0u, 1u, total < 0.0);
    parity ^= select(0u, 1u, v < 0.0);
    let m = abs(v);
    if (m < smallest) {
      second = smallest;
      smallest = m;
      weakest = d;
    } else if (m < second) {
      second = m;
    }
  }

  for (var d = 0u; d < DEGREE; d++) {
    let magnitude = SCALE * select(smallest, second, d == weakest);
    let negative = (parity ^ select(0u, 1u, incoming[d] < 0.0)) == 1u;
    message[firstMessage + d * Z] = select(magnitude, -magnitude, negative);
  }

  if (hard == 1u) {
    atomicAdd(&unsatisfied[frame], 1u);
  }
}
