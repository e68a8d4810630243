#include "harness.h"

struct Camera {
  float positionX, positionY, positionZ;
  int32_t side;
  float forwardX, forwardY, forwardZ;
  uint32_t width;
  float rightX, rightY, rightZ;
  uint32_t height;
  float upX, upY, upZ;
  uint32_t solidBelow;
};

struct Hit { float distance; uint32_t surface; };

constexpr float FAR = 1e30f;

static __device__ __forceinline__ float perCellOf(float direction) {
  return fminf(fabsf(1.0f / (fabsf(direction) < 1e-9f ? 1e-9f : direction)), FAR);
}

__global__ void __launch_bounds__(64) voxel_dda(const uint32_t* __restrict__ voxels, Hit* hits, const Camera camera) {
  const uint32_t idx = blockIdx.x * 8 + threadIdx.x;
  const uint32_t idy = blockIdx.y * 8 + threadIdx.y;
  if (idx >= camera.width || idy >= camera.height) {
    return;
  }
  const float sizeX = float(camera.width), sizeY = float(camera.height);
  const float screenX = (2.0f * (float(idx) + 0.5f) - sizeX) / sizeY;
  const float screenY = (2.0f * (float(idy) + 0.5f) - sizeY) / sizeY;
  float directionX = 1.5f * camera.forwardX + screenX * camera.rightX - screenY * camera.upX;
  float directionY = 1.5f * camera.forwardY + screenX * camera.rightY - screenY * camera.upY;
  float directionZ = 1.5f * camera.forwardZ + screenX * camera.rightZ - screenY * camera.upZ;
  const float inverse = rsqrtf(directionX * directionX + directionY * directionY + directionZ * directionZ);
  directionX *= inverse;
  directionY *= inverse;
  directionZ *= inverse;

  int32_t cellX = int32_t(floorf(camera.positionX));
  int32_t cellY = int32_t(floorf(camera.positionY));
  int32_t cellZ = int32_t(floorf(camera.positionZ));
  const int32_t strideX = directionX >= 0.0f ? 1 : -1;
  const int32_t strideY = directionY >= 0.0f ? 1 : -1;
  const int32_t strideZ = directionZ >= 0.0f ? 1 : -1;
  const float perCellX = perCellOf(directionX);
  const float perCellY = perCellOf(directionY);
  const float perCellZ = perCellOf(directionZ);
  const float inCellX = camera.positionX - floorf(camera.positionX);
  const float inCellY = camera.positionY - floorf(camera.positionY);
  const float inCellZ = camera.positionZ - floorf(camera.positionZ);
  float crossingX = perCellX * (directionX >= 0.0f ? 1.0f - inCellX : inCellX);
  float crossingY = perCellY * (directionY >= 0.0f ? 1.0f - inCellY : inCellY);
  float crossingZ = perCellZ * (directionZ >= 0.0f ? 1.0f - inCellZ : inCellZ);

  Hit hit = {FAR, 0u};
  float t = 0.0f;
  uint32_t face = 0;
  while (((cellX >= 0) & (cellY >= 0) & (cellZ >= 0)) &&
         ((cellX < camera.side) & (cellY < camera.side) & (cellZ < camera.side))) {
    const uint32_t material = voxels[cellX + camera.side * (cellY + camera.side * cellZ)];
    if (material < camera.solidBelow) {
      hit = {t, (material << 2) | face};
      break;
    }
    if (crossingX < crossingY && crossingX < crossingZ) {
      t = crossingX;
      crossingX += perCellX;
      cellX += strideX;
      face = 1;
    } else if (crossingY < crossingZ) {
      t = crossingY;
      crossingY += perCellY;
      cellY += strideY;
      face = 2;
    } else {
      t = crossingZ;
      crossingZ += perCellZ;
      cellZ += strideZ;
      face = 3;
    }
  }
  hits[idy * camera.width + idx] = hit;
}

int main() {
  constexpr uint32_t WIDTH = 1280, HEIGHT = 720, SIDE = 192;
  auto voxels = kc::randomU32(size_t(SIDE) * SIDE * SIDE, 121, 600);
  auto hits = kc::zeros<Hit>(WIDTH * HEIGHT);
  const Camera camera = {
    float(0.3 * SIDE + 0.37), float(0.6 * SIDE + 0.21), float(0.1 * SIDE + 0.58), int32_t(SIDE),
    0.4082f, -0.2588f, 0.8754f, WIDTH,
    0.9063f, 0.0f, -0.4226f, HEIGHT,
    0.1094f, 0.9659f, 0.2346f, 4,
  };
  kc::run("voxel-dda", [&] {
    voxel_dda<<<dim3((WIDTH + 7) / 8, (HEIGHT + 7) / 8), dim3(8, 8)>>>(voxels, hits, camera);
  });
  kc::checksum("hits", hits, WIDTH * HEIGHT);
}
