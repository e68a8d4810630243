// Relief mapping: a ray per pixel goes down through a height field that repeats, in even steps until it is below the
// surface, then by halving; a second ray towards the light finds how deep in shadow the place is.
struct Scene {
  toTexture: mat3x3<f32>, // from pixels to texture coordinates
  towards: vec3<f32>,     // the direction of view in texture space, z < 0
  depth: f32,
  light: vec3<f32>,       // z > 0
  side: u32,              // texels along an edge of the height field
  width: u32,
  height: u32,
  maxSteps: u32,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> heights: array<f32>;
@group(0) @binding(2) var<storage, read> colours: array<u32>;
@group(0) @binding(3) var<storage, read_write> shaded: array<vec4<f32>>;

fn texel(x: i32, y: i32) -> f32 {
  let mask = i32(scene.side) - 1;
  return heights[u32((y & mask) * i32(scene.side) + (x & mask))];
}

fn heightAt(uv: vec2<f32>) -> f32 {
  let p = uv * f32(scene.side) - 0.5;
  let base = floor(p);
  let f = p - base;
  let x = i32(base.x);
  let y = i32(base.y);
  return mix(mix(texel(x, y), texel(x + 1, y), f.x), mix(texel(x, y + 1), texel(x + 1, y + 1), f.x), f.y);
}

// Where between 0 and 1 the ray meets the surface.
fn meet(start: vec2<f32>, slope: vec2<f32>) -> f32 {
  let step = 1.0 / f32(scene.maxSteps);
  var t = 0.0;
  for (var i = 0u; i < scene.maxSteps; i++) {
    if (1.0 - t <= heightAt(start + t * slope)) {
      break;
    }
    t += step;
  }
  var low = max(t - step, 0.0);
  var high = t;
  for (var i = 0; i < 5; i++) {
    let middle = 0.5 * (low + high);
    if (1.0 - middle <= heightAt(start + middle * slope)) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high;
}

fn shadow(start: vec2<f32>, ground: f32) -> f32 {
  let slope = scene.light.xy / scene.light.z * scene.depth;
  var darkest = 0.0;
  for (var z = ground + 0.03; z < 1.0; z += 0.03) {
    let above = heightAt(start + (z - ground) * slope) - z;
    darkest = max(darkest, above);
    if (darkest > 0.1) {
      break;
    }
  }
  return 1.0 - min(darkest * 8.0, 0.8);
}

@compute @workgroup_size(8, 4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= scene.width || id.y >= scene.height) {
    return;
  }
  let uv = (scene.toTexture * vec3<f32>(vec2<f32>(id.xy) + 0.5, 1.0)).xy;
  let slope = scene.towards.xy / -scene.towards.z * scene.depth;
  let t = meet(uv, slope);
  let hit = uv + t * slope;
  let e = 1.0 / f32(scene.side);
  let ground = heightAt(hit);
  let dx = heightAt(hit + vec2<f32>(e, 0.0)) - ground;
  let dy = heightAt(hit + vec2<f32>(0.0, e)) - ground;
  let normal = normalize(vec3<f32>(-dx, -dy, e / scene.depth));
  let diffuse = max(dot(normal, normalize(scene.light)), 0.0);
  let mask = scene.side - 1u;
  let cell = vec2<u32>(vec2<i32>(floor(hit * f32(scene.side)))) & vec2<u32>(mask, mask);
  let colour = unpack4x8unorm(colours[cell.y * scene.side + cell.x]).rgb;
  shaded[id.y * scene.width + id.x] = vec4<f32>(colour * (0.15 + 0.85 * diffuse * shadow(hit, ground)), t);
}
