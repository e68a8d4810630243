// As-of join of trades with quotes: the last eligible quote at or before each trade. The quotes are in
// order of time; a binary search finds the latest, and a walk backwards skips those that do not count.
struct Sizes {
  trades: u32,
  quotes: u32,
  eligible: u32,    // bit c is set if quotes of condition c count
  maxAge: u32,
}

@group(0) @binding(0) var<uniform> sizes: Sizes;
@group(0) @binding(1) var<storage, read> tradeTimes: array<u32>;
@group(0) @binding(2) var<storage, read> tradePrices: array<u32>;
@group(0) @binding(3) var<storage, read> quoteTimes: array<u32>;
@group(0) @binding(4) var<storage, read> quoteConditions: array<u32>;
@group(0) @binding(5) var<storage, read> quotePrices: array<vec2<u32>>;  // bid, ask less bid
@group(0) @binding(6) var<storage, read_write> matches: array<u32>;
@group(0) @binding(7) var<storage, read_write> slippage: array<i32>;     // twice the distance from the middle

@compute @workgroup_size(256)
fn join(@builtin(global_invocation_id) id: vec3<u32>) {
  let trade = id.x;
  if (trade >= sizes.trades) {
    return;
  }
  let time = tradeTimes[trade];
  var low = 0u;
  var high = sizes.quotes;
  while (low < high) {
    let middle = (low + high) >> 1u;
    if (quoteTimes[middle] <= time) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }

  var found = 0xffffffffu;
  var result = 0;
  while (low > 0u) {
    low--;
    if (time - quoteTimes[low] > sizes.maxAge) {
      break;
    }
    if (((sizes.eligible >> (quoteConditions[low] & 31u)) & 1u) != 0u) {
      let price = quotePrices[low];
      found = low;
      result = 2 * i32(tradePrices[trade]) - i32(2u * price.x + price.y);
      break;
    }
  }
  matches[trade] = found;
  slippage[trade] = result;
}
