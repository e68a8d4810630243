// Software rasteriser for small debris: one invocation draws one triangle into a depth buffer with
// atomicMin, depth in the upper 20 bits and the material in the lower 12. Coordinates are in 1/16 pixel.
struct View {
  width: u32,
  height: u32,
  count: u32,
  minRadius: f32,   // in pixels
  maxRadius: f32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> centres: array<u32>;        // 16 bits of x, 16 bits of y, of the screen
@group(0) @binding(2) var<storage, read> nearness: array<f32>;       // 1 / how much larger than the smallest
@group(0) @binding(3) var<storage, read> shapes: array<vec2<u32>>;   // corners as signed bytes: x0 y0 x1 y1, x2 y2
@group(0) @binding(4) var<storage, read> depths: array<u32>;         // 20 bits
@group(0) @binding(5) var<storage, read_write> target_: array<atomic<u32>>;

fn corner(word: u32, shift: u32, radius: i32) -> vec2<i32> {
  let bits = vec2<i32>(i32(word << (24u - shift)), i32(word << (16u - shift)));
  return ((bits >> vec2<u32>(24u)) * radius) >> vec2<u32>(7u);
}

fn edge(a: vec2<i32>, b: vec2<i32>, p: vec2<i32>) -> i32 {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

@compute @workgroup_size(64)
fn raster(@builtin(global_invocation_id) id: vec3<u32>) {
  let shard = id.x;
  if (shard >= view.count) {
    return;
  }
  let radius = i32(16.0 * min(view.minRadius / nearness[shard], view.maxRadius));
  let place = centres[shard];
  let centre = vec2<i32>(i32(((place & 0xffffu) * view.width) >> 12u), i32(((place >> 16u) * view.height) >> 12u));
  let shape = shapes[shard];
  let a = centre + corner(shape.x, 0u, radius);
  var b = centre + corner(shape.x, 16u, radius);
  var c = centre + corner(shape.y, 0u, radius);
  let area = edge(a, b, c);
  if (area == 0) {
    return;
  }
  if (area < 0) {
    let t = b;
    b = c;
    c = t;
  }

  let screen = vec2<i32>(i32(view.width), i32(view.height)) - 1;
  let low = max(min(a, min(b, c)) >> vec2<u32>(4u), vec2<i32>(0));
  let high = min((max(a, max(b, c)) + 15) >> vec2<u32>(4u), screen);
  let value = ((depths[shard] & 0xfffffu) << 12u) | (shard & 0xfffu);

  for (var y = low.y; y <= high.y; y++) {
    let start = vec2<i32>(low.x * 16 + 8, y * 16 + 8);
    var e0 = edge(a, b, start);
    var e1 = edge(b, c, start);
    var e2 = edge(c, a, start);
    for (var x = low.x; x <= high.x; x++) {
      if ((e0 | e1 | e2) >= 0) {
        atomicMin(&target_[u32(y) * view.width + u32(x)], value);
      }
      e0 -= (b.y - a.y) * 16;
      e1 -= (c.y - b.y) * 16;
      e2 -= (a.y - c.y) * 16;
    }
  }
}
