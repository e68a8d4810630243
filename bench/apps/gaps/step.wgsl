// One invocation that adds one to a word: nothing but the launch takes time.

@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(1)
fn step() {
  words[0] += 1u;
}
