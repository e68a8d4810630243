// One time step of the motion of a surface by its mean curvature, as a level set in a volume: the new value is
// phi + dt * curvature * |grad phi|, from central differences over 19 points. Neighbours outside repeat the border.
override NX: u32;
override NY: u32;
override NZ: u32;
override DT: f32;

@group(0) @binding(0) var<storage, read> phi: array<f32>;
@group(0) @binding(1) var<storage, read_write> next: array<f32>;

fn at(x: i32, y: i32, z: i32) -> f32 {
  let cx = u32(clamp(x, 0, i32(NX) - 1));
  let cy = u32(clamp(y, 0, i32(NY) - 1));
  let cz = u32(clamp(z, 0, i32(NZ) - 1));
  return phi[(cz * NY + cy) * NX + cx];
}

@compute @workgroup_size(8, 8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= NX || id.y >= NY || id.z >= NZ) {
    return;
  }
  let x = i32(id.x);
  let y = i32(id.y);
  let z = i32(id.z);
  let centre = at(x, y, z);
  let east = at(x + 1, y, z);
  let west = at(x - 1, y, z);
  let north = at(x, y + 1, z);
  let south = at(x, y - 1, z);
  let up = at(x, y, z + 1);
  let down = at(x, y, z - 1);

  let px = 0.5 * (east - west);
  let py = 0.5 * (north - south);
  let pz = 0.5 * (up - down);
  let pxx = east - 2.0 * centre + west;
  let pyy = north - 2.0 * centre + south;
  let pzz = up - 2.0 * centre + down;
  let pxy = 0.25 * (at(x + 1, y + 1, z) - at(x - 1, y + 1, z) - at(x + 1, y - 1, z) + at(x - 1, y - 1, z));
  let pxz = 0.25 * (at(x + 1, y, z + 1) - at(x - 1, y, z + 1) - at(x + 1, y, z - 1) + at(x - 1, y, z - 1));
  let pyz = 0.25 * (at(x, y + 1, z + 1) - at(x, y - 1, z + 1) - at(x, y + 1, z - 1) + at(x, y - 1, z - 1));

  let squared = px * px + py * py + pz * pz;
  let speed = pxx * (py * py + pz * pz) + pyy * (px * px + pz * pz) + pzz * (px * px + py * py)
    - 2.0 * (px * py * pxy + px * pz * pxz + py * pz * pyz);
  next[(id.z * NY + id.y) * NX + id.x] = centre + DT * speed / (squared + 1e-6);
}
