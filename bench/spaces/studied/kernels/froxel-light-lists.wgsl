// Clustered shading: a workgroup per cell of the view frustum collects the point and spot lights that reach it.
struct View {
  clusters: vec3<u32>,
  lights: u32,
  extent: vec3<f32>,    // of the lights' bounds, whose x and y are centred on the axis
  near: f32,
  tangent: vec2<f32>,   // of half the field of view
  far: f32,
  maxRadius: f32,
}

const SIZE = 64u;
const CAPACITY = 256u;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> spheres: array<vec4<f32>>;  // all in [0, 1)
@group(0) @binding(2) var<storage, read> cones: array<vec4<f32>>;    // direction, cosine; below -0.5 a point light
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;
@group(0) @binding(4) var<storage, read_write> lists: array<u32>;

var<workgroup> count: atomic<u32>;
var<workgroup> list: array<u32, CAPACITY>;

fn sliceDepth(slice: u32) -> f32 {
  return view.near * pow(view.far / view.near, f32(slice) / f32(view.clusters.z));
}

@compute @workgroup_size(SIZE)
fn collect(@builtin(workgroup_id) cell: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let z0 = sliceDepth(cell.z);
  let z1 = sliceDepth(cell.z + 1u);
  let ndc0 = 2.0 * vec2<f32>(cell.xy) / vec2<f32>(view.clusters.xy) - 1.0;
  let ndc1 = 2.0 * vec2<f32>(cell.xy + 1u) / vec2<f32>(view.clusters.xy) - 1.0;
  let low = vec3<f32>(min(ndc0 * z0, ndc0 * z1) * view.tangent, z0);
  let high = vec3<f32>(max(ndc1 * z0, ndc1 * z1) * view.tangent, z1);
  let centre = 0.5 * (low + high);
  let cellRadius = 0.5 * length(high - low);

  for (var i = lane; i < view.lights; i += SIZE) {
    let sphere = spheres[i];
    let position = (sphere.xyz - vec3<f32>(0.5, 0.5, 0.0)) * view.extent;
    let radius = (0.1 + 0.9 * sphere.w * sphere.w) * view.maxRadius;
    let gap = position - clamp(position, low, high);
    if (dot(gap, gap) > radius * radius) {
      continue;
    }
    let cone = cones[i];
    if (cone.w > -0.5) {
      // The cell's bounding sphere against the cone.
      let axis = normalize(cone.xyz);
      let away = centre - position;
      let along = dot(away, axis);
      let across = sqrt(max(dot(away, away) - along * along, 0.0));
      let sine = sqrt(1.0 - cone.w * cone.w);
      if (cone.w * across - along * sine > cellRadius || along < -cellRadius) {
        continue;
      }
    }
    let slot = atomicAdd(&count, 1u);
    if (slot < CAPACITY) {
      list[slot] = i;
    }
  }
  workgroupBarrier();

  let cluster = (cell.z * view.clusters.y + cell.y) * view.clusters.x + cell.x;
  let kept = min(atomicLoad(&count), CAPACITY);
  for (var i = lane; i < kept; i += SIZE) {
    lists[cluster * CAPACITY + i] = list[i];
  }
  if (lane == 0u) {
    counts[cluster] = kept;
  }
}
