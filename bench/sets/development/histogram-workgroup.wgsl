// Histogram of packed bytes: each workgroup counts in its own memory over a grid-stride loop, then adds its bins
// to those of all.
@group(0) @binding(0) var<storage, read> pixels: array<u32>; // four bytes each
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

const SIZE = 256u;
var<workgroup> counts: array<atomic<u32>, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  for (var i = id.x; i < arrayLength(&pixels); i += groups.x * SIZE) {
    let bytes = unpack4xU8(pixels[i]);
    atomicAdd(&counts[bytes.x], 1u);
    atomicAdd(&counts[bytes.y], 1u);
    atomicAdd(&counts[bytes.z], 1u);
    atomicAdd(&counts[bytes.w], 1u);
  }
  workgroupBarrier();
  atomicAdd(&bins[lane], atomicLoad(&counts[lane]));
}
