// Densities from grains near each point, staged in workgroup memory as four arrays of numbers.
@group(0) @binding(0) var<storage, read> grains: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> points: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> densities: array<f32>;

const SIZE = 128u;
const GRAINS = 2048u;

var<workgroup> xs: array<f32, SIZE>;
var<workgroup> ys: array<f32, SIZE>;
var<workgroup> zs: array<f32, SIZE>;
var<workgroup> masses: array<f32, SIZE>;

@compute @workgroup_size(SIZE)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let point = points[id.x].xyz;
  var density = 0.0;
  for (var first = 0u; first < GRAINS; first += SIZE) {
    let mine = grains[first + lane];
    xs[lane] = mine.x;
    ys[lane] = mine.y;
    zs[lane] = mine.z;
    masses[lane] = mine.w;
    workgroupBarrier();
    for (var i = 0u; i < SIZE; i++) {
      let grain = vec4(xs[i], ys[i], zs[i], masses[i]);
      let way = grain.xyz - point;
      let near = max(1.0 - dot(way, way), 0.0);
      density += grain.w * near * near;
    }
    workgroupBarrier();
  }
  densities[id.x] = density;
}
