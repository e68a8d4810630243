// The split-sum table of image-based lighting: for each roughness and angle of view, scale and bias of the Fresnel
// term, integrated by importance sampling of the GGX distribution over Hammersley points.
override SAMPLES: u32 = 512;
override SIDE: u32 = 512;
override TILE_X: u32 = 8;
override TILE_Y: u32 = 8;

@group(0) @binding(0) var<storage, read_write> table: array<vec2f>;

const TAU = 6.283185307;

fn hammersley(i: u32) -> vec2f {
  return vec2f(f32(i) / f32(SAMPLES), f32(reverseBits(i) >> 8u) * (1.0 / 16777216.0));
}

fn half_vector(xi: vec2f, alpha: f32) -> vec3f {
  let phi = TAU * xi.x;
  let cos_theta = sqrt((1.0 - xi.y) / (1.0 + (alpha * alpha - 1.0) * xi.y));
  let sin_theta = sqrt(max(0.0, 1.0 - cos_theta * cos_theta));
  return vec3f(sin_theta * cos(phi), sin_theta * sin(phi), cos_theta);
}

fn smith(n_v: f32, n_l: f32, roughness: f32) -> f32 {
  let k = 0.5 * roughness * roughness;
  let view = n_v / (n_v * (1.0 - k) + k);
  let light = n_l / (n_l * (1.0 - k) + k);
  return view * light;
}

@compute @workgroup_size(TILE_X, TILE_Y)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= SIDE || id.y >= SIDE) {
    return;
  }
  let n_v = (f32(id.x) + 0.5) / f32(SIDE);
  let roughness = (f32(id.y) + 0.5) / f32(SIDE);
  let alpha = roughness * roughness;
  let view = vec3f(sqrt(1.0 - n_v * n_v), 0.0, n_v);

  var sum = vec2f(0.0);
  for (var i = 0u; i < SAMPLES; i++) {
    let h = half_vector(hammersley(i), alpha);
    let v_h = max(dot(view, h), 0.0);
    let n_l = 2.0 * v_h * h.z - view.z;
    if (n_l > 0.0) {
      let visible = smith(n_v, n_l, roughness) * v_h / max(h.z * n_v, 1e-6);
      let fresnel = pow(1.0 - v_h, 5.0);
      sum += visible * vec2f(1.0 - fresnel, fresnel);
    }
  }
  table[id.y * SIDE + id.x] = sum / f32(SAMPLES);
}
