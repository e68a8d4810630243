// Compresses an RGBA picture to BC1: a block of 4 x 4 pixels per invocation. The colours' principal axis comes from
// a few power iterations on their covariance; its extreme pixels are the end points, and each pixel takes the
// nearest of the four colours between them.
override WIDTH: u32; // multiples of 4
override HEIGHT: u32;

@group(0) @binding(0) var<storage, read> picture: array<u32>;
@group(0) @binding(1) var<storage, read_write> blocks: array<vec2<u32>>;

fn to565(colour: vec3<f32>) -> u32 {
  let q = vec3<u32>(round(clamp(colour, vec3<f32>(0.0), vec3<f32>(1.0)) * vec3<f32>(31.0, 63.0, 31.0)));
  return (q.x << 11u) | (q.y << 5u) | q.z;
}

fn from565(bits: u32) -> vec3<f32> {
  return vec3<f32>(f32(bits >> 11u), f32((bits >> 5u) & 63u), f32(bits & 31u)) / vec3<f32>(31.0, 63.0, 31.0);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= WIDTH / 4u || id.y >= HEIGHT / 4u) {
    return;
  }
  var colours: array<vec3<f32>, 16>;
  var mean = vec3<f32>();
  for (var i = 0u; i < 16u; i++) {
    let pixel = picture[(id.y * 4u + i / 4u) * WIDTH + id.x * 4u + i % 4u];
    colours[i] = unpack4x8unorm(pixel).rgb;
    mean += colours[i];
  }
  mean /= 16.0;

  var diagonal = vec3<f32>(); // rr, gg, bb
  var mixed = vec3<f32>();    // rg, gb, br
  for (var i = 0u; i < 16u; i++) {
    let d = colours[i] - mean;
    diagonal += d * d;
    mixed += d * d.yzx;
  }
  var axis = vec3<f32>(0.57735, 0.57735, 0.57735);
  for (var iteration = 0u; iteration < 4u; iteration++) {
    let image = vec3<f32>(
      dot(vec3<f32>(diagonal.x, mixed.x, mixed.z), axis),
      dot(vec3<f32>(mixed.x, diagonal.y, mixed.y), axis),
      dot(vec3<f32>(mixed.z, mixed.y, diagonal.z), axis),
    );
    axis = image / max(length(image), 1e-8);
  }

  var least = dot(colours[0] - mean, axis);
  var greatest = least;
  for (var i = 1u; i < 16u; i++) {
    let along = dot(colours[i] - mean, axis);
    least = min(least, along);
    greatest = max(greatest, along);
  }
  let inset = (greatest - least) / 16.0;
  var high = to565(mean + axis * (greatest - inset));
  var low = to565(mean + axis * (least + inset));
  if (high < low) {
    let other = high;
    high = low;
    low = other;
  }
  if (high == low) {
    blocks[id.y * (WIDTH / 4u) + id.x] = vec2<u32>((low << 16u) | high, 0u);
    return;
  }

  var palette: array<vec3<f32>, 4>;
  palette[0] = from565(high);
  palette[1] = from565(low);
  palette[2] = mix(palette[0], palette[1], 1.0 / 3.0);
  palette[3] = mix(palette[0], palette[1], 2.0 / 3.0);
  var choices = 0u;
  for (var i = 0u; i < 16u; i++) {
    var best = 0u;
    var nearest = 1e9;
    for (var entry = 0u; entry < 4u; entry++) {
      let d = colours[i] - palette[entry];
      let far = dot(d, d);
      if (far < nearest) {
        nearest = far;
        best = entry;
      }
    }
    choices |= best << (2u * i);
  }
  blocks[id.y * (WIDTH / 4u) + id.x] = vec2<u32>((low << 16u) | high, choices);
}
