// A row-major matrix of four columns and three rows is three rows of four in memory.
struct Rows { rows: array<vec4<f32>, 3> }
@group(0) @binding(0) var<storage, read> matrices: array<Rows>;
@group(0) @binding(1) var<storage, read_write> products: array<Rows>;

fn column(m: array<vec4<f32>, 3>, k: u32) -> vec3<f32> {
  return vec3<f32>(m[0][k], m[1][k], m[2][k]);
}

fn store(i: u32, k: u32, value: vec3<f32>) {
  products[i].rows[0][k] = value.x;
  products[i].rows[1][k] = value.y;
  products[i].rows[2][k] = value.z;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  let m = matrices[i].rows;
  store(i, 0u, column(m, 1u) + column(m, 2u));
  store(i, 1u, column(m, 3u) * 2.0);
  let weights = vec4<f32>(1.0, 2.0, 3.0, 4.0);
  store(i, 2u, vec3<f32>(dot(m[0], weights), dot(m[1], weights), dot(m[2], weights)));
  products[i].rows[1][3] = matrices[i].rows[0][2];
}
