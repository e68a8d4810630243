// Distance between colour signatures by optimal transport with entropy (Sinkhorn): one workgroup per pair of images.
// A signature is 48 clusters in a colour space, with weights. The kernel matrix stays in workgroup memory throughout.

const SIZE = 48u;
const PARTS = 4u;           // invocations that share a row or a column
const PER = SIZE / PARTS;
const PITCH = SIZE + 1u;

struct Settings {
  pairs: u32,
  iterations: u32,
  blur: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> clusters_a: array<vec4<f32>>;  // colour, weight
@group(0) @binding(2) var<storage, read> clusters_b: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> distances: array<f32>;

var<workgroup> gibbs: array<f32, SIZE * PITCH>;
var<workgroup> u: array<f32, SIZE>;
var<workgroup> v: array<f32, SIZE>;
var<workgroup> parts: array<f32, SIZE * PARTS>;

@compute @workgroup_size(SIZE, PARTS)
fn sinkhorn(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let pair = group.x;
  if (pair >= settings.pairs) {
    return;
  }
  let row = local.x;
  let part = local.y;
  let base = pair * SIZE;
  let a = clusters_a[base + row];
  let b = clusters_b[base + row];

  // both signatures get mass 1
  var mass_a = 0.0;
  var mass_b = 0.0;
  for (var i = 0u; i < SIZE; i++) {
    mass_a += clusters_a[base + i].w;
    mass_b += clusters_b[base + i].w;
  }
  let weight_a = a.w / mass_a;
  let weight_b = b.w / mass_b;

  for (var j = part * PER; j < (part + 1u) * PER; j++) {
    let difference = a.xyz - clusters_b[base + j].xyz;
    gibbs[row * PITCH + j] = exp(-dot(difference, difference) / settings.blur);
  }
  if (part == 0u) {
    v[row] = 1.0;
  }
  workgroupBarrier();

  for (var iteration = 0u; iteration < settings.iterations; iteration++) {
    var sum = 0.0;
    for (var k = 0u; k < PER; k++) {
      let j = part * PER + k;
      sum += gibbs[row * PITCH + j] * v[j];
    }
    parts[part * SIZE + row] = sum;
    workgroupBarrier();
    if (part == 0u) {
      u[row] = weight_a / (parts[row] + parts[SIZE + row] + parts[2u * SIZE + row] + parts[3u * SIZE + row]);
    }
    workgroupBarrier();

    sum = 0.0;
    for (var k = 0u; k < PER; k++) {
      let i = part * PER + k;
      sum += gibbs[i * PITCH + row] * u[i];
    }
    parts[part * SIZE + row] = sum;
    workgroupBarrier();
    if (part == 0u) {
      v[row] = weight_b / (parts[row] + parts[SIZE + row] + parts[2u * SIZE + row] + parts[3u * SIZE + row]);
    }
    workgroupBarrier();
  }

  // cost of the plan
  var cost = 0.0;
  for (var j = part * PER; j < (part + 1u) * PER; j++) {
    let difference = a.xyz - clusters_b[base + j].xyz;
    cost += dot(difference, difference) * u[row] * gibbs[row * PITCH + j] * v[j];
  }
  parts[part * SIZE + row] = cost;
  workgroupBarrier();
  if (part == 0u && row == 0u) {
    var total = 0.0;
    for (var i = 0u; i < SIZE * PARTS; i++) {
      total += parts[i];
    }
    distances[pair] = total;
  }
}
