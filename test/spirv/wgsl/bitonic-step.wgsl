struct Parameters { distance: u32, block: u32 }
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> step: Parameters;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let other = i ^ step.distance;
  if (other > i) {
    let a = data[i];
    let b = data[other];
    let isAscending = (i & step.block) == 0u;
    if (isAscending == (a > b)) {
      data[i] = b;
      data[other] = a;
    }
  }
}
