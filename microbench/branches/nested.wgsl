@group(0) @binding(0) var<storage, read> trips: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let end = trips[id.x & 31u];
  var sum = id.x;
  for (var j = 0u; j < end / 8u; j++) {
    if (sum != 5u) {
      for (var i = 0u; i < end / 64u; i++) {
        sum = sum * 3u + i;
      }
      sum = sum ^ end;
    }
  }
  result[id.x] = sum;
}
