// Compresses an 8-bit alpha channel to EAC (the alpha half of ETC2 RGBA8): 4x4 texels to 64 bits.
// For each of the 16 modifier tables three multipliers around the range of the block are tried.

@group(0) @binding(0) var<storage, read> alpha: array<u32>;             // four texels in a word
@group(0) @binding(1) var<storage, read_write> blocks: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> totalError: atomic<u32>;

override WIDTH: u32 = 2048;
override HEIGHT: u32 = 2048;

const MODIFIERS = array<i32, 128>(
  -3, -6, -9, -15, 2, 5, 8, 14,
  -3, -7, -10, -13, 2, 6, 9, 12,
  -2, -5, -8, -13, 1, 4, 7, 12,
  -2, -4, -6, -13, 1, 3, 5, 12,
  -3, -6, -8, -12, 2, 5, 7, 11,
  -3, -7, -9, -11, 2, 6, 8, 10,
  -4, -7, -8, -11, 3, 6, 7, 10,
  -3, -5, -8, -11, 2, 4, 7, 10,
  -2, -6, -8, -10, 1, 5, 7, 9,
  -2, -5, -8, -10, 1, 4, 7, 9,
  -2, -4, -8, -10, 1, 3, 7, 9,
  -2, -5, -7, -10, 1, 4, 6, 9,
  -3, -4, -7, -10, 2, 3, 6, 9,
  -1, -2, -3, -10, 0, 1, 2, 9,
  -4, -6, -8, -9, 3, 5, 7, 8,
  -3, -5, -7, -9, 2, 4, 6, 8,
);

@compute @workgroup_size(8, 8)
fn encode(@builtin(global_invocation_id) gid: vec3<u32>) {
  let across = WIDTH / 4u;
  if (gid.x >= across || gid.y >= HEIGHT / 4u) {
    return;
  }
  var texels: array<i32, 16>;
  var low = 255;
  var high = 0;
  for (var y = 0u; y < 4u; y++) {
    let word = alpha[(gid.y * 4u + y) * across + gid.x];
    for (var x = 0u; x < 4u; x++) {
      let a = i32(extractBits(word, x * 8u, 8u));
      texels[x * 4u + y] = a;        // EAC counts down the columns
      low = min(low, a);
      high = max(high, a);
    }
  }
  let base = (low + high + 1) / 2;

  var bestError = 0x7fffffff;
  var bestTable = 0u;
  var bestMultiplier = 1;
  for (var table = 0u; table < 16u; table++) {
    let reach = MODIFIERS[table * 8u + 7u] - MODIFIERS[table * 8u + 3u];
    let guess = (high - low + reach / 2) / reach;
    for (var multiplier = max(1, guess - 1); multiplier <= clamp(guess + 1, 1, 15); multiplier++) {
      var levels: array<i32, 8>;
      for (var k = 0u; k < 8u; k++) {
        levels[k] = clamp(base + MODIFIERS[table * 8u + k] * multiplier, 0, 255);
      }
      var error = 0;
      for (var t = 0u; t < 16u; t++) {
        var nearest = 255;
        for (var k = 0u; k < 8u; k++) {
          nearest = min(nearest, abs(texels[t] - levels[k]));
        }
        error += nearest * nearest;
        if (error >= bestError) {
          break;
        }
      }
      if (error < bestError) {
        bestError = error;
        bestTable = table;
        bestMultiplier = multiplier;
      }
    }
  }

  // indices: 48 bits, the first texel in the highest
  var upper = (u32(base) << 24u) | (u32(bestMultiplier) << 20u) | (bestTable << 16u);
  var lower = 0u;
  for (var t = 0u; t < 16u; t++) {
    var index = 0u;
    var nearest = 1000;
    for (var k = 0u; k < 8u; k++) {
      let level = clamp(base + MODIFIERS[bestTable * 8u + k] * bestMultiplier, 0, 255);
      if (abs(texels[t] - level) < nearest) {
        nearest = abs(texels[t] - level);
        index = k;
      }
    }
    let shift = 45u - 3u * t;
    if (shift >= 32u) {
      upper |= index << (shift - 32u);
    } else {
      lower |= index << shift;
      if (shift > 29u) {
        upper |= index >> (32u - shift);
      }
    }
  }
  blocks[gid.y * across + gid.x] = vec2<u32>(upper, lower);
  atomicAdd(&totalError, u32(bestError));
}
