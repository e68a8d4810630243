// Vector graphics in tiles of 16 x 16 pixels: each pixel blends the quadratic Bezier strokes that were binned to its tile,
// front to back, by its distance from the curve. Control points are relative to the tile.
struct Stroke { start: vec2<f32>, control: vec2<f32>, end: vec2<f32> }
struct Paint { colour: vec3<f32>, opacity: f32 }
struct Canvas { width: u32, height: u32, halfWidth: f32, softness: f32 }

@group(0) @binding(0) var<storage, read> tileStarts: array<u32>;
@group(0) @binding(1) var<storage, read> strokes: array<Stroke>;
@group(0) @binding(2) var<storage, read> paints: array<Paint>;
@group(0) @binding(3) var<uniform> canvas: Canvas;
@group(0) @binding(4) var<storage, read_write> pixels: array<vec4<f32>>;

// Distance from a curve: the nearest of five points on it is where three Newton steps begin.
fn strokeDistance(point: vec2<f32>, stroke: Stroke) -> f32 {
  let a = stroke.start - 2.0 * stroke.control + stroke.end;
  let b = 2.0 * (stroke.control - stroke.start);
  let c = stroke.start - point;
  var t = 0.0;
  var nearest = 1e30;
  for (var k = 0; k <= 4; k++) {
    let u = 0.25 * f32(k);
    let offset = (a * u + b) * u + c;
    let squared = dot(offset, offset);
    if (squared < nearest) {
      nearest = squared;
      t = u;
    }
  }
  for (var k = 0; k < 3; k++) {
    let offset = (a * t + b) * t + c;
    let slope = 2.0 * a * t + b;
    let curvature = dot(slope, slope) + 2.0 * dot(offset, a);
    t = clamp(t - dot(offset, slope) / max(abs(curvature), 1e-3), 0.0, 1.0);
  }
  let offset = (a * t + b) * t + c;
  return sqrt(min(nearest, dot(offset, offset)));
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= canvas.width || id.y >= canvas.height) {
    return;
  }
  let tile = (id.y / 16u) * ((canvas.width + 15u) / 16u) + id.x / 16u;
  let point = vec2<f32>(id.xy % vec2<u32>(16u)) + 0.5;

  var colour = vec3<f32>(0.0);
  var clear = 1.0;
  let end = tileStarts[tile + 1u];
  for (var k = tileStarts[tile]; k < end; k++) {
    let distance = strokeDistance(point, strokes[k]);
    let coverage = 1.0 - smoothstep(canvas.halfWidth - canvas.softness, canvas.halfWidth + canvas.softness, distance);
    if (coverage > 0.0) {
      let paint = paints[k];
      let alpha = paint.opacity * coverage;
      colour += clear * alpha * paint.colour;
      clear *= 1.0 - alpha;
      if (clear < 0.01) {
        break;
      }
    }
  }
  pixels[id.y * canvas.width + id.x] = vec4<f32>(colour + clear * vec3<f32>(1.0), 1.0 - clear);
}
