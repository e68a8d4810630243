// The sum of the squares of four numbers below 256, each of which has a word.
@group(0) @binding(0) var<storage, read> numbers: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> energies: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let four = numbers[id.x];
  energies[id.x] = dot(four, four);
}
