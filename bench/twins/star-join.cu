#include "harness.h"
#include "as-driver.h"

struct Query { uint32_t rows, region, firstCategory, lastCategory; };

static __device__ __forceinline__ float revenueOf(
    uint32_t row, const uint32_t* __restrict__ saleCustomer, const uint32_t* __restrict__ salePart,
    const float* __restrict__ salePrice, const float* __restrict__ saleDiscount,
    const uint32_t* __restrict__ customerRegion, const uint32_t* __restrict__ partCategory, const Query& query) {
  if (row >= query.rows) {
    return 0.0f;
  }
  if (customerRegion[saleCustomer[row]] != query.region) {
    return 0.0f;
  }
  const uint32_t category = partCategory[salePart[row]];
  if (category < query.firstCategory || category > query.lastCategory) {
    return 0.0f;
  }
  return salePrice[row] * (1.0f - saleDiscount[row]);
}

__global__ void __launch_bounds__(256) star_join(
    const uint32_t* __restrict__ saleCustomer, const uint32_t* __restrict__ salePart,
    const float* __restrict__ salePrice, const float* __restrict__ saleDiscount,
    const uint32_t* __restrict__ customerRegion, const uint32_t* __restrict__ partCategory,
    float* revenue, const Query query) {
  __shared__ __align__(16) float subgroupSums[64];
  const uint32_t index = threadIdx.x;
  KC_ZERO(subgroupSums, index, 256);
  const uint32_t lane = index % kc2::WIDTH;
  const uint32_t width = kc2::WIDTH;
  const float sum = kc2::subgroupAdd(revenueOf(
      blockIdx.x * 256 + threadIdx.x, saleCustomer, salePart, salePrice, saleDiscount, customerRegion, partCategory, query));
  if (lane == 0) {
    subgroupSums[index / width] = sum;
  }
  __syncthreads();
  if (index == 0) {
    float total = 0.0f;
    KC_ROLLED
    for (uint32_t i = 0; i < 256 / width; i++) {
      total += subgroupSums[i];
    }
    revenue[blockIdx.x] = total;
  }
}

int main() {
  constexpr uint32_t ROWS = 10000000, CUSTOMERS = 300000, PARTS = 140000;
  constexpr uint32_t GROUPS = (ROWS + 255) / 256;
  auto saleCustomer = kc::randomU32(ROWS, 1, CUSTOMERS);
  auto salePart = kc::randomU32(ROWS, 2, PARTS);
  auto salePrice = kc::randomF32(ROWS, 3, 1, 500);
  auto saleDiscount = kc::randomF32(ROWS, 4, 0, 0.1);
  auto customerRegion = kc::randomU32(CUSTOMERS, 5, 5);
  auto partCategory = kc::randomU32(PARTS, 6, 25);
  auto revenue = kc::zeros<float>(GROUPS);
  const Query query = {ROWS, 2, 8, 15};
  kc::run("star-join", [&] {
    star_join<<<GROUPS, 256>>>(saleCustomer, salePart, salePrice, saleDiscount, customerRegion, partCategory, revenue, query);
  });
  kc::checksum("revenue", revenue, GROUPS);
}
