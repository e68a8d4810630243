// Removes the distortion of a camera lens (Brown's radial and tangential terms) from an RGBA8 picture, resampled with
// Catmull-Rom's bicubic kernel. Pixels that come from outside of the picture are transparent black.
struct Camera {
  focal: vec2<f32>,
  principal: vec2<f32>,
  radial: vec3<f32>,
  sourceWidth: u32,
  tangential: vec2<f32>,
  sourceHeight: u32,
  outputWidth: u32,
  outputHeight: u32,
}

@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> corrected: array<u32>;
@group(0) @binding(2) var<uniform> camera: Camera;

fn weights(t: f32) -> vec4<f32> {
  let t2 = t * t;
  let t3 = t2 * t;
  return 0.5 * vec4<f32>(-t3 + 2.0 * t2 - t, 3.0 * t3 - 5.0 * t2 + 2.0, -3.0 * t3 + 4.0 * t2 + t, t3 - t2);
}

fn distorted(p: vec2<f32>) -> vec2<f32> {
  let n = (p - camera.principal) / camera.focal;
  let r2 = dot(n, n);
  let scale = 1.0 + r2 * (camera.radial.x + r2 * (camera.radial.y + r2 * camera.radial.z));
  let xy = 2.0 * n.x * n.y;
  let shift = vec2<f32>(
    camera.tangential.x * xy + camera.tangential.y * (r2 + 2.0 * n.x * n.x),
    camera.tangential.y * xy + camera.tangential.x * (r2 + 2.0 * n.y * n.y),
  );
  return (n * scale + shift) * camera.focal + camera.principal;
}

@compute @workgroup_size(8, 8)
fn undistort(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= camera.outputWidth || id.y >= camera.outputHeight) {
    return;
  }
  let at = id.y * camera.outputWidth + id.x;
  let from_ = distorted(vec2<f32>(id.xy));
  let corner = floor(from_);
  let first = vec2<i32>(corner) - 1;
  let size = vec2<i32>(i32(camera.sourceWidth), i32(camera.sourceHeight));
  if (any(first < vec2<i32>(0)) || any(first + 3 >= size)) {
    corrected[at] = 0u;
    return;
  }
  let wx = weights(from_.x - corner.x);
  let wy = weights(from_.y - corner.y);
  var colour = vec4<f32>(0.0);
  for (var row = 0u; row < 4u; row++) {
    let start = (u32(first.y) + row) * camera.sourceWidth + u32(first.x);
    let along = wx.x * unpack4x8unorm(source[start])
      + wx.y * unpack4x8unorm(source[start + 1u])
      + wx.z * unpack4x8unorm(source[start + 2u])
      + wx.w * unpack4x8unorm(source[start + 3u]);
    colour += wy[row] * along;
  }
  corrected[at] = pack4x8unorm(colour);
}
