// The Walsh-Hadamard transform of each row of 2048 numbers, in place, with signs flipped beforehand by a random
// diagonal (bits), as in fast Johnson-Lindenstrauss projections. One workgroup to a row.
@group(0) @binding(0) var<storage, read_write> rows: array<f32>;
@group(0) @binding(1) var<storage, read> signs: array<u32>;

const LENGTH = 2048u;
const THREADS = 256u;

var<workgroup> line: array<f32, LENGTH>;

@compute @workgroup_size(THREADS)
fn main(@builtin(local_invocation_index) index: u32, @builtin(workgroup_id) group: vec3<u32>) {
  let base = group.x * LENGTH;
  for (var k = index; k < LENGTH; k += THREADS) {
    let flip = (signs[k / 32u] >> (k % 32u)) & 1u;
    let value = rows[base + k];
    line[k] = select(value, -value, flip == 1u);
  }
  workgroupBarrier();

  for (var span = 1u; span < LENGTH; span *= 2u) {
    for (var k = index; k < LENGTH / 2u; k += THREADS) {
      let low = k & (span - 1u);
      let i = 2u * (k - low) + low;
      let a = line[i];
      let b = line[i + span];
      line[i] = a + b;
      line[i + span] = a - b;
    }
    workgroupBarrier();
  }

  let scale = inverseSqrt(f32(LENGTH));
  for (var k = index; k < LENGTH; k += THREADS) {
    rows[base + k] = line[k] * scale;
  }
}
