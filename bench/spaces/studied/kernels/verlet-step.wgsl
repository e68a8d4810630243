// A step of velocity Verlet for N independent coordinates: position, velocity, the acceleration of the last step
// and the force now give the next position, velocity and acceleration, with a drag on the velocity.
struct Step { count: u32, dt: f32, inverseMass: f32, drag: f32 }

@group(0) @binding(0) var<storage, read> position: array<f32>;
@group(0) @binding(1) var<storage, read> velocity: array<f32>;
@group(0) @binding(2) var<storage, read> acceleration: array<f32>;
@group(0) @binding(3) var<storage, read> force: array<f32>;
@group(0) @binding(4) var<storage, read_write> nextPosition: array<f32>;
@group(0) @binding(5) var<storage, read_write> nextVelocity: array<f32>;
@group(0) @binding(6) var<storage, read_write> nextAcceleration: array<f32>;
@group(0) @binding(7) var<uniform> step: Step;

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= step.count) {
    return;
  }
  let v = velocity[i];
  let a = force[i] * step.inverseMass - step.drag * v;
  let vNext = v + 0.5 * (acceleration[i] + a) * step.dt;
  nextPosition[i] = position[i] + (vNext + 0.5 * a * step.dt) * step.dt;
  nextVelocity[i] = vNext;
  nextAcceleration[i] = a;
}
