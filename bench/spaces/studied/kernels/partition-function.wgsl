// Statistical mechanics: free energy, mean energy and heat capacity of a system with given energy levels, one
// workgroup per temperature. Sums within subgroups, then over the subgroups.
enable subgroups;

@group(0) @binding(0) var<storage, read> levels: array<f32>; // energies above the ground state
@group(0) @binding(1) var<storage, read> degeneracies: array<u32>;
@group(0) @binding(2) var<storage, read> temperatures: array<f32>;
@group(0) @binding(3) var<storage, read_write> results: array<f32>; // 3 per temperature

override LEVELS: u32;
const SIZE = 256u;

var<workgroup> parts: array<vec3<f32>, SIZE>;

@compute @workgroup_size(SIZE)
fn main(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_size) width: u32,
  @builtin(subgroup_invocation_id) within: u32,
) {
  let temperature = temperatures[group.x];
  let beta = 1.0 / temperature;
  var sums = vec3<f32>();
  for (var i = lane; i < LEVELS; i += SIZE) {
    let energy = levels[i];
    let weight = f32(degeneracies[i] + 1u) * exp(-beta * energy);
    sums += weight * vec3<f32>(1.0, energy, energy * energy);
  }
  let sum = subgroupAdd(sums);
  if (within == 0u) {
    parts[lane / width] = sum;
  }
  workgroupBarrier();
  if (lane == 0u) {
    var total = vec3<f32>();
    for (var i = 0u; i < SIZE / width; i++) {
      total += parts[i];
    }
    let mean = total.y / total.x;
    results[3u * group.x] = -temperature * log(total.x);
    results[3u * group.x + 1u] = mean;
    results[3u * group.x + 2u] = (total.z / total.x - mean * mean) * beta * beta;
  }
}
