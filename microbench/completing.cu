// What stores cost that write sectors in part, by when the rest of the sector comes: at once, after other sectors of the
// row, or never; with a load of the sector before or without; of memory that L2 keeps from launch to launch or does not.
// A line of text for each launch; the profiler counts.
// Build and run: nvcc -O3 -arch=sm_90 -o completing completing.cu && ncu --metrics ... ./completing
#include <cstdio>
constexpr unsigned STRIDE=256;
template<int BURST,int PASSES,bool READ> __global__ void rows(unsigned*o){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned*r=o+(size_t)t*STRIDE;unsigned s=1;
 for(int pass=0;pass<PASSES;pass++){ _Pragma("unroll 1") for(unsigned j=0;j<31;j++){ if(READ)s+=*(volatile unsigned*)(r+j*8+7)>>31;
  _Pragma("unroll") for(int k=0;k<BURST;k++)r[j*8+pass*BURST+k]=j+s;} } }
// neighbouring lanes of a warp fill a sector together: 8, 4, 2 or 1 lanes, each a word, rows of sectors far apart
template<int LANES> __global__ void together(unsigned*o,unsigned sectors){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned g=t/LANES,groups=gridDim.x*blockDim.x/LANES;
 _Pragma("unroll 1") for(unsigned i=0;i<sectors;i++)o[((size_t)(i*groups+g)*5%((size_t)groups*sectors))*8+t%LANES]=i;}
#define RUN(name,...) do{__VA_ARGS__;__VA_ARGS__;cudaDeviceSynchronize();printf("%s warps %d\n",name,w);printf("%s warps %d\n",name,w);}while(0)
int main(){unsigned*o;cudaMalloc(&o,(size_t)132*64*32*STRIDE*4);cudaMemset(o,0,(size_t)132*64*32*STRIDE*4);
 for(int w:{4,8,12,16,32,64}){int b=132*w/4;
  RUN("words in order",rows<1,8,false><<<b,128>>>(o));
  RUN("8 at once",rows<8,1,false><<<b,128>>>(o));
  RUN("4 at once, 4 later",rows<4,2,false><<<b,128>>>(o));
  RUN("2 at once, 4 times",rows<2,4,false><<<b,128>>>(o));
  RUN("4 at once, never whole",rows<4,1,false><<<b,128>>>(o));
  RUN("1, never whole",rows<1,1,false><<<b,128>>>(o));
  RUN("1, never whole, read before",rows<1,1,true><<<b,128>>>(o));
  RUN("4 at once, never whole, read before",rows<4,1,true><<<b,128>>>(o));
  RUN("8 at once, read before",rows<8,1,true><<<b,128>>>(o));
  RUN("together 8",together<8><<<b,128>>>(o,124));RUN("together 4",together<4><<<b,128>>>(o,62));RUN("together 2",together<2><<<b,128>>>(o,31));RUN("together 1",together<1><<<b,128>>>(o,31));
 }
 puts(cudaGetErrorString(cudaGetLastError()));}
