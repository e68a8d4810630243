// SRAD, first kernel: derivatives in four directions and the diffusion coefficient of each pixel of an
// ultrasound image.
struct Image { rows: u32, columns: u32, speckle: f32 }

@group(0) @binding(0) var<storage, read> image: array<f32>;
@group(0) @binding(1) var<storage, read_write> derivatives: array<vec4<f32>>; // north, south, west, east
@group(0) @binding(2) var<storage, read_write> coefficients: array<f32>;
@group(0) @binding(3) var<uniform> size: Image;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= size.columns || id.y >= size.rows) {
    return;
  }
  let row = id.y * size.columns;
  let i = row + id.x;
  let here = image[i];
  let around = vec4<f32>(
    image[(max(id.y, 1u) - 1u) * size.columns + id.x],
    image[min(id.y + 1u, size.rows - 1u) * size.columns + id.x],
    image[row + max(id.x, 1u) - 1u],
    image[row + min(id.x + 1u, size.columns - 1u)],
  );
  let slope = around - here;
  let gradient = dot(slope, slope) / (here * here);
  let laplacian = dot(slope, vec4<f32>(1.0)) / here;
  let denominator = 1.0 + 0.25 * laplacian;
  let variation = (0.5 * gradient - 0.0625 * laplacian * laplacian) / (denominator * denominator);
  let excess = (variation - size.speckle) / (size.speckle * (1.0 + size.speckle));
  derivatives[i] = slope;
  coefficients[i] = saturate(1.0 / (1.0 + excess));
}
