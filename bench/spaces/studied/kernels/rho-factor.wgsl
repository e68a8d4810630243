// A factor of each number below 2^31: small primes first, then Miller-Rabin to recognise primes, then Pollard's rho
// in Brent's form with Montgomery products. Writes the factor that it finds, or the number itself if that is prime.

@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> factors: array<u32>;

const BATCH = 16u;
const LONGEST = 8192u;

fn multiply_high(a: u32, b: u32) -> u32 {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  let first = ah * bl + ((al * bl) >> 16u);
  let second = al * bh + (first & 0xffffu);
  return ah * bh + (first >> 16u) + (second >> 16u);
}

struct Modulus {
  n: u32,
  negative_inverse: u32,  // -1/n modulo 2^32
  one: u32,               // 2^32 modulo n
}

fn modulus(n: u32) -> Modulus {
  var inverse = n;  // right in three bits, and each step doubles them
  for (var i = 0u; i < 4u; i++) {
    inverse *= 2u - n * inverse;
  }
  return Modulus(n, 0u - inverse, (0u - n) % n);
}

// a * b / 2^32 modulo n
fn montgomery(a: u32, b: u32, m: Modulus) -> u32 {
  let low = a * b;
  let quotient = low * m.negative_inverse;
  let t = multiply_high(a, b) + multiply_high(quotient, m.n) + select(0u, 1u, low != 0u);
  return select(t, t - m.n, t >= m.n);
}

fn gcd(x: u32, y: u32) -> u32 {
  var a = x;
  var b = y;
  while (b != 0u) {
    let rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

fn probably_prime(base: u32, square_of_radix: u32, m: Modulus) -> bool {
  let shift = countTrailingZeros(m.n - 1u);
  var exponent = (m.n - 1u) >> shift;
  var power = montgomery(base % m.n, square_of_radix, m);
  var x = m.one;
  while (exponent != 0u) {
    if ((exponent & 1u) != 0u) {
      x = montgomery(x, power, m);
    }
    power = montgomery(power, power, m);
    exponent >>= 1u;
  }
  let minus_one = m.n - m.one;
  if (x == m.one || x == minus_one) {
    return true;
  }
  for (var i = 1u; i < shift; i++) {
    x = montgomery(x, x, m);
    if (x == minus_one) {
      return true;
    }
  }
  return false;
}

fn is_prime(m: Modulus) -> bool {
  var square = m.one;
  for (var i = 0u; i < 32u; i++) {
    square = select(2u * square, 2u * square - m.n, 2u * square >= m.n);
  }
  return probably_prime(2u, square, m) && probably_prime(7u, square, m) && probably_prime(61u, square, m);
}

fn advance(x: u32, c: u32, m: Modulus) -> u32 {
  let t = montgomery(x, x, m) + c;
  return select(t, t - m.n, t >= m.n);
}

fn distance(a: u32, b: u32) -> u32 {
  return max(a, b) - min(a, b);
}

fn rho(c: u32, m: Modulus) -> u32 {
  var x = 0u;
  var y = 2u;
  var saved = 2u;
  var product = m.one;
  var g = 1u;
  var r = 1u;
  while (g == 1u && r <= LONGEST) {
    x = y;
    for (var i = 0u; i < r; i++) {
      y = advance(y, c, m);
    }
    for (var k = 0u; k < r && g == 1u; k += BATCH) {
      saved = y;
      let steps = min(BATCH, r - k);
      for (var i = 0u; i < steps; i++) {
        y = advance(y, c, m);
        product = montgomery(product, distance(x, y), m);
      }
      g = gcd(product, m.n);
    }
    r *= 2u;
  }
  if (g == m.n) {  // the batch went past the factor: again, one step at a time
    g = 1u;
    for (var i = 0u; i < BATCH && g == 1u; i++) {
      saved = advance(saved, c, m);
      g = gcd(distance(x, saved), m.n);
    }
  }
  return g;
}

fn factor(n: u32) -> u32 {
  if (n < 4u) {
    return n;
  }
  if ((n & 1u) == 0u) {
    return 2u;
  }
  for (var d = 3u; d < 50u; d += 2u) {
    if (d * d > n) {
      return n;
    }
    if (n % d == 0u) {
      return d;
    }
  }
  let m = modulus(n);
  if (is_prime(m)) {
    return n;
  }
  for (var c = 1u; c < 16u; c++) {
    let g = rho(c, m);
    if (g != 1u && g != n) {
      return g;
    }
  }
  return 0u;  // not found
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&numbers)) {
    return;
  }
  factors[id.x] = factor(numbers[id.x] & 0x7fffffffu);
}
