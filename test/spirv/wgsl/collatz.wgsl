@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> steps: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  var n = values[i] + 1u;
  var count = 0u;
  loop {
    if ((n & 1u) == 0u) { n = n / 2u; } else { n = 3u * n + 1u; }
    count++;
    if (count > 500u) { break; }
    continuing {
      break if n == 1u;
    }
  }
  steps[i] = count;
}
