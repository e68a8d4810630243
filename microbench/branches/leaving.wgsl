@group(0) @binding(0) var<storage, read> trips: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let end = trips[id.x & 31u];
  var sum = id.x;
  if (end > 5u) {
    for (var i = 0u; i < end; i++) {
      sum = sum * 3u + i;
    }
  }
  result[id.x] = sum;
}
