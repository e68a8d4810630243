@group(0) @binding(0) var<storage, read> trips: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let end = trips[id.x & 31u];
  var a = id.x;
  var b = id.x + 1u;
  var c = id.x + 2u;
  var d = id.x + 3u;
  for (var i = 0u; i < end; i++) {
    a = a * 3u + i;
    b = b * 3u + i;
    c = c * 3u + i;
    d = d * 3u + i;
    a = a * 3u + i;
    b = b * 3u + i;
    c = c * 3u + i;
    d = d * 3u + i;
    if (a == 77u) {
      for (var k = 0u; k < a; k++) {
        b = b * 5u + k;
      }
    }
  }
  result[id.x] = a + b + c + d;
}
