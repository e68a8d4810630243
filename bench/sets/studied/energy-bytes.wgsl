// The sum of the squares of four numbers below 256 that share a word.
@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> energies: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let four = (vec4(numbers[id.x]) >> vec4(0u, 8u, 16u, 24u)) & vec4(255u);
  energies[id.x] = dot(four, four);
}
