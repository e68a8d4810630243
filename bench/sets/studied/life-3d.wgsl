// One generation of a three-dimensional game of life, a cell per invocation, periodic.
override SIZE: u32 = 192;
@group(0) @binding(0) var<storage, read> cells: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;

fn index(x: u32, y: u32, z: u32) -> u32 { return (z * SIZE + y) * SIZE + x; }

@compute @workgroup_size(8, 8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= SIZE || id.y >= SIZE || id.z >= SIZE) { return; }
  var alive = 0u;
  for (var dz = 0u; dz < 3u; dz++) {
    let z = (id.z + dz + SIZE - 1u) % SIZE;
    for (var dy = 0u; dy < 3u; dy++) {
      let y = (id.y + dy + SIZE - 1u) % SIZE;
      for (var dx = 0u; dx < 3u; dx++) {
        let x = (id.x + dx + SIZE - 1u) % SIZE;
        alive += cells[index(x, y, z)];
      }
    }
  }
  let me = cells[index(id.x, id.y, id.z)];
  alive -= me;
  var born = 0u;
  if (me == 1u) {
    if (alive >= 4u && alive <= 5u) { born = 1u; }
  } else if (alive == 5u) {
    born = 1u;
  }
  next[index(id.x, id.y, id.z)] = born;
}
