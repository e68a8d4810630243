// Particle in cell: each particle moves and leaves its charge on the four nodes around it, in fixed point by
// atomic additions. Periodic box.
struct Particle { position: vec2<f32>, velocity: vec2<f32> } // position in 0 .. 1
override SIDE: u32; // nodes per side, a power of two
override DT: f32 = 0.0009765625;
@group(0) @binding(0) var<storage, read> before: array<Particle>;
@group(0) @binding(1) var<storage, read_write> after: array<Particle>;
@group(0) @binding(2) var<storage, read_write> charge: array<atomic<u32>>;

@compute @workgroup_size(256)
fn push(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= arrayLength(&before)) { return; }
  var particle = before[gid.x];
  particle.position = fract(particle.position + DT * particle.velocity);
  after[gid.x] = particle;

  let fixed = vec2<u32>(particle.position * f32(SIDE) * 256.0);
  let node = (fixed >> vec2<u32>(8u)) & vec2<u32>(SIDE - 1u);
  let right = (node + 1u) & vec2<u32>(SIDE - 1u);
  let far = fixed & vec2<u32>(255u);
  let near = 256u - far;
  atomicAdd(&charge[node.y * SIDE + node.x], near.x * near.y);
  atomicAdd(&charge[node.y * SIDE + right.x], far.x * near.y);
  atomicAdd(&charge[right.y * SIDE + node.x], near.x * far.y);
  atomicAdd(&charge[right.y * SIDE + right.x], far.x * far.y);
}
