#include "harness.h"
#include "as-driver.h"

struct Params { int32_t width, height; float alpha2, pad; };

constexpr int32_t TILE = 16, SWEEPS = 3, SIDE = 22, CELLS = 484;

static __device__ __forceinline__ bool inside(int2 p, const Params& params) {
  return p.x >= 0 && p.y >= 0 && p.x < params.width && p.y < params.height;
}

static __device__ __forceinline__ int32_t slot(int32_t px, int32_t py, int2 origin, const Params& params) {
  const int32_t qx = min(max(px, 0), params.width - 1) - origin.x;
  const int32_t qy = min(max(py, 0), params.height - 1) - origin.y;
  return qy * SIDE + qx;
}

static __device__ __forceinline__ void operator+=(float2& a, float2 b) {
  a.x += b.x;
  a.y += b.y;
}

__global__ void __launch_bounds__(256) optical_flow_sweeps(
    const Params params, const float4* __restrict__ gradients, const float2* __restrict__ flow_in, float2* flow_out) {
  __shared__ __align__(16) float2 flow[2][484];
  const int32_t li = int32_t(threadIdx.y * 16 + threadIdx.x);
  KC_ZERO(flow, li, 256);
  const int2 origin = make_int2(int32_t(blockIdx.x) * TILE - SWEEPS, int32_t(blockIdx.y) * TILE - SWEEPS);

  KC_ROLLED
  for (int32_t c = li; c < CELLS; c += TILE * TILE) {
    const int2 p = make_int2(origin.x + c % SIDE, origin.y + c / SIDE);
    if (inside(p, params)) {
      flow[0][c] = flow_in[p.y * params.width + p.x];
    }
  }
  __syncthreads();

  int32_t source = 0;
  for (int32_t sweep = 1; sweep <= SWEEPS; sweep++) {
    KC_ROLLED
    for (int32_t c = li; c < CELLS; c += TILE * TILE) {
      const int2 t = make_int2(c % SIDE, c / SIDE);
      const int2 p = make_int2(origin.x + t.x, origin.y + t.y);
      const bool isInner = ((t.x >= sweep) & (t.y >= sweep)) && ((t.x < SIDE - sweep) & (t.y < SIDE - sweep));
      if (isInner && inside(p, params)) {
        float2 sides = make_float2(0.0f, 0.0f);
        sides += flow[source][slot(p.x - 1, p.y, origin, params)];
        sides += flow[source][slot(p.x + 1, p.y, origin, params)];
        sides += flow[source][slot(p.x, p.y - 1, origin, params)];
        sides += flow[source][slot(p.x, p.y + 1, origin, params)];
        float2 corners = make_float2(0.0f, 0.0f);
        corners += flow[source][slot(p.x - 1, p.y - 1, origin, params)];
        corners += flow[source][slot(p.x + 1, p.y - 1, origin, params)];
        corners += flow[source][slot(p.x - 1, p.y + 1, origin, params)];
        corners += flow[source][slot(p.x + 1, p.y + 1, origin, params)];
        const float2 mean = make_float2(sides.x / 6.0f + corners.x / 12.0f, sides.y / 6.0f + corners.y / 12.0f);
        const float4 g = gradients[p.y * params.width + p.x];
        const float error =
            (g.x * mean.x + g.y * mean.y + g.z) / (params.alpha2 + (g.x * g.x + g.y * g.y));
        flow[1 - source][c] = make_float2(mean.x - g.x * error, mean.y - g.y * error);
      }
    }
    source = 1 - source;
    __syncthreads();
  }

  const int32_t px = int32_t(blockIdx.x) * TILE + int32_t(threadIdx.x);
  const int32_t py = int32_t(blockIdx.y) * TILE + int32_t(threadIdx.y);
  if (inside(make_int2(px, py), params)) {
    flow_out[py * params.width + px] = flow[source][slot(px, py, origin, params)];
  }
}

int main() {
  constexpr uint32_t WIDTH = 1920, HEIGHT = 1080;
  const Params params = {int32_t(WIDTH), int32_t(HEIGHT), 0.04f, 0.0f};
  auto gradients = kc::structs<float4>(WIDTH * HEIGHT, 81, -0.5, 0.5);
  auto flow_in = kc::structs<float2>(WIDTH * HEIGHT, 82, -3, 3);
  auto flow_out = kc::zeros<float2>(WIDTH * HEIGHT);
  kc::run("optical-flow-sweeps", [&] {
    optical_flow_sweeps<<<dim3((WIDTH + 15) / 16, (HEIGHT + 15) / 16), dim3(16, 16)>>>(params, gradients, flow_in, flow_out);
  });
  kc::checksum("flow_out", flow_out, WIDTH * HEIGHT);
}
