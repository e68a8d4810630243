struct Parameters { rows: u32, quads: u32, scale: f32 }
@group(0) @binding(0) var<storage, read> q: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> k: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> scores: array<f32>;
@group(0) @binding(3) var<uniform> p: Parameters;

@compute @workgroup_size(16, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let row = id.y;
  let column = id.x;
  if (row >= p.rows || column >= p.rows) { return; }
  var sum = vec4<f32>(0.0);
  for (var i = 0u; i < p.quads; i++) {
    sum = fma(q[row * p.quads + i], k[column * p.quads + i], sum);
  }
  let score = (sum.x + sum.y + sum.z + sum.w) * p.scale;
  scores[row * p.rows + column] = select(-1.0e9, score, column <= row);
}
