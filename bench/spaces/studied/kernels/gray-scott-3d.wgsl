// One time step of the Gray-Scott reaction-diffusion model in three dimensions, with two substances and a periodic
// domain; seven-point Laplacians.
struct Reaction { side: u32, diffusionU: f32, diffusionV: f32, feed: f32, kill: f32, step: f32 }

@group(0) @binding(0) var<storage, read> u: array<f32>;
@group(0) @binding(1) var<storage, read> v: array<f32>;
@group(0) @binding(2) var<storage, read_write> nextU: array<f32>;
@group(0) @binding(3) var<storage, read_write> nextV: array<f32>;
@group(0) @binding(4) var<uniform> reaction: Reaction;

fn place(x: u32, y: u32, z: u32) -> u32 {
  return (z * reaction.side + y) * reaction.side + x;
}

@compute @workgroup_size(8, 8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let side = reaction.side;
  if (any(id >= vec3<u32>(side))) {
    return;
  }
  let before = select(id - 1u, vec3<u32>(side - 1u), id == vec3<u32>(0u));
  let after = select(id + 1u, vec3<u32>(0u), id == vec3<u32>(side - 1u));
  let here = place(id.x, id.y, id.z);
  let west = place(before.x, id.y, id.z);
  let east = place(after.x, id.y, id.z);
  let south = place(id.x, before.y, id.z);
  let north = place(id.x, after.y, id.z);
  let below = place(id.x, id.y, before.z);
  let above = place(id.x, id.y, after.z);

  let oldU = u[here];
  let oldV = v[here];
  let laplaceU = u[west] + u[east] + u[south] + u[north] + u[below] + u[above] - 6.0 * oldU;
  let laplaceV = v[west] + v[east] + v[south] + v[north] + v[below] + v[above] - 6.0 * oldV;
  let rate = oldU * oldV * oldV;
  nextU[here] = oldU + reaction.step * (reaction.diffusionU * laplaceU - rate + reaction.feed * (1.0 - oldU));
  nextV[here] = oldV + reaction.step * (reaction.diffusionV * laplaceV + rate - (reaction.feed + reaction.kill) * oldV);
}
