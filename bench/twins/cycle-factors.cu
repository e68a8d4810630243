#include "harness.h"

struct Job { uint32_t count, tries; };

static __device__ __forceinline__ uint32_t mul_high(uint32_t a, uint32_t b) {
  const uint32_t a0 = a & 0xffffu;
  const uint32_t a1 = a >> 16;
  const uint32_t b0 = b & 0xffffu;
  const uint32_t b1 = b >> 16;
  const uint32_t low = a0 * b0;
  const uint32_t middle = a1 * b0 + (low >> 16);
  const uint32_t other = a0 * b1 + (middle & 0xffffu);
  return a1 * b1 + (middle >> 16) + (other >> 16);
}

static __device__ __forceinline__ uint32_t negative_inverse(uint32_t n) {
  uint32_t x = n;
  for (int32_t i = 0; i < 4; i++) {
    x *= 2u - n * x;
  }
  return 0u - x;
}

static __device__ __forceinline__ uint32_t mul_mod(uint32_t a, uint32_t b, uint32_t n, uint32_t inverse) {
  const uint32_t low = a * b;
  const uint32_t m = low * inverse;
  const uint32_t carry = low != 0u ? 1u : 0u;
  const uint32_t sum = mul_high(a, b) + mul_high(m, n) + carry;
  return sum >= n ? sum - n : sum;
}

static __device__ __forceinline__ uint32_t gcd(uint32_t first, uint32_t second) {
  uint32_t a = first;
  uint32_t b = second;
  while (b != 0u) {
    const uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static __device__ __forceinline__ uint32_t advance(uint32_t x, uint32_t c, uint32_t n, uint32_t inverse) {
  const uint32_t next = mul_mod(x, x, n, inverse) + c;
  return next >= n ? next - n : next;
}

static __device__ __forceinline__ uint32_t difference(uint32_t a, uint32_t b) {
  return max(a, b) - min(a, b);
}

static __device__ __forceinline__ uint32_t find_factor(uint32_t n, uint32_t c) {
  const uint32_t inverse = negative_inverse(n);
  uint32_t slow = 2u % n;
  uint32_t fast = slow;
  for (;;) {
    const uint32_t slow_before = slow;
    const uint32_t fast_before = fast;
    uint32_t product = 1u;
    for (uint32_t i = 0; i < 8; i++) {
      slow = advance(slow, c, n, inverse);
      fast = advance(advance(fast, c, n, inverse), c, n, inverse);
      product = mul_mod(product, difference(slow, fast), n, inverse);
    }
    if (gcd(n, product) == 1u) {
      continue;
    }
    slow = slow_before;
    fast = fast_before;
    for (;;) {
      slow = advance(slow, c, n, inverse);
      fast = advance(advance(fast, c, n, inverse), c, n, inverse);
      const uint32_t divisor = gcd(n, difference(slow, fast));
      if (divisor != 1u) {
        return divisor;
      }
    }
  }
}

__global__ void __launch_bounds__(256) cycle_factors(
    const Job job, const uint32_t* __restrict__ left, const uint32_t* __restrict__ right, uint2* factors) {
  const uint32_t idx = blockIdx.x * 256 + threadIdx.x;
  if (idx >= job.count) {
    return;
  }
  const uint32_t n = (2u * left[idx] + 3u) * (2u * right[idx] + 3u);
  uint32_t factor = n;
  for (uint32_t c = 1; c <= job.tries && factor == n; c++) {
    factor = find_factor(n, c);
  }
  const uint32_t other = n / factor;
  factors[idx] = make_uint2(min(factor, other), max(factor, other));
}

int main() {
  constexpr uint32_t COUNT = 400000;
  auto left = kc::randomU32(COUNT, 191, 16380);
  auto right = kc::randomU32(COUNT, 192, 16380);
  auto factors = kc::zeros<uint2>(COUNT);
  const Job job = {COUNT, 6};
  kc::run("cycle-factors", [&] { cycle_factors<<<(COUNT + 255) / 256, 256>>>(job, left, right, factors); });
  kc::checksum("factors", factors, COUNT);
}
