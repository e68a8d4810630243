// Gravity in the plane after Barnes and Hut: each body walks a complete quadtree of mean densities and centres of
// mass from the root, opening what looks too large from where it stands. The stack of the walk is private.
struct Node { centre: vec2<f32>, density: f32 } // the centre of mass as a fraction of the cell's side
struct Tree { bodies: u32, levels: u32, opening: f32, softening: f32 }

@group(0) @binding(0) var<storage, read> nodes: array<Node>; // level by level, each row by row
@group(0) @binding(1) var<storage, read> bodies: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> accelerations: array<vec2<f32>>;
@group(0) @binding(3) var<uniform> tree: Tree;

const STACK = 40u;

@compute @workgroup_size(128)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= tree.bodies) {
    return;
  }
  let body = bodies[id.x];
  var acceleration = vec2<f32>();
  var stack: array<u32, STACK>; // level, row and column of a cell
  var height = 1u;
  stack[0] = 0u;
  while (height > 0u) {
    height--;
    let entry = stack[height];
    let level = entry >> 24u;
    let row = (entry >> 12u) & 0xfffu;
    let column = entry & 0xfffu;
    let side = exp2(-f32(level));
    let node = nodes[((1u << (2u * level)) - 1u) / 3u + (row << level) + column];
    let centre = (vec2<f32>(f32(column), f32(row)) + node.centre) * side;
    let towards = centre - body;
    let distanceSquared = dot(towards, towards) + tree.softening * tree.softening;
    if (level + 1u == tree.levels || side * side < tree.opening * tree.opening * distanceSquared) {
      let mass = node.density * side * side;
      let inverse = inverseSqrt(distanceSquared);
      acceleration += towards * (mass * inverse * inverse * inverse);
    } else {
      for (var child = 0u; child < 4u; child++) {
        stack[height] = ((level + 1u) << 24u) | ((row * 2u + (child >> 1u)) << 12u) | (column * 2u + (child & 1u));
        height++;
      }
    }
  }
  accelerations[id.x] = acceleration;
}
