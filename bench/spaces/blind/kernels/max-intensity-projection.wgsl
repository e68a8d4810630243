// Maximum intensity projection of a CT angiogram, seen from any side: parallel rays,
// trilinear samples, and how deep the brightest one lies, for shading by depth.

override BLOCK_X: u32 = 8;
override BLOCK_Y: u32 = 8;

struct View {
  origin: vec3f,        // of pixel 0, 0, in voxels
  stepSize: f32,        // in voxels
  right: vec3f,         // from pixel to pixel
  window: f32,
  up: vec3f,
  level: f32,
  direction: vec3f,     // of length 1
  width: u32,
  volume: vec3u,
  height: u32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> voxels: array<u32>;     // two of 12 bits in 16 to a word
@group(0) @binding(2) var<storage, read_write> image: array<u32>;  // depth << 8 | grey

fn voxel(x: u32, y: u32, z: u32) -> f32 {
  let i = (z * view.volume.y + y) * view.volume.x + x;
  return f32((voxels[i >> 1u] >> ((i & 1u) * 16u)) & 0xfffu);
}

fn sampleAt(p: vec3f) -> f32 {
  let q = clamp(p, vec3f(0.0), vec3f(view.volume - 1u));
  let a = vec3u(q);
  let b = min(a + 1u, view.volume - 1u);
  let t = q - vec3f(a);
  let x00 = mix(voxel(a.x, a.y, a.z), voxel(b.x, a.y, a.z), t.x);
  let x10 = mix(voxel(a.x, b.y, a.z), voxel(b.x, b.y, a.z), t.x);
  let x01 = mix(voxel(a.x, a.y, b.z), voxel(b.x, a.y, b.z), t.x);
  let x11 = mix(voxel(a.x, b.y, b.z), voxel(b.x, b.y, b.z), t.x);
  return mix(mix(x00, x10, t.y), mix(x01, x11, t.y), t.z);
}

@compute @workgroup_size(BLOCK_X, BLOCK_Y)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= view.width || id.y >= view.height) {
    return;
  }
  let start = view.origin + f32(id.x) * view.right + f32(id.y) * view.up;

  // Where the ray enters and leaves the volume.
  let inverse = 1.0 / view.direction;
  let t0 = -start * inverse;
  let t1 = (vec3f(view.volume - 1u) - start) * inverse;
  let near = min(t0, t1);
  let far = max(t0, t1);
  let enter = max(max(near.x, near.y), max(near.z, 0.0));
  let leave = min(min(far.x, far.y), far.z);

  var brightest = 0.0;
  var depth = 0.0;
  if (enter < leave) {
    let samples = u32((leave - enter) / view.stepSize) + 1u;
    for (var s = 0u; s < samples; s++) {
      let t = enter + f32(s) * view.stepSize;
      let value = sampleAt(start + t * view.direction);
      if (value > brightest) {
        brightest = value;
        depth = t;
      }
    }
  }

  let grey = saturate((brightest - view.level) / view.window + 0.5);
  image[id.y * view.width + id.x] = (u32(depth * 16.0) << 8u) | u32(grey * 255.0);
}
