// Random walks over a graph of fixed degree (node2vec style): a walker per invocation, xorshift random numbers.
@group(0) @binding(0) var<storage, read> adjacency: array<u32>;
@group(0) @binding(1) var<storage, read_write> path: array<u32>;
override STEPS: u32 = 40;
override DEGREE: u32 = 16;
override NODES: u32;
override WALKERS: u32;

@compute @workgroup_size(256)
fn walk(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WALKERS) { return; }
  var state = id.x * 747796405u + 2891336453u;
  var node = id.x % NODES;
  for (var s = 0u; s < STEPS; s++) {
    path[s * WALKERS + id.x] = node;
    state ^= state << 13u;
    state ^= state >> 17u;
    state ^= state << 5u;
    node = adjacency[node * DEGREE + state % DEGREE];
  }
}
