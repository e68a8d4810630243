// Integrates rigid bodies by one time step: forces and torques, damping, gyroscopic term, quaternion update.
// Bodies with infinite mass stay where they are.
struct Body {
  position: vec3<f32>,
  inverse_mass: f32,
  velocity: vec3<f32>,
  damping: f32,
  orientation: vec4<f32>,
  spin: vec3<f32>,
  drag: f32,
  inertia: vec3<f32>, // about the body's own axes
  friction: f32,
}

struct Push {
  force: vec3<f32>,
  torque_x: f32,
  torque_yz: vec2<f32>,
  unused: vec2<f32>,
}

struct Step {
  gravity: vec3<f32>,
  dt: f32,
  bodies: u32,
}

@group(0) @binding(0) var<uniform> frame: Step;
@group(0) @binding(1) var<storage, read_write> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> pushes: array<Push>;

fn rotation(q: vec4<f32>) -> mat3x3<f32> {
  let d = 2.0 * q.xyz;
  let a = d * q.xyz;
  let b = d * q.yzx;
  let c = d * q.w;
  return mat3x3<f32>(
    vec3<f32>(1.0 - a.y - a.z, b.x + c.z, b.z - c.y),
    vec3<f32>(b.x - c.z, 1.0 - a.x - a.z, b.y + c.x),
    vec3<f32>(b.z + c.y, b.y - c.x, 1.0 - a.x - a.y),
  );
}

@compute @workgroup_size(64)
fn integrate(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= frame.bodies) {
    return;
  }
  var body = bodies[id.x];
  if (body.inverse_mass <= 0.0) {
    return;
  }
  let push = pushes[id.x];
  let dt = frame.dt;
  let turn = rotation(body.orientation);

  body.velocity += dt * (frame.gravity + push.force * body.inverse_mass);
  body.velocity *= 1.0 / (1.0 + dt * abs(body.damping));
  body.position += dt * body.velocity;

  let inertia = 0.1 + abs(body.inertia);
  let torque = transpose(turn) * vec3<f32>(push.torque_x, push.torque_yz);
  var spin = transpose(turn) * body.spin;
  spin += dt * (torque - cross(spin, inertia * spin)) / inertia;
  body.spin = turn * spin / (1.0 + dt * abs(body.drag));

  let q = body.orientation;
  let half_turn = 0.5 * dt * body.spin;
  let change = vec4<f32>(half_turn * q.w + cross(half_turn, q.xyz), -dot(half_turn, q.xyz));
  body.orientation = normalize(q + change);

  bodies[id.x] = body;
}
