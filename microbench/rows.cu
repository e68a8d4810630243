// Which slots of an SM the warps of workgroups with and without work get, and when they are there.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <map>
#include <algorithm>
struct R { unsigned sm, warp, group, row; unsigned long long from, to; };
__global__ void work(R* r, unsigned mask, unsigned value, int turns, unsigned* sink, int barrier) {
  unsigned sm, slot; unsigned long long from, to;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
  unsigned row = threadIdx.x / 32, x = threadIdx.x + blockIdx.x, y = x ^ 5, z = x ^ 9, w = x ^ 17;
  if ((row & mask) == value) for (int t = 0; t < turns; t++) {
    x = (x << 3) ^ (y & w); y = (y << 5) ^ (z & x); z = (z << 7) ^ (w & y); w = (w << 9) ^ (x & z);
    x = (x << 3) ^ (y | w); y = (y << 5) ^ (z | x); z = (z << 7) ^ (w | y); w = (w << 9) ^ (x | z);
  }
  if (barrier) __syncthreads();
  sink[blockIdx.x * blockDim.x + threadIdx.x] = x ^ y ^ z ^ w;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(to));
  if (threadIdx.x % 32 == 0) r[blockIdx.x * (blockDim.x / 32) + row] = {sm, slot, blockIdx.x, row, from, to};
}
int main() {
  int cases[][4] = {{4,0,0,0},{4,1,0,0},{4,1,1,0},{4,2,0,0},{4,3,0,0},{4,3,3,0},{8,1,0,0},{8,3,0,0},{4,1,0,1},{4,3,0,1},{2,1,0,0},{2,1,1,0},{3,3,0,0}};
  for (auto& c : cases) {
    int rows = c[0], groups = 8448;
    R* r; unsigned* sink; cudaMalloc(&r, groups * rows * sizeof(R)); cudaMalloc(&sink, groups * rows * 128);
    cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); float ms = 0;
    for (int k = 0; k < 20; k++) { cudaEventRecord(a); work<<<groups, rows * 32>>>(r, c[1], c[2], 400, sink, c[3]); cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&ms, a, b); }
    std::vector<R> h(groups * rows); cudaMemcpy(h.data(), r, h.size() * sizeof(R), cudaMemcpyDeviceToHost);
    std::map<int, int> heavy; 
    for (auto& e : h) if ((e.row & c[1]) == (unsigned)c[2]) heavy[e.warp % 4]++;
    printf("rows %d mask %d value %d barrier %d: %.1f us, warps with work by slot mod 4: %d %d %d %d\n", rows, c[1], c[2], c[3], ms * 1000, heavy[0], heavy[1], heavy[2], heavy[3]);
    std::map<int, std::map<int,int>> rowslot;
    for (auto& e : h) rowslot[e.row][e.warp % 4]++;
    for (auto& e : rowslot) printf("  row %d: %d %d %d %d\n", e.first, e.second[0], e.second[1], e.second[2], e.second[3]);
    // first groups of SM 0: slot of each row in order of start
    std::vector<R> s; for (auto& e : h) if (e.sm == 0) s.push_back(e);
    std::sort(s.begin(), s.end(), [](const R& p, const R& q) { return p.group != q.group ? p.group < q.group : p.row < q.row; });
    unsigned long long t0 = ~0ull; for (auto& e : s) if (e.from < t0) t0 = e.from;
    for (size_t k = 0; k < s.size() && k < (size_t)rows * 40; k += rows) { printf("  g%u:", s[k].group); for (int q = 0; q < rows; q++) printf(" %u(%llu-%llu)", s[k+q].warp, s[k+q].from - t0, s[k+q].to - t0); printf("\n"); }
    cudaFree(r); cudaFree(sink);
  }
}
