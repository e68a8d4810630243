// Primary rays through a voxel world, one per pixel: walks from voxel to voxel (Amanatides and Woo) until it meets
// a solid one or leaves the world. Leaves the distance, and which face of what material was hit.
struct Camera {
  position: vec3<f32>,
  side: i32,              // of the world, in voxels
  forward: vec3<f32>,
  width: u32,
  right: vec3<f32>,
  height: u32,
  up: vec3<f32>,
  solidBelow: u32,        // voxels with a smaller value are solid
}

struct Hit {
  distance: f32,
  surface: u32,
}

@group(0) @binding(0) var<storage, read> voxels: array<u32>;
@group(0) @binding(1) var<storage, read_write> hits: array<Hit>;
@group(0) @binding(2) var<uniform> camera: Camera;

const FAR = 1e30;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= camera.width || id.y >= camera.height) {
    return;
  }
  let size = vec2<f32>(f32(camera.width), f32(camera.height));
  let screen = (2.0 * (vec2<f32>(id.xy) + 0.5) - size) / size.y;
  let direction = normalize(1.5 * camera.forward + screen.x * camera.right - screen.y * camera.up);

  var cell = vec3<i32>(floor(camera.position));
  let stride = select(vec3<i32>(-1), vec3<i32>(1), direction >= vec3<f32>(0.0));
  let perCell = min(abs(1.0 / select(direction, vec3<f32>(1e-9), abs(direction) < vec3<f32>(1e-9))), vec3<f32>(FAR));
  let inCell = camera.position - floor(camera.position);
  var crossing = perCell * select(inCell, 1.0 - inCell, direction >= vec3<f32>(0.0));

  var hit = Hit(FAR, 0u);
  var t = 0.0;
  var face = 0u;
  while (all(cell >= vec3<i32>(0)) && all(cell < vec3<i32>(camera.side))) {
    let material = voxels[cell.x + camera.side * (cell.y + camera.side * cell.z)];
    if (material < camera.solidBelow) {
      hit = Hit(t, (material << 2u) | face);
      break;
    }
    if (crossing.x < crossing.y && crossing.x < crossing.z) {
      t = crossing.x;
      crossing.x += perCell.x;
      cell.x += stride.x;
      face = 1u;
    } else if (crossing.y < crossing.z) {
      t = crossing.y;
      crossing.y += perCell.y;
      cell.y += stride.y;
      face = 2u;
    } else {
      t = crossing.z;
      crossing.z += perCell.z;
      cell.z += stride.z;
      face = 3u;
    }
  }
  hits[id.y * camera.width + id.x] = hit;
}
