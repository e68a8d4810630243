struct Particle {
  position: vec3f,
  mass: f32,
  velocity: vec2f,
  flags: u32,
}
@group(0) @binding(0) var<storage, read> inputs: array<f32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<Particle>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&outputs)) {
    return;
  }
  let x = inputs[i];
  outputs[i] = Particle(vec3f(x, x + 1.0, x + 2.0), 4.0, vec2f(-x), i);
  outputs[i].position.y = 7.0;
  outputs[i].flags |= 0x100u;
  outputs[i].velocity = outputs[i].velocity.yx * 2.0;
}
