// In how many passes L1's data banks serve elements of 4, 8 and 16 bytes, in runs at random and in rows, which L1 has or
// lacks. A line of text for each launch; the profiler counts, as for l1-keeps.cu.
// Build and run: nvcc -O3 -arch=sm_90 -o l1-passes l1-passes.cu, then ncu with l1tex__data_pipe_lsu_wavefronts.sum,...
#include <cstdio>
__device__ unsigned mix(unsigned x){x^=x>>16;x*=0x7feb352dU;x^=x>>15;x*=0x846ca68bU;x^=x>>16;return x;}
template<class T> __device__ unsigned first(T v); template<> __device__ unsigned first(unsigned v){return v;} template<> __device__ unsigned first(uint2 v){return v.x+v.y;} template<> __device__ unsigned first(uint4 v){return v.x+v.y+v.z+v.w;}
template<class T> __global__ void rndw(const T*__restrict__ p,unsigned*o,unsigned n,unsigned run,unsigned trips){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned s=0;
 _Pragma("unroll 1") for(unsigned j=0;j<trips;j++){unsigned at=(mix(t/run*977+j*131071)%(n/run))*run+t%run; s=(s+first<T>(__ldg(p+at+(s>>31))))&0x7fffffff;} if(s==77)o[0]=s;}
// rows of `run` elements, `apart` bytes from one to the next, all warps walking on together
template<class T> __global__ void strided(const T*__restrict__ p,unsigned*o,unsigned apart,unsigned run,unsigned trips,unsigned size){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned lane=threadIdx.x%32,s=0;
 _Pragma("unroll 1") for(unsigned j=0;j<trips;j++){unsigned at=((lane/run)*apart/sizeof(T)+lane%run+(mix(t/32*977+j*131071)%64)*32)%size; s=(s+first<T>(__ldg(p+at+(s>>31))))&0x7fffffff;} if(s==77)o[0]=s;}
int main(){unsigned*p,*o;cudaMalloc(&p,1<<26);cudaMalloc(&o,4096);cudaMemset(p,0,1<<26);
 cudaFuncSetAttribute(rndw<unsigned>,cudaFuncAttributePreferredSharedMemoryCarveout,25);cudaFuncSetAttribute(rndw<uint2>,cudaFuncAttributePreferredSharedMemoryCarveout,25);cudaFuncSetAttribute(rndw<uint4>,cudaFuncAttributePreferredSharedMemoryCarveout,25);
 for(int kb:{2,16,64,128,256,4096})for(unsigned run:{1u,2u,4u,8u,16u}){unsigned B=kb*1024;
  rndw<unsigned><<<132*8,256>>>(p,o,B/4,run,128);cudaDeviceSynchronize();printf("rnd 4 kb %d run %u\n",kb,run);
  rndw<uint2><<<132*8,256>>>((uint2*)p,o,B/8,run,128);cudaDeviceSynchronize();printf("rnd 8 kb %d run %u\n",kb,run);
  rndw<uint4><<<132*8,256>>>((uint4*)p,o,B/16,run,128);cudaDeviceSynchronize();printf("rnd 16 kb %d run %u\n",kb,run);}
 for(unsigned apart:{128u,160u,256u,512u,1024u,1056u,1088u,1152u,4096u,4128u})for(unsigned run:{2u,4u,8u,16u}){
  strided<unsigned><<<132*8,256>>>(p,o,apart,run,128,1<<14);cudaDeviceSynchronize();printf("str 4 apart %u run %u\n",apart,run);
  strided<uint2><<<132*8,256>>>((uint2*)p,o,apart,run,128,1<<13);cudaDeviceSynchronize();printf("str 8 apart %u run %u\n",apart,run);
  strided<uint4><<<132*8,256>>>((uint4*)p,o,apart,run,128,1<<12);cudaDeviceSynchronize();printf("str 16 apart %u run %u\n",apart,run);}
 puts(cudaGetErrorString(cudaGetLastError()));}
