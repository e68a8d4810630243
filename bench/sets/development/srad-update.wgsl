// SRAD, second kernel: the divergence of the diffusion updates the image.
struct Image { rows: u32, columns: u32, rate: f32 }

@group(0) @binding(0) var<storage, read> derivatives: array<vec4<f32>>; // north, south, west, east
@group(0) @binding(1) var<storage, read> coefficients: array<f32>;
@group(0) @binding(2) var<storage, read_write> image: array<f32>;
@group(0) @binding(3) var<uniform> size: Image;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= size.columns || id.y >= size.rows) {
    return;
  }
  let i = id.y * size.columns + id.x;
  let here = coefficients[i];
  let south = coefficients[min(id.y + 1u, size.rows - 1u) * size.columns + id.x];
  let east = coefficients[id.y * size.columns + min(id.x + 1u, size.columns - 1u)];
  let divergence = dot(derivatives[i], vec4<f32>(here, south, here, east));
  image[i] += 0.25 * size.rate * divergence;
}
