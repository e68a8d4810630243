// One step of a bitonic sort over the whole array, one comparison per invocation.
struct Step { run: u32, distance: u32 }

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> merge: Step;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let low = 2u * id.x - (id.x & (merge.distance - 1u));
  let high = low + merge.distance;
  if (high >= arrayLength(&input)) {
    return;
  }
  let a = input[low];
  let b = input[high];
  let isAscending = (low & merge.run) == 0u;
  output[low] = select(max(a, b), min(a, b), isAscending);
  output[high] = select(min(a, b), max(a, b), isAscending);
}
