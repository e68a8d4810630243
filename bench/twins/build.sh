#!/bin/bash
# Compiles every twin into bin/NAME, and into bin/NAME-driver with loops and workgroup memory as the Vulkan driver has
# them where the source tells the two apart. Needs nvcc; no GPU.
cd "$(dirname "$0")" || exit 1
mkdir -p bin
for source in "${@:-*.cu}"; do
  for file in $source; do
    name=${file%.cu}
    nvcc -std=c++17 -arch=sm_90 -O3 -use_fast_math -lineinfo -o "bin/$name" "$file" || exit 1
    grep -q 'as-driver.h' "$file" || continue
    nvcc -std=c++17 -arch=sm_90 -O3 -use_fast_math -lineinfo -DDRIVER -o "bin/$name-driver" "$file" || exit 1
  done
done
