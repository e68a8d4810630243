// Row and column of 16 cells per invocation: divides by a width that is known at run time.
struct Shape { width: u32, shift: u32 }

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  var code = 0u;
  for (var k = 0u; k < 16u; k++) {
    let place = id.x + k * groups.x * 256u;
    let row = place / shape.width;
    let column = place % shape.width;
    code = code * 3u + (row ^ column);
  }
  codes[id.x] = code;
}
