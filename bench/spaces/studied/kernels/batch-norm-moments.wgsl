// Batch normalisation in training, first pass: mean and sum of squared deviations of each channel over 512 rows of
// activations (channels last), by Welford's method and pairwise merging. A later pass merges the blocks of rows.
override ROWS: u32;
override CHANNELS: u32;

const ACROSS = 32u;
const DOWN = 8u;
const BLOCK = 512u;

struct Moments {
  count: f32,
  mean: f32,
  m2: f32,
}

@group(0) @binding(0) var<storage, read> activations: array<f32>;
@group(0) @binding(1) var<storage, read_write> means: array<f32>;
@group(0) @binding(2) var<storage, read_write> squares: array<f32>;

var<workgroup> partial: array<array<Moments, ACROSS>, DOWN>;

fn merged(a: Moments, b: Moments) -> Moments {
  let count = a.count + b.count;
  if (count == 0.0) {
    return a;
  }
  let delta = b.mean - a.mean;
  let share = b.count / count;
  return Moments(count, a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * share);
}

@compute @workgroup_size(ACROSS, DOWN)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let channel = group.x * ACROSS + local.x;
  let last = min((group.y + 1u) * BLOCK, ROWS);

  var own = Moments(0.0, 0.0, 0.0);
  if (channel < CHANNELS) {
    for (var row = group.y * BLOCK + local.y; row < last; row += DOWN) {
      let value = activations[row * CHANNELS + channel];
      own.count += 1.0;
      let delta = value - own.mean;
      own.mean += delta / own.count;
      own.m2 += delta * (value - own.mean);
    }
  }
  partial[local.y][local.x] = own;
  workgroupBarrier();

  for (var half = DOWN / 2u; half > 0u; half /= 2u) {
    if (local.y < half) {
      partial[local.y][local.x] = merged(partial[local.y][local.x], partial[local.y + half][local.x]);
    }
    workgroupBarrier();
  }

  if (local.y == 0u && channel < CHANNELS) {
    means[group.y * CHANNELS + channel] = partial[0][local.x].mean;
    squares[group.y * CHANNELS + channel] = partial[0][local.x].m2;
  }
}
