// Fuses a depth image into a volume of truncated signed distances (KinectFusion): each voxel is projected into the
// camera, and where it lies before or just behind the surface seen there, its running average takes the distance in.

struct View {
  world_to_camera: mat4x4<f32>,
  focal: vec2<f32>,
  centre: vec2<f32>,
  image: vec2<u32>,
  truncation: f32,
  voxel: f32,          // edge, in metres
  origin: vec3<f32>,   // corner of the volume
  most_weight: f32,
  volume: vec3<u32>,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> depth: array<f32>;             // metres; 0 where nothing was measured
@group(0) @binding(2) var<storage, read_write> voxels: array<u32>;      // distance / truncation and weight, f16 each

@compute @workgroup_size(8, 8, 4)
fn fuse(@builtin(global_invocation_id) id: vec3<u32>) {
  if (any(id >= view.volume)) {
    return;
  }
  let world = view.origin + (vec3<f32>(id) + 0.5) * view.voxel;
  let camera = (view.world_to_camera * vec4<f32>(world, 1.0)).xyz;
  if (camera.z < 0.1) {
    return;
  }
  let pixel = vec2<i32>(round(camera.xy / camera.z * view.focal + view.centre));
  if (any(pixel < vec2<i32>(0)) || any(pixel >= vec2<i32>(view.image))) {
    return;
  }
  let measured = depth[u32(pixel.y) * view.image.x + u32(pixel.x)];
  if (measured <= 0.0) {
    return;
  }
  // distance along the ray, not along the axis
  let ray = length(vec3<f32>((vec2<f32>(pixel) - view.centre) / view.focal, 1.0));
  let distance = measured * ray - length(camera);
  if (distance < -view.truncation) {
    return;
  }
  let index = (id.z * view.volume.y + id.y) * view.volume.x + id.x;
  let old = unpack2x16float(voxels[index]);
  let sample = min(distance / view.truncation, 1.0);
  let weight = 1.0 / (measured * measured);
  let average = (old.x * old.y + sample * weight) / (old.y + weight);
  voxels[index] = pack2x16float(vec2<f32>(average, min(old.y + weight, view.most_weight)));
}
