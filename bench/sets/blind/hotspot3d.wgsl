// Heat in a chip of stacked layers: one time step, each invocation walks up a column of layers and keeps the
// temperatures below, here and above in registers.
struct Stack {
  nx: u32, ny: u32, layers: u32, ambient: f32,
  center: f32, west_east: f32, north_south: f32, top_bottom: f32,
  step_over_capacity: f32,
}
@group(0) @binding(0) var<uniform> stack: Stack;
@group(0) @binding(1) var<storage, read> power: array<f32>;
@group(0) @binding(2) var<storage, read> temperature_in: array<f32>;
@group(0) @binding(3) var<storage, read_write> temperature_out: array<f32>;

@compute @workgroup_size(64, 4)
fn step(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  let j = gid.y;
  if (i >= stack.nx || j >= stack.ny) { return; }
  let plane = stack.nx * stack.ny;
  var c = j * stack.nx + i;
  let west = select(c - 1u, c, i == 0u) - c;
  let east = select(1u, 0u, i == stack.nx - 1u);
  let north = select(c - stack.nx, c, j == 0u) - c;
  let south = select(stack.nx, 0u, j == stack.ny - 1u);

  var here = temperature_in[c];
  var below = here;
  for (var k = 0u; k < stack.layers; k++) {
    var above = here;
    if (k + 1u < stack.layers) { above = temperature_in[c + plane]; }
    temperature_out[c] = here * stack.center
      + stack.west_east * (temperature_in[c + west] + temperature_in[c + east])
      + stack.north_south * (temperature_in[c + north] + temperature_in[c + south])
      + stack.top_bottom * (below + above)
      + stack.step_over_capacity * power[c]
      + stack.top_bottom * stack.ambient;
    below = here;
    here = above;
    c += plane;
  }
}
