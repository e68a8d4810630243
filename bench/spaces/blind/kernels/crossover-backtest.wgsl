// Backtests every (fast, slow) pair of a moving-average crossover rule on every asset.
// One invocation walks the whole price history of one asset with one pair of windows.

struct Config {
  bars: u32,
  assets: u32,
  fast_min: u32,
  fast_count: u32,
  slow_min: u32,
  slow_step: u32,
  slow_count: u32,
  fee: f32,
}

struct Outcome {
  equity: f32,
  drawdown: f32,
  sharpe: f32,
  trades: u32,
}

@group(0) @binding(0) var<storage, read> close: array<f32>;
@group(0) @binding(1) var<storage, read_write> outcomes: array<Outcome>;
@group(0) @binding(2) var<uniform> config: Config;

fn mean_before(first: u32, end: u32, length: u32) -> f32 {
  var total = 0.0;
  for (var t = end - length; t < end; t++) {
    total += close[first + t];
  }
  return total;
}

@compute @workgroup_size(128)
fn backtest(@builtin(global_invocation_id) id: vec3<u32>) {
  let pair = id.x;
  let asset = id.y;
  let pairs = config.fast_count * config.slow_count;
  if (pair >= pairs || asset >= config.assets) {
    return;
  }
  let fast = config.fast_min + pair % config.fast_count;
  let slow = config.slow_min + config.slow_step * (pair / config.fast_count);
  let slot = asset * pairs + pair;
  if (fast >= slow || slow >= config.bars) {
    outcomes[slot] = Outcome(1.0, 0.0, 0.0, 0u);
    return;
  }

  let first = asset * config.bars;
  // Running totals of the two windows that end just before bar t.
  var fast_total = mean_before(first, slow, fast);
  var slow_total = mean_before(first, slow, slow);
  let fast_scale = 1.0 / f32(fast);
  let slow_scale = 1.0 / f32(slow);

  var equity = 1.0;
  var peak = 1.0;
  var drawdown = 0.0;
  var gains = 0.0;
  var squares = 0.0;
  var trades = 0u;
  var position = 0.0;
  var last = close[first + slow - 1u];

  for (var t = slow; t < config.bars; t++) {
    let wanted = select(-1.0, 1.0, fast_total * fast_scale > slow_total * slow_scale);
    var gain = 0.0;
    if (wanted != position) {
      gain -= config.fee * abs(wanted - position);
      position = wanted;
      trades += 1u;
    }
    let price = close[first + t];
    gain += position * (price / last - 1.0);
    last = price;

    equity *= 1.0 + gain;
    peak = max(peak, equity);
    drawdown = max(drawdown, 1.0 - equity / peak);
    gains += gain;
    squares += gain * gain;

    fast_total += price - close[first + t - fast];
    slow_total += price - close[first + t - slow];
  }

  let n = f32(config.bars - slow);
  let mean = gains / n;
  let variance = max(squares / n - mean * mean, 1e-12);
  outcomes[slot] = Outcome(equity, drawdown, mean / sqrt(variance) * sqrt(252.0), trades);
}
