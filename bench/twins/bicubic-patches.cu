#include "harness.h"
constexpr uint32_t PATCHES = 6000, SEGMENTS = 16;
struct Patch { float4 control[16]; };
struct Vertex { float4 position, normal; };

__device__ __forceinline__ float3 axpy(float s, float3 a, float3 b) { return make_float3(fmaf(s, a.x, b.x), fmaf(s, a.y, b.y), fmaf(s, a.z, b.z)); }

__global__ void __launch_bounds__(64) tessellate(uint32_t segments, uint32_t count, const Patch* __restrict__ patches, Vertex* vertices) {
  const uint32_t x = blockIdx.x * 8u + threadIdx.x, y = blockIdx.y * 8u + threadIdx.y, z = blockIdx.z;
  const uint32_t side = segments + 1u;
  if (x >= side || y >= side || z >= count) return;
  const float u = float(x) / float(segments), v = float(y) / float(segments);
  const auto weights = [](float t, float (&b)[4], float (&d)[4]) {
    const float s = 1.0f - t;
    b[0] = s * s * s, b[1] = 3.0f * s * s * t, b[2] = 3.0f * s * t * t, b[3] = t * t * t;
    d[0] = -3.0f * s * s, d[1] = 3.0f * s * s - 6.0f * s * t, d[2] = 6.0f * s * t - 3.0f * t * t, d[3] = 3.0f * t * t;
  };
  float bu[4], bv[4], du[4], dv[4];
  weights(u, bu, du);
  weights(v, bv, dv);
  float3 position = {}, alongU = {}, alongV = {};
#pragma unroll
  for (uint32_t row = 0; row < 4; row++) {
    float3 point = {}, slope = {};
#pragma unroll
    for (uint32_t col = 0; col < 4; col++) {
      const float4 c = patches[z].control[4u * row + col];
      const float3 p = make_float3(c.x, c.y, c.z);
      point = axpy(bu[col], p, point);
      slope = axpy(du[col], p, slope);
    }
    position = axpy(bv[row], point, position);
    alongU = axpy(bv[row], slope, alongU);
    alongV = axpy(dv[row], point, alongV);
  }
  const float3 n = make_float3(alongU.y * alongV.z - alongU.z * alongV.y, alongU.z * alongV.x - alongU.x * alongV.z, alongU.x * alongV.y - alongU.y * alongV.x);
  const float length2 = n.x * n.x + n.y * n.y + n.z * n.z;
  const float scale = rsqrtf(length2);
  const bool isLong = length2 > 1e-12f;
  const uint32_t at = (z * side + y) * side + x;
  vertices[at].position = make_float4(position.x, position.y, position.z, 1.0f);
  vertices[at].normal = make_float4(isLong ? n.x * scale : 0.0f, isLong ? n.y * scale : 0.0f, isLong ? n.z * scale : 1.0f, 0.0f);
}

int main() {
  auto patches = kc::structs<Patch>(PATCHES, 13, -1, 1);
  auto vertices = kc::zeros<Vertex>(size_t(PATCHES) * (SEGMENTS + 1) * (SEGMENTS + 1));
  KC_RUN(tessellate<<<dim3(kcCeil(SEGMENTS + 1, 8), kcCeil(SEGMENTS + 1, 8), PATCHES), dim3(8, 8)>>>(SEGMENTS, PATCHES, patches, vertices));
  kc::checksum("vertices", vertices, size_t(PATCHES) * (SEGMENTS + 1) * (SEGMENTS + 1));
}
