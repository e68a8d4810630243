// What it costs to read words of a constant bank in turn, by how many they are and how far apart: cycles of a round, by
// warps of an SM. A line of text for each.
// Build and run: nvcc -O3 -arch=sm_90 -o constant-lines constant-lines.cu && ./constant-lines
#include <cstdio>
#include <algorithm>
#include <vector>
__constant__ float bank[16384];
template<int LINES,int STEP> __global__ void lines(float*o,long long*t,int rounds){
 float a[8]; for(int k=0;k<8;k++)a[k]=threadIdx.x+k;
 long long start=0;
 _Pragma("unroll 1") for(int r=0;r<rounds+2;r++){ if(r==2){__syncthreads();start=clock64();}
  _Pragma("unroll") for(int l=0;l<LINES;l++)a[l&7]=__fmaf_rn(a[l&7],bank[l*STEP],a[(l+1)&7]); }
 long long end=clock64();
 float s=0; for(int k=0;k<8;k++)s+=a[k];
 if(s==77)o[0]=s; if(threadIdx.x%32==0)t[blockIdx.x*(blockDim.x/32)+threadIdx.x/32]=end-start;}
template<int LINES,int STEP> void go(float*o,long long*t){
 for(int warps:{4,8,16,32}){ int rounds=std::max(4,20000/LINES);
  for(int k=0;k<2;k++)lines<LINES,STEP><<<132,warps*32>>>(o,t,rounds); cudaDeviceSynchronize();
  std::vector<long long> h(132*warps); cudaMemcpy(h.data(),t,h.size()*8,cudaMemcpyDeviceToHost); std::sort(h.begin(),h.end());
  printf("lines %d words-apart %d warps %d cycles-a-round %.1f of-each %.2f\n",LINES,STEP,warps,(double)h[h.size()/2]/rounds,(double)h[h.size()/2]/rounds/LINES);} }
int main(){float*o;long long*t;cudaMalloc(&o,64);cudaMalloc(&t,132*64*8);
 go<8,16>(o,t);go<16,16>(o,t);go<24,16>(o,t);go<28,16>(o,t);go<32,16>(o,t);go<36,16>(o,t);go<40,16>(o,t);go<48,16>(o,t);go<64,16>(o,t);go<128,16>(o,t);go<256,16>(o,t);go<512,16>(o,t);go<1024,16>(o,t);
 go<256,1>(o,t);go<512,1>(o,t);go<640,1>(o,t);go<768,1>(o,t);go<1024,1>(o,t);go<1536,1>(o,t);go<256,2>(o,t);go<512,2>(o,t);go<1024,2>(o,t);go<512,4>(o,t);go<1024,4>(o,t);go<1024,8>(o,t);
 puts(cudaGetErrorString(cudaGetLastError()));}
