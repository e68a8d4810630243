// Factors composite numbers below 2^30 by Pollard's rho: x -> x * x + c modulo n until two places of the walk agree
// modulo a factor. Differences are multiplied up, so that a greatest common divisor is taken every eight steps only.
struct Job {
  count: u32,
  tries: u32, // values of c before giving up
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> left: array<u32>;  // numbers are products of two odd ones
@group(0) @binding(2) var<storage, read> right: array<u32>;
@group(0) @binding(3) var<storage, read_write> factors: array<vec2<u32>>;

// The upper half of a 64-bit product.
fn mul_high(a: u32, b: u32) -> u32 {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let other = a0 * b1 + (middle & 0xffffu);
  return a1 * b1 + (middle >> 16u) + (other >> 16u);
}

// -1 / n modulo 2^32, n odd.
fn negative_inverse(n: u32) -> u32 {
  var x = n;
  for (var i = 0; i < 4; i++) {
    x *= 2u - n * x;
  }
  return 0u - x;
}

// a * b / 2^32 modulo n (Montgomery), below n.
fn mul_mod(a: u32, b: u32, n: u32, inverse: u32) -> u32 {
  let low = a * b;
  let m = low * inverse;
  let carry = select(0u, 1u, low != 0u);
  let sum = mul_high(a, b) + mul_high(m, n) + carry;
  return select(sum, sum - n, sum >= n);
}

fn gcd(first: u32, second: u32) -> u32 {
  var a = first;
  var b = second;
  while (b != 0u) {
    let rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

fn advance(x: u32, c: u32, n: u32, inverse: u32) -> u32 {
  let next = mul_mod(x, x, n, inverse) + c;
  return select(next, next - n, next >= n);
}

fn difference(a: u32, b: u32) -> u32 {
  return max(a, b) - min(a, b);
}

fn find_factor(n: u32, c: u32) -> u32 {
  let inverse = negative_inverse(n);
  var slow = 2u % n;
  var fast = slow;
  loop {
    let slow_before = slow;
    let fast_before = fast;
    var product = 1u;
    for (var i = 0u; i < 8u; i++) {
      slow = advance(slow, c, n, inverse);
      fast = advance(advance(fast, c, n, inverse), c, n, inverse);
      product = mul_mod(product, difference(slow, fast), n, inverse);
    }
    if (gcd(n, product) == 1u) {
      continue;
    }
    // Among the last eight: once more, one by one.
    slow = slow_before;
    fast = fast_before;
    loop {
      slow = advance(slow, c, n, inverse);
      fast = advance(advance(fast, c, n, inverse), c, n, inverse);
      let divisor = gcd(n, difference(slow, fast));
      if (divisor != 1u) {
        return divisor;
      }
    }
  }
  return n;
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= job.count) {
    return;
  }
  let n = (2u * left[id.x] + 3u) * (2u * right[id.x] + 3u);
  var factor = n;
  for (var c = 1u; c <= job.tries && factor == n; c++) {
    factor = find_factor(n, c);
  }
  let other = n / factor;
  factors[id.x] = vec2<u32>(min(factor, other), max(factor, other));
}
