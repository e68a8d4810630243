// One step of ranking linked lists by pointer doubling: each node adds the distance of its successor to its own
// and takes over the successor's successor. Done log2(nodes) times, in turns between two buffers.
struct Node { next: u32, hops: u32 }

@group(0) @binding(0) var<storage, read> nodes: array<Node>;
@group(0) @binding(1) var<storage, read_write> doubled: array<Node>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let i = id.y * groups.x * 64u + id.x;
  if (i >= arrayLength(&nodes)) {
    return;
  }
  let node = nodes[i];
  let successor = nodes[node.next];
  doubled[i] = Node(successor.next, node.hops + successor.hops);
}
