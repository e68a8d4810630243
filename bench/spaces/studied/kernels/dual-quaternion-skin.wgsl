// Character skinning with dual quaternions: four joints to a vertex.

struct Joint {
  real: vec4<f32>,
  dual: vec4<f32>,
}

struct Vertex {
  position: vec3<f32>,
  joints: u32,          // four bytes
  normal: vec3<f32>,
  weights: u32,         // unorm8x4
}

struct Skinned {
  position: vec4<f32>,
  normal: vec4<f32>,
}

@group(0) @binding(0) var<storage, read> vertices: array<Vertex>;
@group(0) @binding(1) var<storage, read> palette: array<Joint>;
@group(0) @binding(2) var<storage, read_write> skinned: array<Skinned>;
@group(0) @binding(3) var<uniform> counts: vec4<u32>;  // vertices, joints

fn rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  let i = gid.x;
  if (i >= counts.x) {
    return;
  }
  let vertex = vertices[i];
  let weights = unpack4x8unorm(vertex.weights);

  let pivot = palette[(vertex.joints & 255u) % counts.y].real;
  var real = vec4<f32>(0.0);
  var dual = vec4<f32>(0.0);
  for (var j = 0u; j < 4u; j++) {
    var w = weights[j];
    if (w == 0.0) {
      continue;
    }
    let joint = palette[((vertex.joints >> (8u * j)) & 255u) % counts.y];
    // The shorter way round.
    if (dot(joint.real, pivot) < 0.0) {
      w = -w;
    }
    real += w * joint.real;
    dual += w * joint.dual;
  }

  let inverse = 1.0 / max(length(real), 1e-6);
  real *= inverse;
  dual *= inverse;

  let translation = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
  let position = rotate(real, vertex.position) + translation;
  let normal = normalize(rotate(real, vertex.normal) + vec3<f32>(0.0, 1e-7, 0.0));
  skinned[i] = Skinned(vec4<f32>(position, 1.0), vec4<f32>(normal, 0.0));
}
