@group(0) @binding(0) var<storage, read> trips: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let end = trips[id.x & 31u];
  var sum = id.x;
  for (var i = 0u; i < end; i++) {
    sum = sum * 3u + i;
    if (sum == 77u) {
      break;
    }
    sum = sum * 5u + 1u;
    if (sum == 78u) {
      break;
    }
  }
  result[id.x] = sum;
}
