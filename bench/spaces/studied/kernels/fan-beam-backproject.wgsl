// Filtered back projection of a fan-beam tomograph with a flat detector: every pixel collects, over all views, the
// filtered projection at its place on the detector, weighted by its distance from the source.
struct Scanner {
  width: u32,
  height: u32,
  bins: u32,
  views: u32,
  pixel: f32, // mm
  pitch: f32, // mm of a bin, on the axis of rotation
  source: f32, // mm from source to axis
  angleStep: f32,
}

@group(0) @binding(0) var<storage, read> projections: array<f32>; // views x bins
@group(0) @binding(1) var<storage, read_write> image: array<f32>;
@group(0) @binding(2) var<uniform> scanner: Scanner;

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= scanner.width || id.y >= scanner.height) {
    return;
  }
  let x = (f32(id.x) - 0.5 * f32(scanner.width - 1u)) * scanner.pixel;
  let y = (0.5 * f32(scanner.height - 1u) - f32(id.y)) * scanner.pixel;
  let middle = 0.5 * f32(scanner.bins - 1u);

  var value = 0.0;
  for (var view = 0u; view < scanner.views; view++) {
    let angle = f32(view) * scanner.angleStep;
    let c = cos(angle);
    let s = sin(angle);
    let across = x * c + y * s;
    let along = y * c - x * s;
    let magnification = scanner.source / (scanner.source + along);
    let bin = across * magnification / scanner.pitch + middle;
    if (bin >= 0.0 && bin < f32(scanner.bins - 1u)) {
      let lower = u32(bin);
      let part = bin - f32(lower);
      let row = view * scanner.bins + lower;
      let sampled = projections[row] * (1.0 - part) + projections[row + 1u] * part;
      value += magnification * magnification * sampled;
    }
  }
  image[id.y * scanner.width + id.x] = value * scanner.angleStep;
}
