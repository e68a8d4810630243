// A private array indexed at run time, too large for registers: local memory.
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  var counts: array<u32, 40>;
  for (var i = 0u; i < 12u; i++) {
    let word = a[12u * id.x + i];
    counts[word % 40u] += word;
  }
  b[id.x] = counts[a[id.x] % 40u] + counts[3];
}
