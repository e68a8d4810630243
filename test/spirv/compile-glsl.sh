#!/bin/sh
# Compiles glsl/*.comp to compiled/*.spv (glslang as it is) and compiled/*.opt.spv (glslc -O), for the tests, which
# need no compiler themselves. Debian packages: glslang-tools, glslc, spirv-tools. The committed files come from
# glslang 11:12.0.0 and shaderc 2023.2 with spirv-tools 2023.1; compiled/VERSIONS says what the last run used.
set -eu
cd "$(dirname "$0")"
# Kernels that carry line information, so that OpLine is read too.
debug=' mandelbrot saxpy softmax '
for source in glsl/*.comp; do
  name=$(basename "$source" .comp)
  case "$debug" in *" $name "*) flag=-g ;; *) flag= ;; esac
  glslangValidator -V --quiet --target-env vulkan1.1 $flag -o "compiled/$name.spv" "$source"
  glslc -O -fshader-stage=compute --target-env=vulkan1.1 -o "compiled/$name.opt.spv" "$source"
  spirv-val --target-env vulkan1.1 "compiled/$name.spv"
  spirv-val --target-env vulkan1.1 "compiled/$name.opt.spv"
done
{
  glslangValidator --version | sed -n '1p'
  glslc --version | sed -n '1p'
  spirv-opt --version | sed -n "1p"; echo
} > compiled/VERSIONS
