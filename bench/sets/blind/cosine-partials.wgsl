// Dot product and both squared norms of two long vectors in one pass: vectors of four, a grid-stride loop, one
// partial result per workgroup.
override WG: u32 = 512;
@group(0) @binding(0) var<storage, read> u: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> v: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> partials: array<vec3<f32>>;

var<workgroup> scratch: array<vec3<f32>, WG>;

@compute @workgroup_size(WG)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) t: u32,
        @builtin(workgroup_id) wg: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  var sum = vec3<f32>(0.0);
  let stride = groups.x * WG;
  for (var i = gid.x; i < arrayLength(&u); i += stride) {
    let a = u[i];
    let b = v[i];
    sum += vec3<f32>(dot(a, b), dot(a, a), dot(b, b));
  }
  scratch[t] = sum;
  workgroupBarrier();
  for (var s = WG >> 1u; s > 0u; s = s >> 1u) {
    if (t < s) {
      sum += scratch[t + s];
      scratch[t] = sum;
    }
    workgroupBarrier();
  }
  if (t == 0u) { partials[wg.x] = sum; }
}
