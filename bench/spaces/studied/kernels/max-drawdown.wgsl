// The largest drawdown of each simulated path (in logarithms), from its daily returns. One workgroup per path: each
// invocation sums up a stretch of days, then neighbouring stretches are joined pairwise.
@group(0) @binding(0) var<storage, read> returns: array<f32>; // paths x DAYS
@group(0) @binding(1) var<storage, read_write> drawdowns: array<f32>;

override DAYS: u32;
const SIZE = 128u;

struct Stretch {
  total: f32,
  peak: f32,
  trough: f32,
  drawdown: f32,
}

var<workgroup> stretches: array<Stretch, SIZE>;

fn join(a: Stretch, b: Stretch) -> Stretch {
  return Stretch(
    a.total + b.total,
    max(a.peak, a.total + b.peak),
    min(a.trough, a.total + b.trough),
    max(max(a.drawdown, b.drawdown), a.peak - (a.total + b.trough)),
  );
}

@compute @workgroup_size(SIZE)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let each = (DAYS + SIZE - 1u) / SIZE;
  let first = min(lane * each, DAYS);
  let last = min(first + each, DAYS);
  var mine = Stretch(0.0, 0.0, 0.0, 0.0);
  for (var day = first; day < last; day++) {
    mine.total += returns[group.x * DAYS + day];
    mine.peak = max(mine.peak, mine.total);
    mine.trough = min(mine.trough, mine.total);
    mine.drawdown = max(mine.drawdown, mine.peak - mine.total);
  }
  stretches[lane] = mine;
  workgroupBarrier();
  for (var width = 1u; width < SIZE; width *= 2u) {
    if (lane % (2u * width) == 0u) {
      stretches[lane] = join(stretches[lane], stretches[lane + width]);
    }
    workgroupBarrier();
  }
  if (lane == 0u) {
    drawdowns[group.x] = stretches[0].drawdown;
  }
}
