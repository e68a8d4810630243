// Histogram of packed bytes with atomics in storage memory alone.
@group(0) @binding(0) var<storage, read> pixels: array<u32>; // four bytes each
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= arrayLength(&pixels)) {
    return;
  }
  let bytes = unpack4xU8(pixels[id.x]);
  atomicAdd(&bins[bytes.x], 1u);
  atomicAdd(&bins[bytes.y], 1u);
  atomicAdd(&bins[bytes.z], 1u);
  atomicAdd(&bins[bytes.w], 1u);
}
