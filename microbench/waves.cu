// Which SM runs how many workgroups where a launch does not fill its last wave, and when each ends: a line of JSON for
// each body, size of workgroup and number of waves. results/nvidia-h200-2026-11-28-waves.json has them.
// Build and run: nvcc -std=c++17 -arch=sm_90 -O3 -o waves waves.cu && ./waves
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
__device__ unsigned smid(){unsigned s;asm volatile("mov.u32 %0,%%smid;":"=r"(s));return s;}
template<int KIND> __global__ void body(const float* data,float* out,int n,uint4* log,int mask){
  unsigned long long t0=clock64();
  float a=threadIdx.x,b=a+1,c=a+2,d=a+3;
  unsigned i=threadIdx.x;
  for(int k=0;k<n;k++){
    if(KIND==0){ a=a*b+1.f; b=b*c+1.f; c=c*d+1.f; d=d*a+1.f; }          // arithmetic
    if(KIND==1){ float v=data[i&mask]; i+=blockDim.x; a+=v; b+=v*v; c+=__expf(v); d+=v*c; } // loads from L2 that all share, with arithmetic
    if(KIND==2){ a+=data[(i+blockIdx.x*977u)&mask]; i+=blockDim.x*7; }                            // loads
  }
  if(a+b+c+d==1.2345f) out[0]=a;
  __syncthreads();
  if(threadIdx.x==0){ unsigned long long t1=clock64(); log[blockIdx.x]=make_uint4(smid(),(unsigned)(t0),(unsigned)(t1),0);}
}
template<int KIND> void run(const char* name,int threads,int smem,int n,const float* data,float* out,uint4* log,int mask){
  cudaFuncSetAttribute(body<KIND>,cudaFuncAttributeMaxDynamicSharedMemorySize,smem);
  int fit; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit,body<KIND>,threads,smem);
  int sms=132;
  double fr[]={0.25,0.5,1,1.05,1.125,1.25,1.42,1.5,1.75,2,2.1,2.27,2.5,3,3.25,4,4.25,8,8.25};
  for(double f:fr){
    int grid=(int)(f*fit*sms+0.5); 
    cudaEvent_t e0,e1; cudaEventCreate(&e0); cudaEventCreate(&e1);
    float best=1e9; 
    for(int r=0;r<6;r++){ cudaEventRecord(e0); body<KIND><<<grid,threads,smem>>>(data,out,n,log,mask); cudaEventRecord(e1); cudaEventSynchronize(e1); float ms; cudaEventElapsedTime(&ms,e0,e1); if(ms<best) best=ms; }
    std::vector<uint4> h(grid); cudaMemcpy(h.data(),log,grid*sizeof(uint4),cudaMemcpyDeviceToHost);
    std::vector<int> cnt(sms,0); std::vector<unsigned> first(sms,0),last(sms,0); std::vector<char> seen(sms,0);
    for(auto&x:h){ int s=x.x; cnt[s]++; if(!seen[s]||(int)(x.y-first[s])<0) first[s]=x.y; if(!seen[s]||(int)(x.z-last[s])>0) last[s]=x.z; seen[s]=1; }
    std::vector<int> c2=cnt; std::sort(c2.begin(),c2.end());
    std::vector<unsigned> len; for(int s=0;s<sms;s++) if(seen[s]) len.push_back(last[s]-first[s]); std::sort(len.begin(),len.end());
    double mean=0; for(auto l:len) mean+=l; mean/=len.size();
    // spread of first-wave block durations within SM 0
    std::vector<unsigned> dur; for(int b=0;b<grid&&b<fit*sms;b++) dur.push_back(h[b].z-h[b].y); std::sort(dur.begin(),dur.end());
    printf("{\"kind\":\"%s\",\"threads\":%d,\"fit\":%d,\"waves\":%.3f,\"grid\":%d,\"us\":%.2f,\"perSm\":[%d,%d,%d,%d,%d],\"smCycles\":[%u,%u,%u],\"meanSm\":%.0f,\"first\":[%u,%u,%u,%u,%u]}\n",name,threads,fit,f,grid,best*1000,c2[0],c2[sms/4],c2[sms/2],c2[sms*3/4],c2[sms-1],len[0],len[len.size()/2],len.back(),mean,dur[0],dur[dur.size()/4],dur[dur.size()/2],dur[dur.size()*3/4],dur.back()); fflush(stdout);
  }
}
int main(){
  int mask=(1<<20)-1; float*data,*out; uint4*log; cudaMalloc(&data,4<<20); cudaMemset(data,0,4<<20); cudaMalloc(&out,64); cudaMalloc(&log,sizeof(uint4)*1000000);
  for(int t:{64,256}) { run<0>("arithmetic",t,0,3000,data,out,log,mask); run<1>("shared loads",t,0,400,data,out,log,(1<<15)-1); run<2>("loads",t,0,300,data,out,log,mask);}
  // low occupancy
  run<0>("arithmetic",256,64<<10,3000,data,out,log,mask); run<1>("shared loads",256,64<<10,400,data,out,log,(1<<15)-1); run<2>("loads",256,64<<10,300,data,out,log,mask);
}
