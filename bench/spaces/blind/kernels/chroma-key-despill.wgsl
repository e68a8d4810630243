// Green-screen composite of one UHD frame: matte from the distance to the key in CbCr, shrunk and softened over
// 3x3 pixels, spill taken out of the foreground, then "over" the background plate. RGBA8, one pixel per u32.
struct Key {
  width: u32,
  height: u32,
  cb: f32,
  cr: f32,
  near: f32,      // closer to the key than this: transparent
  far: f32,       // further away than this: opaque
  spill: f32,     // 0 leaves the green as it is, 1 takes all the excess
  gain: f32,
}

@group(0) @binding(0) var<uniform> key: Key;
@group(0) @binding(1) var<storage, read> foreground: array<u32>;
@group(0) @binding(2) var<storage, read> plate: array<u32>;
@group(0) @binding(3) var<storage, read_write> composite: array<u32>;

fn matte(pixel: u32) -> f32 {
  let rgb = unpack4x8unorm(pixel).rgb;
  let cb = dot(rgb, vec3f(-0.168736, -0.331264, 0.5));
  let cr = dot(rgb, vec3f(0.5, -0.418688, -0.081312));
  let d = distance(vec2f(cb, cr), vec2f(key.cb, key.cr));
  return smoothstep(key.near, key.far, d);
}

fn toLinear(c: vec3f) -> vec3f {
  return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

fn toDisplay(c: vec3f) -> vec3f {
  return max(1.055 * pow(c, vec3f(0.416666667)) - 0.055, vec3f(0.0));
}

@compute @workgroup_size(16, 16)
fn keyAndComposite(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= key.width || gid.y >= key.height) {
    return;
  }
  let here = gid.y * key.width + gid.x;

  var lowest = 1.0;
  var blurred = 0.0;
  for (var dy = -1; dy <= 1; dy++) {
    let y = u32(clamp(i32(gid.y) + dy, 0, i32(key.height) - 1));
    for (var dx = -1; dx <= 1; dx++) {
      let x = u32(clamp(i32(gid.x) + dx, 0, i32(key.width) - 1));
      let a = matte(foreground[y * key.width + x]);
      lowest = min(lowest, a);
      blurred += a * f32((2 - abs(dx)) * (2 - abs(dy)));
    }
  }
  let alpha = saturate(mix(lowest, blurred / 16.0, 0.65) * key.gain);

  var front = unpack4x8unorm(foreground[here]).rgb;
  let limit = 0.5 * (front.r + front.b);
  let excess = max(front.g - limit, 0.0) * key.spill;
  front.g -= excess;
  front += vec3f(0.3, 0.0, 0.3) * excess;    // gives back some of the lost luma

  let back = unpack4x8unorm(plate[here]);
  var colour = back.rgb;
  if (alpha > 0.0) {
    colour = toDisplay(mix(toLinear(back.rgb), toLinear(front), alpha));
  }
  composite[here] = pack4x8unorm(vec4f(colour, max(alpha, back.a)));
}
