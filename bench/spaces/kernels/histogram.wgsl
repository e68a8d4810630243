// Histogram of packed bytes: a workgroup counts in COPIES copies of the bins in its own memory, neighbouring
// lanes in different copies, then adds them to those of all. INTERLEAVED puts the copies of a bin side by side.
@group(0) @binding(0) var<storage, read> pixels: array<u32>; // four bytes each
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

override LENGTH: u32; // words
override SIZE: u32;
override COPIES: u32;
override INTERLEAVED: bool;
const BINS = 256u;

var<workgroup> counts: array<atomic<u32>, COPIES * BINS>;

fn place(bin: u32, copy: u32) -> u32 {
  return select(copy * BINS + bin, bin * COPIES + copy, INTERLEAVED);
}

@compute @workgroup_size(SIZE)
fn main(
  @builtin(global_invocation_id) id: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(num_workgroups) groups: vec3<u32>,
) {
  let copy = lane % COPIES;
  for (var i = id.x; i < LENGTH; i += groups.x * SIZE) {
    let bytes = unpack4xU8(pixels[i]);
    atomicAdd(&counts[place(bytes.x, copy)], 1u);
    atomicAdd(&counts[place(bytes.y, copy)], 1u);
    atomicAdd(&counts[place(bytes.z, copy)], 1u);
    atomicAdd(&counts[place(bytes.w, copy)], 1u);
  }
  workgroupBarrier();
  for (var bin = lane; bin < BINS; bin += SIZE) {
    var sum = 0u;
    for (var each = 0u; each < COPIES; each++) {
      sum += atomicLoad(&counts[place(bin, each)]);
    }
    atomicAdd(&bins[bin], sum);
  }
}
