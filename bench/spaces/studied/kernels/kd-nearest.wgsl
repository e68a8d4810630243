// Nearest neighbour of each query among points that stand in a regular k-d tree: the unit cube is halved along x, y, z
// in turn, each leaf has two points. Nodes are heap indices, whose bits are the way down; far halves wait on a stack.
struct Waiting {
  node: u32,
  distance2: f32, // from the query to the plane behind which it lies
}

@group(0) @binding(0) var<storage, read> offsets: array<vec4<f32>>; // of points in their leaf's box, in [0, 1)
@group(0) @binding(1) var<storage, read> queries: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> nearest: array<vec2<u32>>; // point, bits of the distance

override QUERIES: u32 = 262144;
const LEVELS = 18u; // 6 for each axis
const PER_LEAF = 2u;

// The bits 0, 3, 6, ... of a way, together.
fn everyThird(way: u32) -> u32 {
  var x = way & 0x09249249u;
  x = (x | (x >> 2u)) & 0x030c30c3u;
  x = (x | (x >> 4u)) & 0x0300f00fu;
  x = (x | (x >> 8u)) & 0x030000ffu;
  x = (x | (x >> 16u)) & 0x000003ffu;
  return x;
}

@compute @workgroup_size(128)
fn search(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= QUERIES) {
    return;
  }
  let query = queries[id.x].xyz;
  var stack: array<Waiting, 20>;
  var top = 1u;
  stack[0] = Waiting(1u, 0.0);
  var best2 = 3.0;
  var bestPoint = 0u;
  while (top > 0u) {
    top--;
    let waiting = stack[top];
    if (waiting.distance2 >= best2) {
      continue;
    }
    var node = waiting.node;
    var level = firstLeadingBit(node);
    while (level < LEVELS) {
      let axis = level % 3u;
      let way = node ^ (1u << level);
      // The way's last bit along this axis was chosen three levels above.
      let along = everyThird(way >> 2u);
      let depth = level / 3u;
      let plane = (f32(along) + 0.5) / f32(1u << depth);
      let delta = query[axis] - plane;
      let right = select(0u, 1u, delta >= 0.0);
      if (delta * delta < best2) {
        stack[top] = Waiting(node * 2u + (1u - right), delta * delta);
        top++;
      }
      node = node * 2u + right;
      level++;
    }
    let leaf = node ^ (1u << LEVELS);
    let side = f32(1u << (LEVELS / 3u));
    let box = vec3<f32>(vec3<u32>(everyThird(leaf >> 2u), everyThird(leaf >> 1u), everyThird(leaf)));
    for (var i = 0u; i < PER_LEAF; i++) {
      let point = leaf * PER_LEAF + i;
      let apart = (box + offsets[point].xyz) / side - query;
      let distance2 = dot(apart, apart);
      if (distance2 < best2) {
        best2 = distance2;
        bestPoint = point;
      }
    }
  }
  nearest[id.x] = vec2<u32>(bestPoint, bitcast<u32>(sqrt(best2)));
}
