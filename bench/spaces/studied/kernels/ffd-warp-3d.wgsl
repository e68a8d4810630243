// Free-form deformation of a volume, as in the registration of medical images: a grid of control points
// gives each voxel a displacement by cubic B-splines, and the volume is read there with trilinear weights.
struct Volume {
  size: vec3<u32>,
  spacing: u32,        // voxels between control points
  controls: vec3<u32>, // size / spacing + 3
  outside: f32,
}

@group(0) @binding(0) var<uniform> volume: Volume;
@group(0) @binding(1) var<storage, read> controls: array<vec4<f32>>; // displacements in voxels
@group(0) @binding(2) var<storage, read> moving: array<f32>;
@group(0) @binding(3) var<storage, read_write> warped: array<f32>;

fn spline(t: f32) -> vec4<f32> {
  let u = 1.0 - t;
  let t2 = t * t;
  let t3 = t2 * t;
  return vec4<f32>(u * u * u, 3.0 * t3 - 6.0 * t2 + 4.0, -3.0 * t3 + 3.0 * t2 + 3.0 * t + 1.0, t3) / 6.0;
}

fn voxel(p: vec3<u32>) -> f32 {
  return moving[(p.z * volume.size.y + p.y) * volume.size.x + p.x];
}

@compute @workgroup_size(4, 4, 4)
fn warp(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id >= volume.size)) {
    return;
  }
  let cell = id / volume.spacing;
  let t = vec3<f32>(id % volume.spacing) / f32(volume.spacing);
  let wx = spline(t.x);
  let wy = spline(t.y);
  let wz = spline(t.z);

  var shift = vec3<f32>(0.0);
  for (var k = 0u; k < 4u; k++) {
    var slice = vec3<f32>(0.0);
    for (var j = 0u; j < 4u; j++) {
      let row = ((cell.z + k) * volume.controls.y + cell.y + j) * volume.controls.x + cell.x;
      let line = wx.x * controls[row].xyz + wx.y * controls[row + 1u].xyz +
        wx.z * controls[row + 2u].xyz + wx.w * controls[row + 3u].xyz;
      slice += wy[j] * line;
    }
    shift += wz[k] * slice;
  }

  let place = vec3<f32>(id) + shift;
  let last = vec3<f32>(volume.size - 1u);
  var value = volume.outside;
  if (all(place >= vec3<f32>(0.0)) && all(place <= last)) {
    let low = vec3<u32>(place);
    let high = min(low + 1u, volume.size - 1u);
    let f = place - vec3<f32>(low);
    let c00 = mix(voxel(low), voxel(vec3<u32>(high.x, low.y, low.z)), f.x);
    let c10 = mix(voxel(vec3<u32>(low.x, high.y, low.z)), voxel(vec3<u32>(high.x, high.y, low.z)), f.x);
    let c01 = mix(voxel(vec3<u32>(low.x, low.y, high.z)), voxel(vec3<u32>(high.x, low.y, high.z)), f.x);
    let c11 = mix(voxel(vec3<u32>(low.x, high.y, high.z)), voxel(high), f.x);
    value = mix(mix(c00, c10, f.y), mix(c01, c11, f.y), f.z);
  }
  warped[(id.z * volume.size.y + id.y) * volume.size.x + id.x] = value;
}
