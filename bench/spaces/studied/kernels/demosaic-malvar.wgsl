// Demosaicing of a raw photograph (RGGB) with the gradient-corrected linear filters of Malvar, He and Cutler: 5 x 5
// neighbours, chosen by the colour of the sensor's cell. Output as packed RGBA.
struct Photo { width: i32, height: i32, black: f32, scale: f32 }

@group(0) @binding(0) var<storage, read> raw: array<f32>;
@group(0) @binding(1) var<storage, read_write> rgba: array<u32>;
@group(0) @binding(2) var<uniform> photo: Photo;

/** Borders repeat by mirroring, which keeps the colours in step. */
fn mirror(i: i32, size: i32) -> i32 {
  if (i < 0) {
    return -i;
  }
  if (i >= size) {
    return 2 * size - 2 - i;
  }
  return i;
}

fn cell(x: i32, y: i32) -> f32 {
  return raw[mirror(y, photo.height) * photo.width + mirror(x, photo.width)];
}

@compute @workgroup_size(16, 16)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let x = i32(id.x);
  let y = i32(id.y);
  if (x >= photo.width || y >= photo.height) {
    return;
  }
  let centre = cell(x, y);
  let across = cell(x - 1, y) + cell(x + 1, y);
  let along = cell(x, y - 1) + cell(x, y + 1);
  let diagonal = cell(x - 1, y - 1) + cell(x + 1, y - 1) + cell(x - 1, y + 1) + cell(x + 1, y + 1);
  let farAcross = cell(x - 2, y) + cell(x + 2, y);
  let farAlong = cell(x, y - 2) + cell(x, y + 2);

  let cross = (4.0 * centre + 2.0 * (across + along) - farAcross - farAlong) / 8.0;
  let horizontal = (5.0 * centre + 4.0 * across - diagonal - farAcross + 0.5 * farAlong) / 8.0;
  let vertical = (5.0 * centre + 4.0 * along - diagonal - farAlong + 0.5 * farAcross) / 8.0;
  let opposite = (6.0 * centre + 2.0 * diagonal - 1.5 * (farAcross + farAlong)) / 8.0;

  var colour: vec3<f32>;
  if (y % 2 == 0) {
    if (x % 2 == 0) {
      colour = vec3<f32>(centre, cross, opposite);
    } else {
      colour = vec3<f32>(horizontal, centre, vertical);
    }
  } else {
    if (x % 2 == 0) {
      colour = vec3<f32>(vertical, centre, horizontal);
    } else {
      colour = vec3<f32>(opposite, cross, centre);
    }
  }
  let scaled = clamp((colour - photo.black) * photo.scale, vec3<f32>(0.0), vec3<f32>(1.0));
  rgba[y * photo.width + x] = pack4x8unorm(vec4<f32>(scaled, 1.0));
}
