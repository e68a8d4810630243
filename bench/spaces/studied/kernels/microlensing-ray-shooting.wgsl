// Inverse ray shooting for a magnification map: rays of a grid in the lens plane are deflected by stars, shear and
// smooth matter and counted where they meet the source plane. Each invocation carries four rays of a row.
struct Lens {
  stars: u32,
  raysPerRow: u32,
  mapSide: u32,
  pad: u32,
  halfLens: f32,    // half the side of the shooting area, in Einstein radii
  halfSource: f32,
  smoothMatter: f32,
  shear: f32,
}

@group(0) @binding(0) var<storage, read> stars: array<vec2f>;
@group(0) @binding(1) var<storage, read> masses: array<f32>;
@group(0) @binding(2) var<storage, read_write> magnification: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> lens: Lens;

override BX: u32 = 32u;
override BY: u32 = 4u;
const CHUNK = 128u;
var<workgroup> chunk: array<vec3f, CHUNK>;

@compute @workgroup_size(BX, BY)
fn shoot(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let spacing = 2.0 * lens.halfLens / f32(lens.raysPerRow);
  let y = (f32(id.y) + 0.5) * spacing - lens.halfLens;
  let x = (vec4f(f32(id.x * 4u)) + vec4f(0.5, 1.5, 2.5, 3.5)) * spacing - lens.halfLens;
  var ax = vec4f();
  var ay = vec4f();
  for (var base = 0u; base < lens.stars; base += CHUNK) {
    let take = min(CHUNK, lens.stars - base);
    for (var i = lane; i < take; i += BX * BY) {
      chunk[i] = vec3f(stars[base + i], masses[base + i]);
    }
    workgroupBarrier();
    for (var i = 0u; i < take; i++) {
      let s = chunk[i];
      let dx = x - s.x;
      let dy = y - s.y;
      let w = s.z / (dx * dx + dy * dy + 1e-9);
      ax += w * dx;
      ay += w * dy;
    }
    workgroupBarrier();
  }
  let sx = (1.0 - lens.smoothMatter - lens.shear) * x - ax;
  let sy = (1.0 - lens.smoothMatter + lens.shear) * y - ay;
  let scale = 0.5 * f32(lens.mapSide) / lens.halfSource;
  let px = floor((sx + lens.halfSource) * scale);
  let py = floor((sy + lens.halfSource) * scale);
  let side = f32(lens.mapSide);
  for (var k = 0u; k < 4u; k++) {
    if (id.x * 4u + k < lens.raysPerRow && id.y < lens.raysPerRow && px[k] >= 0.0 && py[k] >= 0.0 && px[k] < side && py[k] < side) {
      atomicAdd(&magnification[u32(py[k]) * lens.mapSide + u32(px[k])], 1u);
    }
  }
}
