// What L1 keeps of rows that lanes walk and of words at random, by its size; and what stores of single words cost L2. A
// line of text for each launch; the profiler counts: results/nvidia-h200-2026-11-29-l1.json.
// Build and run: nvcc -O3 -arch=sm_90 -o l1-keeps l1-keeps.cu && ncu --clock-control none --cache-control none --csv --page
// raw --metrics gpu__time_duration.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,... ./l1-keeps
#include <cstdio>
__device__ unsigned mix(unsigned x){x^=x>>16;x*=0x7feb352dU;x^=x>>15;x*=0x846ca68bU;x^=x>>16;return x;}
// each lane its own row, word after word
__global__ void rows(const unsigned*__restrict__ p,unsigned*o,unsigned stride,unsigned words,unsigned step){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;const unsigned*r=p+(size_t)t*stride;unsigned s=0;
 _Pragma("unroll 1") for(unsigned j=0;j<words;j+=step){unsigned v=__ldg(r+j+(s>>31));s=(s+v)&0x7fffffff;} if(s==77)o[0]=s;}
__global__ void rnd(const unsigned*__restrict__ p,unsigned*o,unsigned mask,unsigned n){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned s=0;
 _Pragma("unroll 1") for(unsigned j=0;j<n;j++){unsigned v=__ldg(p+(mix(t*977+j*131071)%mask+(s>>31)));s=(s+v)&0x7fffffff;} if(s==77)o[0]=s;}
// the same address again and again before the next: each lane re-reads a word k times
__global__ void again(const unsigned*__restrict__ p,unsigned*o,unsigned stride,unsigned words,unsigned k){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;const unsigned*r=p+(size_t)t*stride;unsigned s=0;
 _Pragma("unroll 1") for(unsigned j=0;j<words*k;j++){unsigned v=__ldg(r+j/k+(s>>31));s=(s+v)&0x7fffffff;} if(s==77)o[0]=s;}
// stores: lane rows, words one after the other, or one sector after the other
__global__ void strows(unsigned*o,unsigned stride,unsigned words,unsigned step){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;unsigned*r=o+(size_t)t*stride;
 _Pragma("unroll 1") for(unsigned j=0;j<words;j++)r[j*step]=j;}
__global__ void strnd(unsigned*o,unsigned mask,unsigned n){unsigned t=blockIdx.x*blockDim.x+threadIdx.x;
 _Pragma("unroll 1") for(unsigned j=0;j<n;j++)o[mix(t*977+j*131071)%mask]=j;}
// as columns: a warp has 16 columns of 2 rows
__global__ void stcols(unsigned*o,unsigned height,unsigned plane,unsigned planes){unsigned x=blockIdx.x*16+threadIdx.x%16,y=blockIdx.y*16+threadIdx.x/16;
 for(unsigned k=0;k<planes;k++)o[x*height+y+k*plane]=k;}
int main(){unsigned*p,*o;size_t B=1ull<<30;cudaMalloc(&p,B);cudaMalloc(&o,B);cudaMemset(p,0,B);cudaMemset(o,0,B);
 int carves[]={0,13,25};
 for(int c:carves){
  cudaFuncSetAttribute(rows,cudaFuncAttributePreferredSharedMemoryCarveout,c);cudaFuncSetAttribute(rnd,cudaFuncAttributePreferredSharedMemoryCarveout,c);cudaFuncSetAttribute(again,cudaFuncAttributePreferredSharedMemoryCarveout,c);
  for(int w=8;w<=64;w+=4){ // warps per SM, blocks of 128
   for(unsigned st:{1056u,1024u,1000u}){
   rows<<<132*w/4,128>>>(p,o,st,256,1);cudaDeviceSynchronize();printf("rows carve %d warps %d stride %u\n",c,w,st);}
   again<<<132*w/4,128>>>(p,o,1056,32,8);cudaDeviceSynchronize();printf("again carve %d warps %d stride 1056\n",c,w);
  }
  for(int kb:{64,96,128,160,176,192,208,224,240,256,288,320,384,512,768,1024})for(int w:{16,64}){rnd<<<132*w/4,128>>>(p,o,kb*256,256);cudaDeviceSynchronize();printf("rnd carve %d kb %d warps %d\n",c,kb,w);}
 }
 for(int w:{12,16,32,64})for(unsigned st:{252u,256u,1000u,1024u,1056u,4096u}){ size_t need=(size_t)132*w*32*st*4; if(need>B)continue;
  strows<<<132*w/4,128>>>(o,st,252,1);cudaDeviceSynchronize();printf("strows step 1 warps %d stride %u\n",w,st);
  strows<<<132*w/4,128>>>(o,st,st/8<31?st/8:31,8);cudaDeviceSynchronize();printf("strows step 8 warps %d stride %u\n",w,st);}
 for(int mb:{1,4,16,24,48,64,128})for(int w:{16,64}){strnd<<<132*w/4,128>>>(o,mb*262144,128);cudaDeviceSynchronize();printf("strnd mb %d warps %d\n",mb,w);}
 for(unsigned h:{2000u,2048u,2016u})for(unsigned pl:{1u,3u}){stcols<<<dim3(187,h/16),256>>>(o,h,3000*h,pl);cudaDeviceSynchronize();printf("stcols height %u planes %u\n",h,pl);
  stcols<<<dim3(18,h/16),256>>>(o,h,300*h,pl);cudaDeviceSynchronize();printf("stcols-small height %u planes %u\n",h,pl);}
 puts(cudaGetErrorString(cudaGetLastError()));}
