// A quantile of each row by radix selection: one workgroup counts the leading digits of the values that still match,
// finds the digit that holds the wanted rank, and goes on with the next eight bits.
struct Shape { columns: u32, rank: u32 } // rank: how many values of a row are smaller

@group(0) @binding(0) var<storage, read> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> quantiles: array<f32>;
@group(0) @binding(2) var<uniform> shape: Shape;

const SIZE = 256u;

var<workgroup> counts: array<atomic<u32>, 256>;
var<workgroup> sums: array<u32, 256>;
var<workgroup> chosen: u32;
var<workgroup> before: u32;

// Bits that sort as the numbers do.
fn toKey(value: f32) -> u32 {
  let bits = bitcast<u32>(value);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}

fn fromKey(key: u32) -> f32 {
  return bitcast<f32>(select(~key, key & 0x7fffffffu, (key & 0x80000000u) != 0u));
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let lane = local.x;
  let start = group.x * shape.columns;
  var rank = shape.rank;
  var prefix = 0u;
  var mask = 0u;

  for (var digit = 0u; digit < 4u; digit++) {
    let shift = 24u - 8u * digit;
    atomicStore(&counts[lane], 0u);
    workgroupBarrier();
    for (var column = lane; column < shape.columns; column += SIZE) {
      let key = toKey(rows[start + column]);
      if ((key & mask) == prefix) {
        atomicAdd(&counts[(key >> shift) & 255u], 1u);
      }
    }
    workgroupBarrier();

    // Inclusive sums of the counts, one digit per invocation.
    let own = atomicLoad(&counts[lane]);
    sums[lane] = own;
    workgroupBarrier();
    for (var distance = 1u; distance < SIZE; distance *= 2u) {
      var other = 0u;
      if (lane >= distance) {
        other = sums[lane - distance];
      }
      workgroupBarrier();
      sums[lane] += other;
      workgroupBarrier();
    }
    let through = sums[lane];
    if (rank < through && rank >= through - own) {
      chosen = lane;
      before = through - own;
    }
    workgroupBarrier();
    prefix |= chosen << shift;
    mask |= 255u << shift;
    rank -= before;
    workgroupBarrier();
  }
  if (lane == 0u) {
    quantiles[group.x] = fromKey(prefix);
  }
}
